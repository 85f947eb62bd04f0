"""Judges that tests share, the small tasks they judge, and candidates made from a few lines."""

import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import hypothesis
import pytest

from kbx_eval import Evaluator, Limits, Settings, Verdict

hypothesis.settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
hypothesis.settings.load_profile("repeatable")

PROBES = Path(__file__).parent / "probes"
"""A suite of small tasks, each made to show one thing."""
LIMITS = Limits(import_seconds=8, call_seconds=8, memory_bytes=1 << 30, processes=32, output_bytes=1 << 16)

HEAD = """
import ctypes, math, os, sys, time
import torch, triton
import triton.language as tl
"""
DOUBLE = """
@triton.jit
def double_kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(y_ptr + i, 2 * tl.load(x_ptr + i, mask=mask, other=0.0), mask=mask)


def run(x, block=256):
    x = x.contiguous()
    y = torch.empty_like(x)
    double_kernel[(triton.cdiv(x.numel(), block),)](x, y, x.numel(), BLOCK=block)
    return y
"""

Judge = Callable[..., Verdict]


@pytest.fixture(scope="session")
def settings() -> Settings:
    """Of the judge that the probes share."""
    return Settings(device="cpu", suite=str(PROBES), limits=LIMITS, seed=3)


@pytest.fixture(scope="session")
def probes(settings: Settings) -> Iterator[Evaluator]:
    """A judge of the small tasks, with tight limits."""
    with Evaluator(settings) as evaluator:
        yield evaluator


@pytest.fixture(scope="session")
def judge(probes: Evaluator) -> Judge:
    """Judge a module's source, imports left out: `judge(code, "double", depth="profile")`."""

    def verdict(code: str, task: str = "double", *, depth: str = "check") -> Verdict:
        return probes.evaluate(HEAD + textwrap.dedent(code), task, depth=depth)

    return verdict


@pytest.fixture(scope="session")
def judge_body(judge: Judge) -> Judge:
    """Judge an entry point of `double` from the lines of its body; `run(x)` launches a right kernel."""

    def verdict(body: str, task: str = "double", *, depth: str = "check") -> Verdict:
        return judge(f"{DOUBLE}\n\ndef {task}(x):\n{textwrap.indent(textwrap.dedent(body), '    ')}", task, depth=depth)

    return verdict


@pytest.fixture(scope="session")
def right(judge_body: Judge) -> Callable[[], Verdict]:
    """The verdict on an honest kernel: what every candidate after a bad one must still get."""
    return lambda: judge_body("return run(x)")
