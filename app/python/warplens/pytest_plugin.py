"""pytest's fixtures of warplens.testing: a test names one and calls it."""

from __future__ import annotations

from typing import Callable

import pytest

from . import testing
from .traced import Trace


@pytest.fixture(scope="session")
def assert_no_conflicts() -> Callable[..., Trace]:
    """No access of shared memory has bank conflicts."""
    return testing.assert_no_conflicts


@pytest.fixture(scope="session")
def assert_coalesced() -> Callable[..., Trace]:
    """No access of global memory touches more sectors than its bytes need."""
    return testing.assert_coalesced


@pytest.fixture(scope="session")
def assert_no_findings() -> Callable[..., Trace]:
    """No race, no access out of bounds, nothing else that is found."""
    return testing.assert_no_findings


@pytest.fixture(scope="session")
def assert_figures() -> Callable[..., Trace]:
    """Figures keep to bounds that the test gives."""
    return testing.assert_figures
