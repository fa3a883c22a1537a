"""The results as a list model."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from memdesk.desktop.search.citation import as_markdown, as_text
from memdesk.desktop.search.excerpt import excerpt
from memdesk.desktop.widgets.dates import full, said
from memdesk.desktop.widgets.names import speaker
from memdesk.desktop.widgets.score_bar import describe
from memdesk.retrieval.results import SearchResult

RESULT_ROLE = int(Qt.ItemDataRole.UserRole)

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class ResultModel(QAbstractListModel):
    """One row a result; :data:`RESULT_ROLE` gives the record itself."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._results: tuple[SearchResult, ...] = ()

    def setResults(self, results: Sequence[SearchResult]) -> None:
        """Replace all rows."""
        self.beginResetModel()
        self._results = tuple(results)
        self.endResetModel()

    def results(self) -> tuple[SearchResult, ...]:
        """The rows in order."""
        return self._results

    def rowOf(self, memory_id: int) -> int | None:
        """Row of a memory, None where it is not among the results."""
        return next((row for row, r in enumerate(self._results) if r.id == memory_id), None)

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._results)

    def data(self, index: _Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        result = self._results[index.row()]
        if role == RESULT_ROLE:
            return result
        if role == Qt.ItemDataRole.DisplayRole:
            return result.title
        if role == Qt.ItemDataRole.ToolTipRole:
            return full(result.created_at)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            passage = excerpt(result.content, result.passage, result.marks).text
            who = speaker(result.role, result.source, result.author)
            return f"{result.title}. {who}, {said(result.created_at)}. {passage}"
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return describe(result.explanation)
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else flags

    def mimeTypes(self) -> list[str]:
        return ["text/plain", "text/markdown"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        results = [self._results[index.row()] for index in indexes]
        data = QMimeData()
        data.setText("\n\n".join(as_text(result) for result in results))
        markdown = "\n".join(as_markdown(result) for result in results)
        data.setData("text/markdown", markdown.encode())
        return data
