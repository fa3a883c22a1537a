"""What a search needs to know of every memory, as arrays that live in memory.

A memory's *ordinal* is its row in these arrays; rows are in order of id and keep their place
for good, so ordinals can be used as keys by the other arrays. About 60 bytes a memory.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from memdesk.vault import changes

Ordinals = NDArray[np.int64]

_FIELDS: dict[str, type[np.generic]] = {
    "id": np.int64,
    "conversation": np.int64,
    "position": np.int64,
    "branch": np.int32,
    "role": np.int16,
    "author": np.int32,
    "source": np.int16,
    "type": np.int16,
    "created_at": np.int64,
    "term_count": np.int32,
    "writing": np.int16,
    "importance": np.float32,
    "pinned": np.bool_,
    "edited": np.bool_,
    "alive": np.bool_,
    "version": np.int64,
}
NO_TIME = np.iinfo(np.int64).min


class Names:
    """A numbering of strings: 0 is None, then by first appearance."""

    def __init__(self) -> None:
        self.names: list[str | None] = [None]
        self._numbers: dict[str | None, int] = {None: 0}

    def number(self, name: str | None) -> int:
        """Return the number of a name, giving it the next one if it is new."""
        known = self._numbers.get(name)
        if known is None:
            known = self._numbers[name] = len(self.names)
            self.names.append(name)
        return known

    def find(self, name: str | None) -> int:
        """Return the number of a name, -1 if it never appeared."""
        return self._numbers.get(name, -1)


class Columns:
    """The arrays, and how they follow the vault."""

    def __init__(self) -> None:
        self.version = 0
        self.size = 0
        self._data = {name: np.zeros(0, dtype=kind) for name, kind in _FIELDS.items()}
        # Ordinals by id, -1 for ids that are no memory's; the last place stands for all higher ids.
        self._by_id = np.full(1, -1, dtype=np.int32)
        self.roles, self.authors = Names(), Names()
        self.sources, self.types = Names(), Names()
        self.writings = Names()
        self._arrange()

    def field(self, name: str) -> NDArray[Any]:
        """Return one field of every memory, ``(size,)``."""
        return self._data[name][: self.size]

    def refresh(self, connection: apsw.Connection) -> Ordinals:
        """Take over what changed in the vault; returns the ordinals of changed memories."""
        rows = list(changes.since(connection, self.version))
        gone = changes.purged_since(connection, self.version)
        if not rows and not gone:
            return np.zeros(0, dtype=np.int64)
        version = changes.latest_version(connection)
        touched = self._merge(rows) if rows else np.zeros(0, dtype=np.int64)
        dead = self.ordinals_of(gone)
        still = ~np.isin(dead, touched)
        self._data["alive"][dead[still]] = False
        self.version = version
        self._arrange()
        return np.union1d(touched, dead)

    def state(self) -> tuple[dict[str, NDArray[Any]], dict[str, list[str | None]]]:
        """Return all fields, and the names their numbers stand for; for :meth:`restore`."""
        names = {field: list(numbering.names) for field, numbering in self._numberings().items()}
        return {field: self.field(field).copy() for field in _FIELDS}, names

    def restore(
        self, version: int, values: dict[str, NDArray[Any]], names: dict[str, list[str | None]]
    ) -> None:
        """Take over a :meth:`state` of the same vault at ``version``, into columns still empty.

        Raises ValueError or KeyError if it does not have these fields.
        """
        kinds = {field: array.dtype for field, array in values.items()}
        if kinds != {field: np.dtype(kind) for field, kind in _FIELDS.items()}:
            raise ValueError("it has other fields")
        if len({len(array) for array in values.values()}) != 1:
            raise ValueError("its fields are not of one length")
        for field, numbering in self._numberings().items():
            for name in names[field]:
                numbering.number(name)
        if len(values["id"]):
            self._append(values)
        self.version = version
        self._arrange()

    def _numberings(self) -> dict[str, Names]:
        return {
            "role": self.roles,
            "author": self.authors,
            "source": self.sources,
            "type": self.types,
            "writing": self.writings,
        }

    def ordinals_of(self, ids: Iterable[int]) -> Ordinals:
        """Return the ordinals of these memory ids, unknown ones left out, in the order given."""
        places = self.ordinal_or_none(np.fromiter(ids, dtype=np.int64))
        return places[places >= 0]

    def ordinal_or_none(self, ids: NDArray[Any]) -> Ordinals:
        """Return the ordinal of each memory id, -1 for unknown ones."""
        places = self._by_id[np.minimum(ids, len(self._by_id) - 1)]
        return np.asarray(places, dtype=np.int64)

    def neighbours(self, ordinals: Ordinals, reach: int) -> NDArray[np.int64]:
        """Return the memories around each one in its conversation.

        ``(n, 2·reach+1)`` ordinals from ``reach`` turns before to ``reach`` after, the memory
        itself in the middle; -1 where the conversation ends. Memories in the trash or gone for
        good are passed over.
        """
        offsets = np.arange(-reach, reach + 1)
        places = self._place[ordinals][:, None] + offsets[None, :]
        inside = (places >= 0) & (places < self.size)
        found = self._order[np.where(inside, places, 0)]
        same = inside & (self.group[found] == self.group[ordinals][:, None])
        return np.where(same & self.field("alive")[found], found, -1)

    def place(self, ordinals: Ordinals) -> NDArray[np.int64]:
        """Return where memories stand in reading order, for comparisons within a conversation."""
        return np.asarray(self._place[ordinals])

    def _merge(self, rows: list[changes.Row]) -> Ordinals:
        columns = list(zip(*rows, strict=True))
        values: dict[str, NDArray[np.generic]] = {
            "id": np.array(columns[0], dtype=np.int64),
            # A memory outside conversations is a conversation of its own, numbered below zero.
            "conversation": np.array(
                [-i if c is None else c for i, c in zip(columns[0], columns[1], strict=True)],
                dtype=np.int64,
            ),
            "position": np.array(columns[2], dtype=np.int64),
            "branch": np.array(columns[3], dtype=np.int32),
            "role": self._numbers(self.roles, columns[4]),
            "author": self._numbers(self.authors, columns[5]),
            "source": self._numbers(self.sources, columns[6]),
            "type": self._numbers(self.types, columns[7]),
            "created_at": np.array(
                [NO_TIME if t is None else t for t in columns[8]], dtype=np.int64
            ),
            "term_count": np.array(columns[9], dtype=np.int32),
            "writing": self._numbers(self.writings, columns[10]),
            "importance": np.array(columns[11], dtype=np.float32),
            "pinned": np.array(columns[12], dtype=np.bool_),
            "edited": np.array(columns[13], dtype=np.bool_),
            "alive": np.array(columns[14], dtype=np.bool_),
            "version": np.array(columns[15], dtype=np.int64),
        }
        ids = values["id"]
        known = self._data["id"][: self.size]
        places = np.searchsorted(known, ids)
        inside = np.minimum(places, max(self.size - 1, 0))
        old = (places < self.size) & (known[inside] == ids) if self.size else places < 0
        new = ~old
        for name, column in values.items():
            self._data[name][: self.size][places[old]] = column[old]
        if new.any():
            if self.size and ids[new].min() < known[-1]:
                raise RuntimeError("a new memory has a lower id than a known one")
            self._append({name: column[new] for name, column in values.items()})
        return np.searchsorted(self._data["id"][: self.size], ids)

    def _numbers(self, names: Names, column: tuple[str | None, ...]) -> NDArray[np.int32]:
        return np.fromiter((names.number(name) for name in column), np.int32, len(column))

    def _append(self, values: dict[str, NDArray[np.generic]]) -> None:
        count = len(values["id"])
        needed = self.size + count
        for name, column in values.items():
            held = self._data[name]
            if len(held) < needed:
                grown = np.zeros(max(needed, len(held) * 3 // 2, 1024), dtype=held.dtype)
                grown[: self.size] = held[: self.size]
                self._data[name] = held = grown
            held[self.size : needed] = column
        self._number(values["id"].astype(np.int64))
        self.size = needed

    def _number(self, ids: NDArray[np.int64]) -> None:
        """Enter the ordinals of memories about to be appended."""
        if ids[-1] + 2 > len(self._by_id):
            grown = np.full(max(int(ids[-1]) + 2, len(self._by_id) * 3 // 2), -1, dtype=np.int32)
            grown[: len(self._by_id)] = self._by_id
            self._by_id = grown
        self._by_id[ids] = np.arange(self.size, self.size + len(ids))

    def _arrange(self) -> None:
        """Derive the reading order and the dense numbering of conversations."""
        data = {name: column[: self.size] for name, column in self._data.items()}
        order = (data["id"], data["position"], data["conversation"], ~data["alive"])
        self._order = np.lexsort(order)
        self._place = np.empty(self.size, dtype=np.int64)
        self._place[self._order] = np.arange(self.size)
        numbers, group = np.unique(data["conversation"], return_inverse=True)
        self.group: NDArray[np.int64] = group.astype(np.int64)
        self.group_conversation: NDArray[np.int64] = numbers.astype(np.int64)
        lengths = np.where(data["alive"], data["term_count"], 0).astype(np.float64)
        self.group_terms = np.bincount(self.group, weights=lengths, minlength=len(numbers))
        living = np.bincount(self.group, weights=data["alive"], minlength=len(numbers))
        self.conversation_count = int(np.count_nonzero(living))
        self.alive_count = int(data["alive"].sum())
        self.term_total = float(lengths.sum())
