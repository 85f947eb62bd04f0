"""A verdict as text that a model can act on: what was found, what to do about it, what passed, what the compiler made of it."""

from kbx_agents.advice import ADVICE
from kbx_eval.record import Binary, Verdict

MOST_CASES = 5
MOST_CHARACTERS = 6000


def feedback_on(verdict: Verdict) -> str:
    """Everything a model should know about its last candidate."""
    parts = [
        f"Verdict: {verdict.status.value} (found in the {verdict.stage.value} stage)",
        _shorten(verdict.message),
        "" if verdict.correct else f"What to do: {ADVICE[verdict.status]}",
        _cases(verdict),
        _resources(verdict),
        "\n".join(f"Note: {finding}" for finding in verdict.findings),
    ]
    return "\n\n".join(part for part in parts if part)


def _cases(verdict: Verdict) -> str:
    if not verdict.cases:
        return ""
    failed = [case for case in verdict.cases if not case.ok]
    lines = [f"Cases judged: {len(verdict.cases)}, right: {len(verdict.cases) - len(failed)}."]
    for case in failed[:MOST_CASES]:
        told = "" if case.message in verdict.message else f": {case.message}"
        lines.append(f"- wrong for {case.case}{told}")
    return "\n".join(lines)


def _resources(verdict: Verdict) -> str:
    binaries = verdict.compile.binaries if verdict.compile else ()
    lines = dict.fromkeys(_resource_line(binary) for binary in binaries if not binary.error)
    return "\n".join(lines)


def _resource_line(binary: Binary) -> str:
    figures = {
        "registers a thread": binary.registers,
        "bytes spilled": binary.spill_bytes,
        "bytes of shared memory a block": binary.shared_bytes,
        "warps": binary.num_warps,
    }
    known = ", ".join(f"{value} {name}" for name, value in figures.items() if value is not None)
    return f"Compiled `{binary.kernel}` for {binary.target}: {known}" if known else ""


def _shorten(text: str) -> str:
    """Keep both ends: compilers put the cause last, Python puts the place first."""
    if len(text) <= MOST_CHARACTERS:
        return text
    half = MOST_CHARACTERS // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} characters left out …]\n{text[-half:]}"
