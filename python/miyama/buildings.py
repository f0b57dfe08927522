"""Buildings of bricks."""

from __future__ import annotations

from typing import Any, Dict, SupportsIndex

from .asking import ask
from .given import text, whole


class Buildings(int):
    """How many buildings there are: a number that also knows them by height and by profile.

    >>> import miyama as m
    >>> m.bricks("2x4", 3)
    1560
    >>> m.bricks("2x4", 3).by_height
    {2: 500, 3: 1060}
    """

    #: All that programs can read: the fields of the command line's JSON.
    data: Dict[str, Any]

    def __new__(cls, data: Dict[str, Any]) -> Buildings:
        made = super().__new__(cls, data["count"])
        made.data = data
        return made

    @property
    def by_height(self) -> Dict[int, int]:
        """How many of each height."""
        return {int(height): int(count) for height, count in self.data["by_height"].items()}

    @property
    def by_profile(self) -> Dict[str, int]:
        """How many with each list of layer sizes, from the bottom."""
        return {profile: int(count) for profile, count in self.data["by_profile"].items()}

    @property
    def symmetric(self) -> int:
        """How many a half turn leaves unchanged."""
        return int(self.data["symmetric"])

    def __reduce__(self) -> Any:
        return (Buildings, (self.data,))


def bricks(brick: str, count: SupportsIndex, *, fixed: bool = False) -> Buildings:
    """Counts the buildings of so many bricks, up to rotation unless ``fixed``.

    >>> import miyama as m
    >>> m.bricks("2x4", 2)
    24
    """
    question = {"brick": text(brick, "a brick"), "bricks": str(whole(count, "a number of bricks")), "fixed": fixed}
    return Buildings(ask({"ask": "bricks", **question}, []).data)
