"""The command line: the only place that wires everything together.

Exit status: 0 done, 1 done with skipped items or nothing found, 2 bad use or unreadable input.
Heavy modules are imported by the command that needs them, so that the window appears at once.
"""

from __future__ import annotations

import argparse
import difflib
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from memdesk import __version__, paths, settings
from memdesk.errors import MemdeskError

DONE, PARTLY, FAILED = 0, 1, 2
_MOST_RESULTS = 100_000
_COMMANDS = ("import", "export", "embed", "search", "links", "stats", "check", "doctor", "bench")


class BadUseError(MemdeskError):
    """The command line makes no sense."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run memdesk with these arguments (the process's own by default); returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What a terminal has no sign for must not end an answer half-way.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        if _command(given) is None:
            return _window(_parsed(_window_parser(), given))
        options = _parsed(_command_parser(), given)
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
    """Return the command among the arguments; None means the window.

    Raises :class:`BadUseError` if the first word is neither a command nor anything to open.
    """
    is_vault = False
    for argument in arguments:
        if is_vault:
            if argument in _COMMANDS and not Path(argument).exists():
                raise BadUseError(
                    f"--vault needs a file after it; “{argument}” is a command. "
                    f"Write for example “memdesk --vault my.memdesk {argument}”."
                )
            is_vault = False
        elif argument == "--vault":
            is_vault = True
        elif argument in _COMMANDS:
            return argument
        elif not argument.startswith("-"):
            _refuse_unless_there(argument)
            return None
    return None


def _refuse_unless_there(name: str) -> None:
    if name and Path(name).exists():
        return
    meant = difflib.get_close_matches(name.lower(), (*_COMMANDS, "--help", "--version"), n=1)
    raise BadUseError(
        f"“{name}” is neither a command nor a file or folder."
        + (f" Did you mean “{meant[0]}”?" if meant else "")
        + f" The commands are {', '.join(_COMMANDS)}; “memdesk --help” tells more."
    )


class _Parser(argparse.ArgumentParser):
    """Raises :class:`BadUseError` with a sentence, where argparse would print and exit."""

    def error(self, message: str) -> NoReturn:
        for theirs, ours in _SAID_BY_ARGPARSE:
            message = message.replace(theirs, ours)
        raise BadUseError(f"{message}. {self._more()}")

    def unknown(self, word: str) -> BadUseError:
        """Return what to say of a word that nothing was made of."""
        if not word.startswith("-"):
            hint = f" To use another vault, write --vault {word}." if Path(word).is_file() else ""
            return BadUseError(f"“{word}” is too much for “{self.prog}”.{hint} {self._more()}")
        options = [name for name in self._option_string_actions if name.startswith("--")]
        hint = ""
        if meant := difflib.get_close_matches(word.partition("=")[0], options, n=1):
            hint = f" Did you mean {meant[0]}?"
        elif self.prog.endswith("search"):
            hint = " Write -- before words that begin with a minus."
        return BadUseError(f"“{word}” is no option of “{self.prog}”.{hint} {self._more()}")

    def _more(self) -> str:
        return f"“{self.prog} --help” tells more."


_SAID_BY_ARGPARSE = (
    ("argument ", ""),
    ("expected one argument", "a value is missing after it"),
    ("the following arguments are required: PATH, --format", "Say where to, and --format"),
    ("the following arguments are required: --format", "Say --format markdown, jsonl or csv"),
    ("the following arguments are required: PATH", "There is nothing named to import"),
)


def _parsed(parser: _Parser, arguments: Sequence[str]) -> argparse.Namespace:
    options, left = parser.parse_known_args(arguments)
    if left:
        raise getattr(options, "parser", parser).unknown(left[0])
    return options


def _window_parser() -> _Parser:
    parser = _Parser(
        prog="memdesk",
        description="Browse, search and edit everything you told an AI assistant. "
        "Without a command the window opens; files are offered for import.",
        epilog="Commands: " + ", ".join(_COMMANDS) + ". “memdesk COMMAND --help” tells more.",
    )
    parser.add_argument("--version", action="version", version=f"memdesk {__version__}")
    parser.add_argument("--vault", type=_path, metavar="FILE", help="the vault to open")
    parser.add_argument("--demo", action="store_true", help="open a vault of invented memories")
    parser.add_argument("files", nargs="*", type=_path, metavar="FILES", help="exports to import")
    parser.allow_abbrev = False
    return parser


def _command_parser() -> _Parser:
    parser = _Parser(prog="memdesk")
    parser.add_argument("--vault", type=_path, metavar="FILE", help="the vault to use")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    importing = commands.add_parser("import", help="import exports of ChatGPT or Claude")
    importing.add_argument(
        "paths", nargs="+", type=_path, metavar="PATH", help="a zip, folder or file of an export"
    )
    importing.add_argument("--dry-run", action="store_true", help="only say what would come in")
    importing.add_argument(
        "--only",
        action="append",
        default=[],
        metavar="TITLE",
        help="only conversations and notes with this in their title, or that fit a pattern "
        "with * and ?; may be given several times",
    )
    importing.add_argument(
        "--no-archived", action="store_true", help="leave archived conversations out"
    )
    importing.add_argument(
        "--skip-temporary", action="store_true", help="leave temporary chats out"
    )
    importing.add_argument("--no-embed", action="store_true", help="leave embedding for later")
    importing.add_argument("--json", action="store_true", help="report as JSON")
    importing.set_defaults(run=_import)

    export = commands.add_parser("export", help="write memories out, all or what a search finds")
    export.add_argument("path", type=_path, metavar="PATH", help="the file, or folder for Markdown")
    export.add_argument("--format", choices=("markdown", "jsonl", "csv"), required=True)
    export.add_argument("--query", default="", metavar="Q", help="only what this search finds")
    export.add_argument("--trash", action="store_true", help="with what lies in the trash")
    export.add_argument("--bom", action="store_true", help="begin a CSV as Excel needs it")
    export.add_argument("--json", action="store_true", help="report as JSON")
    export.set_defaults(run=_export)

    embed = commands.add_parser("embed", help="embed what still lacks a vector")
    embed.add_argument("--json", action="store_true")
    embed.set_defaults(run=_embed)

    search = commands.add_parser("search", help="search the vault")
    search.add_argument("query", nargs="*", metavar="QUERY", help="words, and operators")
    search.add_argument("--limit", type=_count, default=10, metavar="N")
    search.add_argument("--profile", default="memdesk", metavar="NAME", help="ranking profile")
    search.add_argument("--explain", action="store_true", help="show the figures of each result")
    search.add_argument(
        "--why-not", metavar="ID", help="tell where the search put a memory that was expected"
    )
    search.add_argument(
        "--as-typed", action="store_true", help="search just what was typed, slips and all"
    )
    search.add_argument(
        "--anyway", action="store_true", help="show what comes nearest, however little it answers"
    )
    search.add_argument("--now", metavar="ISO", help="the moment the question is asked")
    search.add_argument("--json", action="store_true", help="answer as JSON")
    search.set_defaults(run=_search)

    links = commands.add_parser("links", help="suggested links: find, accept, dismiss")
    links.add_argument("--find", action="store_true", help="look for links in what is new")
    for name, what in (("--accept", "make the links"), ("--dismiss", "never suggest them again")):
        links.add_argument(name, nargs="+", type=int, default=[], metavar="NUMBER", help=what)
    links.add_argument("--json", action="store_true")
    links.set_defaults(run=_links)

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
            type=_path,
            metavar="FILE",
            default=argparse.SUPPRESS,
            help="the vault to use",
        )
        sub.set_defaults(parser=sub)
        sub.allow_abbrev = False
    parser.allow_abbrev = False
    return parser


def _path(text: str) -> Path:
    if not text:
        # It would stand for the folder one is in; mostly a variable that is not set.
        raise argparse.ArgumentTypeError("the name of the file is empty")
    return Path(text)


def _count(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= _MOST_RESULTS:
        raise argparse.ArgumentTypeError(f"“{text}” is no number from 1 to {_MOST_RESULTS:,}")
    return int(text)


def _vault_path(options: argparse.Namespace) -> Path:
    if options.vault is not None:
        return Path(options.vault).expanduser()
    return settings.load().settings.vault_path


def _window(options: argparse.Namespace) -> int:
    for path in options.files:
        if not path.exists():
            raise BadUseError(f"There is no file or folder “{path}” to import.")
    from memdesk.desktop import app

    problem = app.display_problem()
    if problem is not None:
        print(f"memdesk: {problem}", file=sys.stderr)
        return FAILED
    vault = paths.demo_vault() if options.demo else _vault_path(options)
    return app.run(vault, options.files)


def _import(options: argparse.Namespace) -> int:
    from memdesk.commands import importing
    from memdesk.importers.choice import Choice

    return importing.run(
        _vault_path(options),
        options.paths,
        choice=Choice(
            titles=tuple(options.only),
            archived=not options.no_archived,
            temporary=not options.skip_temporary,
        ),
        dry_run=options.dry_run,
        embed=not options.no_embed,
        as_json=options.json,
    )


def _export(options: argparse.Namespace) -> int:
    if options.query.strip() and options.trash:
        raise BadUseError("--trash goes with everything; searches do not look into the trash.")
    if options.bom and options.format != "csv":
        raise BadUseError("--bom goes with --format csv only.")
    if options.trash and options.format == "markdown":
        raise BadUseError("--trash goes with jsonl and csv; a folder of notes has no trash.")
    from memdesk.commands import exporting
    from memdesk.exporters.order import How

    how = How(options.format, options.path.expanduser().absolute(), mark=options.bom)
    return exporting.run(
        _vault_path(options), options.query, how, trash=options.trash, as_json=options.json
    )


def _embed(options: argparse.Namespace) -> int:
    from memdesk.commands import importing

    return importing.embed(_vault_path(options), as_json=options.json)


def _search(options: argparse.Namespace) -> int:
    from memdesk.commands import searching

    return searching.run(
        _vault_path(options),
        " ".join(options.query),
        limit=options.limit,
        profile=options.profile,
        explain=options.explain,
        now=options.now,
        as_json=options.json,
        expected=options.why_not,
        as_typed=options.as_typed,
        anyway=options.anyway,
    )


def _links(options: argparse.Namespace) -> int:
    from memdesk.commands import linking

    return linking.run(
        _vault_path(options),
        find=options.find,
        accept=options.accept,
        dismiss=options.dismiss,
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
