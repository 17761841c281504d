"""Assertions on a kernel, for any test runner. With pytest they are fixtures, too."""

from __future__ import annotations

from typing import Any, Mapping, Optional

from .traced import Trace
from .tracing import trace


def _checked(trace_: Trace) -> Trace:
    __tracebackhide__ = True
    if trace_.broken_promises:
        raise AssertionError("\n".join(trace_.broken_promises))
    return trace_


def assert_no_conflicts(kernel: Any, grid: Any = None, args: Any = None, **launch: Any) -> Trace:
    """No access of shared memory has bank conflicts. Takes what trace() takes."""
    __tracebackhide__ = True
    return _checked(trace(kernel, grid, args, fail_on=("conflicts",), **launch))


def assert_coalesced(kernel: Any, grid: Any = None, args: Any = None, **launch: Any) -> Trace:
    """No access of global memory touches more sectors than its bytes need."""
    __tracebackhide__ = True
    return _checked(trace(kernel, grid, args, fail_on=("uncoalesced",), **launch))


def assert_no_findings(kernel: Any, grid: Any = None, args: Any = None, **launch: Any) -> Trace:
    """No race, no access out of bounds, nothing else that is found (docs/FINDINGS.md)."""
    __tracebackhide__ = True
    return _checked(trace(kernel, grid, args, fail_on=("findings",), **launch))


def assert_figures(kernel: Any, grid: Any = None, args: Any = None, *,
                   max: Optional[Mapping[str, float]] = None,
                   min: Optional[Mapping[str, float]] = None, **launch: Any) -> Trace:
    """Figures keep to bounds: max={"line:29.n_way": 1}, min={"global_load.efficiency": 0.9}."""
    __tracebackhide__ = True
    return _checked(trace(kernel, grid, args, max=max, min=min, **launch))
