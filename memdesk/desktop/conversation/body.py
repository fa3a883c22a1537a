"""The text of a message as a column of blocks, the beginning first, the rest when wanted."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk.desktop.conversation.blocks import Block, Code, Rule, Table, blocks
from memdesk.desktop.conversation.code_block import CodeBlock
from memdesk.desktop.conversation.document_style import INDENT
from memdesk.desktop.conversation.pieces import pieces
from memdesk.desktop.conversation.rich_text import RichText
from memdesk.desktop.theme import theme
from memdesk.desktop.theme.metrics import GAP_S
from memdesk.desktop.widgets.buttons import QuietButton
from memdesk.desktop.widgets.column import Column
from memdesk.desktop.widgets.dates import number
from memdesk.desktop.widgets.labels import hairline
from memdesk.desktop.widgets.slices import Slices

SHOWN_CHARACTERS = 20_000
"""Characters of a text that are shown until all of it is wanted."""


class Body(Column):
    """Shows nothing until :meth:`build` has been run."""

    def __init__(
        self,
        text: str,
        slices: Slices,
        parent: QWidget | None = None,
        *,
        markdown: bool = True,
        tone: str = "text",
        shown: int = SHOWN_CHARACTERS,
    ) -> None:
        super().__init__(GAP_S, parent)
        self._length = len(text)
        self._slices = slices
        self._tone = tone
        self._limit = shown
        self._pattern: re.Pattern[str] | None = None
        self._texts: list[RichText | CodeBlock] = []
        self._pieces = pieces(text, markdown=markdown)
        self.moreButton: QuietButton | None = None

    def build(self) -> Iterator[None]:
        """Make the blocks one after the other, up to the limit."""
        done = 0
        for piece in self._pieces:
            for block in blocks(piece):
                # Reading, making and laying out are each as much as one bit should take.
                yield
                text = self._made(block)
                yield
                self.add(self._indented(text, block))
                if isinstance(text, CodeBlock):
                    yield from text.build()
            done += piece.size
            if done >= self._limit and done < self._length:
                self._offer_rest()
                return

    def setPattern(self, pattern: re.Pattern[str] | None) -> None:
        """Mark what the pattern matches, here and in blocks still to come."""
        self._pattern = pattern
        for text in self._texts:
            text.setPattern(pattern)

    def texts(self) -> list[RichText | CodeBlock]:
        """The blocks of text and code in order."""
        return list(self._texts)

    def showAll(self) -> None:
        """Show the rest, a little at a time."""
        if self.moreButton is not None:
            self.remove(self.moreButton)
            self.moreButton = None
            self._limit = self._length
            self._slices.add(self.build(), self, first=True)

    def markTop(self) -> int | None:
        """Where the first marked word of the prose stands, in pixels from the top."""
        for text in self._texts:
            top = text.markTop() if isinstance(text, RichText) else None
            if top is not None:
                return text.y() + top
        return None

    def _offer_rest(self) -> None:
        text = self.tr("Show all {count} characters").format(count=number(self._length))
        self.moreButton = QuietButton(text)
        self.moreButton.clicked.connect(self.showAll)
        self.add(self.moreButton)

    def _made(self, block: Block) -> QWidget:
        text: RichText | CodeBlock
        if isinstance(block, Code):
            text = CodeBlock(block.text, block.language, self._slices, self)
        elif isinstance(block, Rule):
            return hairline(parent=self)
        else:
            wide = isinstance(block, Table)
            text = RichText(block.html, self, tone=self._tone, wide=wide)
        text.setPattern(self._pattern)
        self._texts.append(text)
        return text

    def _indented(self, widget: QWidget, block: Block) -> QWidget:
        """The widget itself, or a holder that moves it in as far as the list it belongs to."""
        if not isinstance(block, Code | Table) or not block.depth:
            return widget
        holder = QWidget(self)
        column = QVBoxLayout(holder)
        column.setContentsMargins(block.depth * theme.current().px(INDENT), 0, 0, 0)
        column.addWidget(widget)
        return holder
