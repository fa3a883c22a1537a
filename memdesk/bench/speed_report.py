"""The speed figures as the tables that ``docs/benchmarks.md`` shows, one row a size."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from memdesk.bench.report import Report, figure

_Figures = Mapping[str, float]
_Column = tuple[str, Callable[[_Figures], str]]


def markdown(report: Report) -> str:
    """Return three tables: searching, the plain ways beside it, everything else."""
    rows = [(int(run["size"]), run["metrics"]) for run in report.runs]
    return "\n".join(_table(rows, columns) for columns in (_SEARCHING, _PLAIN, _VAULT))


def _table(rows: Sequence[tuple[int, _Figures]], columns: Sequence[_Column]) -> str:
    lines = [
        f"| memories | {' | '.join(name for name, _ in columns)} |",
        f"|{'---:|' * (len(columns) + 1)}",
    ]
    for size, figures in rows:
        lines.append(f"| {size:,} | {' | '.join(cell(figures) for _, cell in columns)} |")
    return "\n".join(lines) + "\n"


def _one(name: str, unit: str = "", scale: float = 1.0) -> Callable[[_Figures], str]:
    def cell(figures: _Figures) -> str:
        value = figures.get(name)
        return "–" if value is None else figure(value * scale) + unit

    return cell


def _pair(name: str) -> Callable[[_Figures], str]:
    return lambda figures: f"{_short(figures[f'{name}_p50'])} / {_short(figures[f'{name}_p95'])} ms"


def _short(value: float) -> str:
    return f"{value:.1f}" if value < 10 else f"{value:,.0f}"


_SEARCHING: tuple[_Column, ...] = (
    ("keyword recall p50 / p95", _pair("keyword_ms")),
    ("vector recall p50 / p95", _pair("vector_ms")),
    ("its recall@20", _one("vector_recall@20")),
    ("as typed p50 / p95", _pair("typing_ms")),
    ("key by key p50 / p95", _pair("keys_ms")),
    ("end to end p50 / p95", _pair("end_to_end_ms")),
    ("first answer", _one("first_answer_ms", " s", 0.001)),
    ("full speed", _one("ready_ms", " s", 0.001)),
    ("peak memory", _one("peak_mb", " MB")),
)
_PLAIN: tuple[_Column, ...] = (
    ("plain FTS5 OR p50 / p95", _pair("fts5_or_ms")),
    ("to keyword recall, p95", _one("fts5_or_to_keyword", " ×")),
    ("LIKE p50", _one("like_ms_p50", " ms")),
    ("to keyword recall, p50", _one("like_to_keyword", " ×")),
    ("numpy scan p50", _one("numpy_scan_ms_p50", " ms")),
    ("to vector recall, p50", _one("numpy_scan_to_vector", " ×")),
)
_VAULT: tuple[_Column, ...] = (
    ("inserts/s", _one("insert_per_s")),
    ("search arrays", _one("arrays_s", " s")),
    ("embedding, tokens/s", _one("embed_tokens_per_s")),
    ("to bare onnxruntime", _one("embed_ratio_to_bare_onnxruntime")),
    ("growth: keyword", _one("keyword_ms_growth")),
    ("vector", _one("vector_ms_growth")),
    ("as typed", _one("typing_ms_growth")),
    ("end to end", _one("end_to_end_ms_growth")),
)
