"""The command line: the only place that wires everything together.

Exit status: 0 done, 1 done with skipped items or nothing found, 2 bad use or unreadable input.
Heavy modules are imported by the command that needs them, so that the window appears at once.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from memdesk import __version__, paths, settings
from memdesk.errors import MemdeskError

DONE, PARTLY, FAILED = 0, 1, 2
_COMMANDS = ("import", "embed", "search", "stats", "check", "doctor", "bench")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run memdesk with these arguments (the process's own by default); returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if _command(given) is None:
            return _window(_window_parser().parse_args(given))
        options = _command_parser().parse_args(given)
        return int(options.run(options))
    except MemdeskError as error:
        print(f"memdesk: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("memdesk: stopped; what was committed is kept.", file=sys.stderr)
        return PARTLY
    except BrokenPipeError:
        # The reader of our output went away (memdesk search … | head).
        sys.stderr.close()
        return DONE


def _command(arguments: Sequence[str]) -> str | None:
    """Return the command among the arguments; None means the window."""
    skip = False
    for argument in arguments:
        if skip:
            skip = False
        elif argument == "--vault":
            skip = True
        elif not argument.startswith("-"):
            return argument if argument in _COMMANDS else None
    return None


def _window_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="memdesk",
        description="Browse, search and edit everything you told an AI assistant. "
        "Without a command the window opens; files are offered for import.",
        epilog="Commands: " + ", ".join(_COMMANDS) + ". “memdesk COMMAND --help” tells more.",
    )
    parser.add_argument("--version", action="version", version=f"memdesk {__version__}")
    parser.add_argument("--vault", type=Path, metavar="FILE", help="the vault to open")
    parser.add_argument("--demo", action="store_true", help="open a vault of invented memories")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILES", help="exports to import")
    return parser


def _command_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="memdesk")
    parser.add_argument("--vault", type=Path, metavar="FILE", help="the vault to use")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    importing = commands.add_parser("import", help="import exports of ChatGPT or Claude")
    importing.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    importing.add_argument("--dry-run", action="store_true", help="only say what would come in")
    importing.add_argument("--no-embed", action="store_true", help="leave embedding for later")
    importing.add_argument("--json", action="store_true", help="report as JSON")
    importing.set_defaults(run=_import)

    embed = commands.add_parser("embed", help="embed what still lacks a vector")
    embed.add_argument("--json", action="store_true")
    embed.set_defaults(run=_embed)

    search = commands.add_parser("search", help="search the vault")
    search.add_argument("query")
    search.add_argument("--limit", type=_count, default=10, metavar="N")
    search.add_argument("--profile", default="memdesk", metavar="NAME", help="ranking profile")
    search.add_argument("--explain", action="store_true", help="show the figures of each result")
    search.add_argument("--now", metavar="ISO", help="the moment the question is asked")
    search.add_argument("--json", action="store_true", help="answer as JSON")
    search.set_defaults(run=_search)

    stats = commands.add_parser("stats", help="count what the vault holds")
    stats.add_argument("--json", action="store_true")
    stats.set_defaults(run=_stats)

    commands.add_parser("check", help="look for damage").set_defaults(run=_check)
    commands.add_parser("doctor", help="say what this installation has").set_defaults(run=_doctor)

    bench = commands.add_parser("bench", help="measure retrieval and speed", add_help=False)
    bench.add_argument("arguments", nargs=argparse.REMAINDER)
    bench.set_defaults(run=_bench)

    for sub in commands.choices.values():
        sub.add_argument(
            "--vault",
            type=Path,
            metavar="FILE",
            default=argparse.SUPPRESS,
            help="the vault to use",
        )
    return parser


def _count(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{text} is not above 0")
    return number


def _vault_path(options: argparse.Namespace) -> Path:
    if options.vault is not None:
        return Path(options.vault).expanduser()
    return settings.load().settings.vault_path


def _window(options: argparse.Namespace) -> int:
    from memdesk.desktop import app

    problem = app.display_problem()
    if problem is not None:
        print(f"memdesk: {problem}", file=sys.stderr)
        return FAILED
    vault = paths.demo_vault() if options.demo else _vault_path(options)
    return app.run(vault, options.files)


def _import(options: argparse.Namespace) -> int:
    from memdesk.commands import importing

    return importing.run(
        _vault_path(options),
        options.paths,
        dry_run=options.dry_run,
        embed=not options.no_embed,
        as_json=options.json,
    )


def _embed(options: argparse.Namespace) -> int:
    from memdesk.commands import importing

    return importing.embed(_vault_path(options), as_json=options.json)


def _search(options: argparse.Namespace) -> int:
    from memdesk.commands import searching

    return searching.run(
        _vault_path(options),
        options.query,
        limit=options.limit,
        profile=options.profile,
        explain=options.explain,
        now=options.now,
        as_json=options.json,
    )


def _stats(options: argparse.Namespace) -> int:
    from memdesk.commands import inspecting

    return inspecting.stats(_vault_path(options), as_json=options.json)


def _check(options: argparse.Namespace) -> int:
    from memdesk.commands import inspecting

    return inspecting.check(_vault_path(options))


def _doctor(options: argparse.Namespace) -> int:
    from memdesk.commands import inspecting

    return inspecting.doctor(_vault_path(options))


def _bench(options: argparse.Namespace) -> int:
    from memdesk.bench import command

    return command.run(options.arguments)
