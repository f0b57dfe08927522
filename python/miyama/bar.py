"""A bar for long computations, if tqdm is installed."""

from __future__ import annotations

import importlib.util
import math
import sys
import time
import warnings
from typing import Any, Callable, Optional

#: Nobody needs a bar for what takes no longer.
MOMENT = 0.5


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and hasattr(shell, "kernel")


class Bar:
    """A bar that appears when a computation takes longer than a moment."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._started = time.monotonic()
        self._bar: Any = None

    def listener(self) -> Optional[Callable[[int, Optional[int]], None]]:
        """Who is told how far the computation is; None if nobody would see it."""
        if not (_in_notebook() or sys.stderr is not None and sys.stderr.isatty()):
            return None
        return self._show if importlib.util.find_spec("tqdm") else None

    def _show(self, done: int, total: Optional[int]) -> None:
        if self._bar is None:
            if time.monotonic() - self._started < MOMENT:
                return
            try:
                with warnings.catch_warnings():
                    # A notebook without widgets gets a bar of letters, and needs no word about it.
                    warnings.simplefilter("ignore")
                    from tqdm.auto import tqdm
            except ImportError:
                # It is there, and broken: an answer is worth more than a bar.
                self._started = math.inf
                return

            self._bar = tqdm(desc=self._title, total=total, leave=False, unit_scale=True)
        self._bar.total = total
        self._bar.n = done
        self._bar.refresh()

    def close(self) -> None:
        """Takes the bar away."""
        if self._bar is not None:
            self._bar.close()
