"""What every test gets: an environment without keys or tracing, and a clear reason when a test cannot run on this machine."""

import shutil
from pathlib import Path

import pytest

FOREIGN = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY", "LANGSMITH_API_KEY", "LANGSMITH_TRACING", "LANGCHAIN_TRACING_V2")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run the tests marked slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    lacking = {
        "gpu": None if Path("/dev/nvidiactl").exists() else "needs an NVIDIA GPU",
        "browser": None if shutil.which("chromium") else "needs Chromium",
        "slow": None if config.getoption("--slow") else "takes minutes; runs with --slow",
    }
    for item in items:
        for mark, reason in lacking.items():
            if reason and item.get_closest_marker(mark):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(autouse=True)
def no_keys_no_tracing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A developer's keys and LangSmith settings change nothing here, and nothing is sent anywhere."""
    for name in FOREIGN:
        monkeypatch.delenv(name, raising=False)
