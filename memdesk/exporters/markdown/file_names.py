r"""File names that every system takes, made from titles that anybody wrote.

Windows refuses ``\ / : * ? " < > |``, names of devices (``CON``, ``NUL``, ``COM1``, …, with any
ending), and spaces or full stops at the end; macOS and Windows hold names apart without regard to
case, macOS without regard to how accents are composed; Linux allows 255 bytes. Obsidian's links
cannot hold ``[ ] # ^ |``. A leading full stop hides a file.
"""

from __future__ import annotations

import re
import unicodedata

MOST_CHARACTERS = 90
"""UTF-16 units of a name, so that a path stays below Windows' 260 in most places."""
_MOST_BYTES = 200
_REFUSED = re.compile(r'[\\/:*?"<>|\[\]#^\s]+')
# Control characters, and signs that turn the direction of what stands beside them.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff"
    "\ufff9-\uffff]+"
)
_DEVICES = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\.|\Z)", re.IGNORECASE
)
_ENDS = " ."
_JOINERS = "\u200c\u200d"


def safe_name(title: str, otherwise: str = "Untitled") -> str:
    """Return a name without an ending that says as much of ``title`` as a name can."""
    text = _INVISIBLE.sub("", unicodedata.normalize("NFC", title))
    text = _REFUSED.sub(" ", text).strip(_ENDS + _JOINERS)
    text = _shortened(text).strip(_ENDS) or otherwise
    return f"{text}_" if _DEVICES.match(text) else text


def numbered(name: str, number: int) -> str:
    """Return the name for the second, third, … of the same one."""
    return name if number == 1 else f"{name} ({number})"


def folded(path: str) -> str:
    """Return what two paths have in common that are one file on some system."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", path).casefold())


def _shortened(text: str) -> str:
    """Cut a text to what a name may hold, between characters as they are seen."""
    units = size = 0
    for at, character in enumerate(text):
        units += 2 if ord(character) > 0xFFFF else 1
        size += len(character.encode())
        if units > MOST_CHARACTERS or size > _MOST_BYTES:
            return text[: _boundary(text, at)].rstrip()
    return text


def _boundary(text: str, at: int) -> int:
    """Go back from ``at`` until neither side belongs to the other."""
    start = at
    while at > 0 and (_continues(text[at]) or text[at - 1] == "\u200d"):
        at -= 1
    # A run of marks without end is cut anywhere.
    return at if at > start - 40 and at > 0 else start


def _continues(character: str) -> bool:
    # Variation selectors are marks; skin tones and flags follow what they belong to.
    return (
        bool(unicodedata.category(character).startswith("M"))
        or character == "\u200d"
        or "\U0001f3fb" <= character <= "\U0001f3ff"
    )
