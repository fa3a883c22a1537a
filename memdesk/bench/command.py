"""``memdesk bench``: what to measure, with which profiles, and where the figures go."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from memdesk import paths
from memdesk.bench import (
    ablation,
    calibration,
    candidates,
    chats,
    confidence_fit,
    dataset,
    fitting,
    foreign,
    haystack,
    locomo,
    longmemeval,
    longmemeval_report,
    longmemeval_run,
    report,
    retrieval_run,
    scenario_report,
    scenarios,
    short,
    short_suites,
    speed,
    speed_report,
    suites,
    tuning,
    voices,
)
from memdesk.embedding.holder import ModelHolder
from memdesk.retrieval import profiles
from memdesk.retrieval.features import NAMES

_SIZES = (1_000, 10_000, 100_000)


def run(arguments: Sequence[str]) -> int:
    """Run one measurement; returns the exit status."""
    options = _parser().parse_args(arguments)
    return int(options.run(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="memdesk bench")
    kinds = parser.add_subparsers(required=True, metavar="KIND")

    locomo_file = kinds.add_parser("locomo", help="retrieval quality on a LoCoMo file")
    locomo_file.add_argument("file", type=Path, metavar="FILE")
    locomo_file.add_argument(
        "--protocol", action="append", choices=retrieval_run.PROTOCOLS, help="default: the first"
    )
    locomo_file.add_argument("--profile", action="append", metavar="NAME", help="default: all")
    locomo_file.add_argument("--model", type=Path, metavar="FOLDER", help="another embedding model")
    locomo_file.add_argument(
        "--fit",
        type=Path,
        metavar="PROFILE.json",
        help="learn the additive weights on this file and write the profile",
    )
    locomo_file.add_argument(
        "--with-suites",
        action="store_true",
        help="with --fit: learn on the tuning halves of our own suites as well",
    )
    locomo_file.set_defaults(run=_locomo)

    histories = kinds.add_parser("longmemeval", help="retrieval quality on a LongMemEval file")
    histories.add_argument("file", type=Path, metavar="FILE")
    histories.add_argument(
        "--protocol",
        action="append",
        choices=longmemeval_run.PROTOCOLS,
        help="each question's own history (default), or all in one store",
    )
    histories.add_argument("--profile", action="append", metavar="NAME", help="default: all")
    histories.add_argument(
        "--records",
        choices=longmemeval_run.RECORDS,
        default=longmemeval_run.RECORDS[0],
        help="what a record is; as-published: a session for memesh, a turn for the others",
    )
    histories.add_argument(
        "--split",
        choices=longmemeval.SPLITS,
        default=longmemeval.SPLITS[0],
        help="dev: a tenth of the questions, by the hash of their id; held-out: the others",
    )
    histories.add_argument("--limit", type=int, metavar="N", help="only the first N questions")
    histories.add_argument("--model", type=Path, metavar="FOLDER", help="another embedding model")
    histories.set_defaults(run=_longmemeval)

    leaving_out = kinds.add_parser("ablation", help="what each term of the ranking brings")
    sweeping = kinds.add_parser("sweep", help="one weight of the ranking at other values")
    for kind in (leaving_out, sweeping):
        kind.add_argument("file", type=Path, metavar="FILE", help="a LoCoMo file")
        kind.add_argument(
            "--protocol", action="append", choices=retrieval_run.PROTOCOLS, help="default: all"
        )
        kind.add_argument("--model", type=Path, metavar="FOLDER", help="another embedding model")
    sweeping.add_argument("--parameter", required=True, choices=NAMES, metavar="NAME")
    sweeping.add_argument("--values", required=True, nargs="+", type=float, metavar="VALUE")
    leaving_out.set_defaults(run=_rescored, parameter=None)
    sweeping.set_defaults(run=_rescored)

    others = kinds.add_parser("foreign", help="confidence on questions that nothing answers")
    others.add_argument("file", type=Path, metavar="FILE", help="a LoCoMo file")
    others.add_argument("--model", type=Path, metavar="FOLDER", help="another embedding model")
    others.add_argument(
        "--fit", type=Path, metavar="FILE.json", help="write the coefficients and thresholds"
    )
    others.set_defaults(run=_foreign)

    own = kinds.add_parser("scenarios", help="retrieval quality on our own suites")
    own.add_argument("--suite", action="append", metavar="NAME", help="default: all")
    own.add_argument("--profile", action="append", metavar="NAME", help="default: all")
    own.add_argument("--model", type=Path, metavar="FOLDER", help="another embedding model")
    own.set_defaults(run=_scenarios)

    typed = kinds.add_parser("short", help="short typed queries, as they are, cut and mistyped")
    typed.add_argument("--profile", action="append", metavar="NAME", help="default: all")
    typed.set_defaults(run=_short)

    timing = kinds.add_parser("speed", help="insert, embed and search times")
    timing.add_argument(
        "--size", action="append", type=int, metavar="N", help="default: 1k, 10k, 100k"
    )
    timing.add_argument(
        "--keep",
        type=Path,
        metavar="FOLDER",
        help="keep the vaults there, and use those that are there already",
    )
    timing.set_defaults(run=_speed)

    for kind in (
        locomo_file,
        histories,
        leaving_out,
        sweeping,
        others,
        own,
        typed,
        timing,
    ):
        kind.add_argument("--json", type=Path, metavar="PATH", help="write the figures as JSON")
        kind.add_argument("--markdown", type=Path, metavar="PATH", help="write the table")
    return parser


def _locomo(options: argparse.Namespace) -> int:
    samples, sha256 = locomo.load(options.file)
    holder = ModelHolder(options.model or paths.model_dir())
    if options.fit is not None:
        own = tuning.gather(holder, _say) if options.with_suites else []
        fitted = fitting.fit_profile(
            samples, sha256, options.file.name, holder, own=own, progress=_say
        )
        fitting.write(fitted.profile, options.fit)
        _say(f"wrote {options.fit}")
        return report.publish(fitted.report, options.json, options.markdown)
    names = options.profile or list(profiles.names())
    runs = [
        one
        for protocol in options.protocol or retrieval_run.PROTOCOLS[:1]
        for one in retrieval_run.run(samples, protocol, names, holder, progress=_say)
    ]
    made = report.of_retrieval("locomo", options.file.name, sha256, holder.get().card, runs)
    return report.publish(made, options.json, options.markdown)


def _longmemeval(options: argparse.Namespace) -> int:
    sha256 = dataset.sha256(options.file)
    _say(f"{options.file.name} is published as: {longmemeval_report.published(sha256)}")
    holder = ModelHolder(options.model or paths.model_dir())
    runs = [
        one
        for protocol in options.protocol or longmemeval_run.PROTOCOLS[:1]
        for one in longmemeval_run.run(
            options.file,
            protocol,
            options.profile or list(profiles.names()),
            holder,
            records=options.records,
            split=options.split,
            limit=options.limit,
            progress=_say,
        )
    ]
    made = longmemeval_report.of(options.file, sha256, options.split, holder.get().card, runs)
    table = longmemeval_report.markdown(made)
    return report.publish(made, options.json, options.markdown, table=table)


def _rescored(options: argparse.Namespace) -> int:
    samples, sha256 = locomo.load(options.file)
    holder = ModelHolder(options.model or paths.model_dir())
    weights = profiles.load(profiles.DEFAULT).weights
    sessions = haystack.sessions_of(samples)
    runs = []
    for protocol in options.protocol or retrieval_run.PROTOCOLS:
        asked = list(candidates.gather(samples, protocol, holder, _say))
        if options.parameter is None:
            runs += ablation.ablate(asked, weights, sessions, protocol)
        else:
            runs += ablation.sweep(
                asked, weights, sessions, protocol, options.parameter, options.values
            )
    bench = "ablation" if options.parameter is None else "sweep"
    made = report.of_rows(bench, options.file.name, sha256, holder.get().card, runs)
    return report.publish(made, options.json, options.markdown)


def _foreign(options: argparse.Namespace) -> int:
    samples, sha256 = locomo.load(options.file)
    holder = ModelHolder(options.model or paths.model_dir())
    asked = [*foreign.gather(samples, holder, _say), *chats.gather(holder, _say)]
    fitted = confidence_fit.fit(asked)
    made = calibration.calibrate(asked, fitted, options.file.name, sha256, holder.get().card)
    spoken = voices.rows(asked, fitted)
    if options.fit is not None:
        confidence_fit.write(fitted, calibration.provenance(made, spoken), options.fit)
        _say(f"wrote {options.fit}")
    table = report.markdown(made) + calibration.tables(made) + voices.table(spoken)
    return report.publish(made, options.json, options.markdown, table=table)


def _scenarios(options: argparse.Namespace) -> int:
    asked = [suites.load(name) for name in options.suite or suites.names()]
    holder = ModelHolder(options.model or paths.model_dir())
    names = options.profile or list(profiles.names())
    runs = scenarios.run(asked, names, holder, progress=_say)
    made = scenario_report.of(asked, holder.get().card, runs)
    table = scenario_report.markdown(made)
    return report.publish(made, options.json, options.markdown, table=table)


def _short(options: argparse.Namespace) -> int:
    holder = ModelHolder(paths.model_dir())
    names = options.profile or list(profiles.names())
    embed = any(profiles.load(name).uses_meaning for name in names)
    found: list[short.Answer] = []
    hashes: dict[str, str] = {}
    for suite in short_suites.SUITES:
        queries, hashes[short_suites.file(suite)] = short_suites.load(suite)
        _say(f"making the vault of {suite}")
        with short.engine(suite, holder if embed else None) as engine:
            found += short.answers(engine, suite, queries, names, progress=_say)
    made = report.of_short(hashes, holder.get().card, short.runs(found), short_suites.SEED)
    return report.publish(made, options.json, options.markdown)


def _speed(options: argparse.Namespace) -> int:
    holder = ModelHolder(paths.model_dir())
    if options.keep is not None:
        options.keep.mkdir(parents=True, exist_ok=True)
    runs = [
        speed.measure(size, holder, kept=options.keep, progress=_say)
        for size in options.size or _SIZES
    ]
    made = report.of_speed(holder.get().card, speed.with_growth(runs))
    table = speed_report.markdown(made)
    return report.publish(made, options.json, options.markdown, table=table)


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
