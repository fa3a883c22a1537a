"""The two palettes. Widgets name a role, never a colour."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.retrieval.explanation import Group


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by role, as ``#RRGGBB``."""

    dark: bool
    window: str
    surface: str
    raised: str
    hairline: str
    control: str
    """Outline of a control that has no other shape to be known by."""
    hover: str
    text: str
    secondary: str
    faint: str
    accent: str
    soft_accent: str
    on_accent: str
    marked: str
    track: str
    """The unfilled part of a bar."""
    keyword: str
    meaning: str
    conversation: str
    time: str
    author: str
    personal: str
    penalty: str
    information: str
    warning: str
    danger: str
    success: str
    shadow: str

    def group(self, group: Group) -> str:
        """Colour of one group of contributions to a score."""
        # Normalisation only rescales what the other groups gave; it shares the neutral tone.
        return str(getattr(self, "penalty" if group == "normalisation" else group))


LIGHT = Palette(
    dark=False,
    window="#F6F5F2",
    surface="#FFFFFF",
    raised="#FBFAF8",
    hairline="#E3E1DB",
    control="#D5D2CA",
    hover="#EFEDE8",
    text="#1E1E1B",
    secondary="#65635D",
    faint="#706E67",
    accent="#2B5FD9",
    soft_accent="#E7EDFB",
    on_accent="#FFFFFF",
    marked="#FFE9A8",
    track="#E3E1DB",
    keyword="#D98E04",
    meaning="#2B6CB0",
    conversation="#0B8A66",
    time="#B5578F",
    author="#3E9BD6",
    personal="#7A6BD1",
    penalty="#A9A59B",
    information="#2B5FD9",
    warning="#8A5A00",
    danger="#B3261E",
    success="#0A7355",
    shadow="#1E1E1B",
)

DARK = Palette(
    dark=True,
    window="#191A1C",
    surface="#212326",
    raised="#26282C",
    hairline="#34373C",
    control="#43474D",
    hover="#2A2C30",
    text="#ECEBE8",
    secondary="#A9A8A3",
    faint="#93928C",
    accent="#7EA6FF",
    soft_accent="#28334D",
    on_accent="#14161A",
    marked="#6B5410",
    track="#34373C",
    keyword="#E6A93A",
    meaning="#6FA8E6",
    conversation="#3DBE93",
    time="#D98AB8",
    author="#74BDEB",
    personal="#A79BF0",
    penalty="#6F6D67",
    information="#7EA6FF",
    warning="#E6A93A",
    danger="#FF8A80",
    success="#3DBE93",
    shadow="#000000",
)

SOURCE_COLOURS = {
    "chatgpt": "#0D8265",
    "claude": "#B4552F",
    "claude-code": "#9A4424",
    "codex": "#0B6B58",
    "deepseek": "#4450B8",
    "gemini": "#2F6FD0",
    "grok": "#54565C",
    "librechat": "#1F7588",
    "open-webui": "#3F4A5A",
    "perplexity": "#0F5D73",
    "mcp-memory": "#7F6010",
    "mem0": "#8B4FC0",
    "memdesk": "#2B5FD9",
    "memx": "#A8446E",
    "memesh": "#B03A48",
    "note": "#6262CC",
    "notes": "#6262CC",
    "clipboard": "#6262CC",
    "table": "#4B762C",
}
"""Tiles of the known sources. White letters stand on them in both themes."""

OTHER_SOURCE_COLOUR = "#4E6E8E"
