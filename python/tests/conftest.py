import os
import pathlib

import pytest

# Answers are compared with English texts.
os.environ["LC_ALL"] = "C"

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> pathlib.Path:
    """The repository."""
    return ROOT
