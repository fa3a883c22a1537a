"""How the transcript's rich text looks, as the style sheet of its documents."""

from __future__ import annotations

from memdesk.desktop.theme.theme import Theme

INDENT = 22
"""Pixels that each level of a list moves its text in."""

_HEADINGS = {"h1": 17, "h2": 15, "h3": 14, "h4": 13, "h5": 13, "h6": 13}


def style(look: Theme, *, tone: str = "text") -> str:
    """Rules for the classes that blocks.py writes; ``tone`` is the palette role of the text."""
    palette = look.palette
    heads = "\n".join(
        f".{name} {{ font-size: {look.px(size)}px; font-weight: 600; }}"
        for name, size in _HEADINGS.items()
    )
    return f"""
body, p, li, td, th {{ color: {getattr(palette, tone)}; }}
p, li {{ line-height: 132%; margin-top: 0px; margin-bottom: 0px; }}
ul, ol {{ margin-top: 0px; margin-bottom: 0px; }}
.text {{ margin-top: {look.px(8)}px; }}
.item {{ margin-top: {look.px(4)}px; }}
.heading {{ margin-top: {look.px(14)}px; }}
.plain {{ white-space: pre-wrap; }}
{heads}
a {{ color: {palette.accent}; text-decoration: underline; }}
.code {{ font-family: "JetBrains Mono", monospace; font-size: {look.px(12)}px;
    background-color: {palette.hover}; }}
.strong {{ font-weight: 600; }}
.image {{ color: {palette.secondary}; }}
table.quote {{ border-collapse: collapse; }}
table.quote td {{ border-left: {look.px(3)}px solid {palette.control};
    padding-left: {look.px(12)}px; }}
table.quote p, table.quote li {{ color: {palette.secondary}; }}
table.grid {{ border-collapse: collapse; }}
.cell {{ padding: {look.px(5)}px {look.px(16)}px {look.px(5)}px {look.px(2)}px;
    border-bottom: 1px solid {palette.hairline}; }}
th.cell {{ font-weight: 600; border-bottom: 1px solid {palette.control}; }}
"""
