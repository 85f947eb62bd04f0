"""The project keeps its promises: what is shipped, what is pinned, what the documents say."""

import ast
import os
import re
import shlex
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", folder], cwd=ROOT, check=True, capture_output=True)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(next(built.glob("*.whl")))


def shipped(folder: str) -> Iterator[str]:
    return (
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not any(part == "__pycache__" or part.startswith(".") for part in path.relative_to(ROOT).parts)
    )


def test_the_wheel_holds_two_packages_and_nothing_called_tasks(wheel: zipfile.ZipFile) -> None:
    top = {name.split("/")[0] for name in wheel.namelist()}
    assert {name for name in top if not name.endswith(".dist-info")} == {"kbx_eval", "kbx_agents"}


def test_the_wheel_carries_every_task_and_every_prompt(wheel: zipfile.ZipFile) -> None:
    expected = {name.replace("tasks/", "kbx_eval/_tasks/", 1) for name in shipped("tasks")}
    expected |= {name for name in shipped("kbx_agents") if name.endswith(".jinja")}
    assert expected, "the checkout has no tasks"
    assert expected <= set(wheel.namelist())


def test_the_sdist_carries_the_tasks(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        names = {name.split("/", 1)[-1] for name in sdist.getnames()}
    assert set(shipped("tasks")) <= names


def test_an_unpacked_wheel_finds_its_tasks_without_the_checkout(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    wheel.extractall(tmp_path)
    code = "from kbx_eval import load_suite; print(*sorted({str(task.folder) for task in load_suite()}), sep='\\n')"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True, capture_output=True, text=True)
    found = done.stdout.splitlines()
    assert len(found) == len(list(ROOT.glob("tasks/*/*/task.py")))
    assert all(Path(folder).is_relative_to(tmp_path / "kbx_eval" / "_tasks") for folder in found)


def test_every_direct_dependency_is_pinned_within_its_range() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    extras = PROJECT["optional-dependencies"].values()
    for requirement in map(Requirement, [*PROJECT["dependencies"], *(line for extra in extras for line in extra)]):
        assert pins[canonicalize_name(requirement.name)] in requirement.specifier, f"{requirement} is pinned outside its range"


def imported_roots(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


@pytest.mark.parametrize("path", sorted((ROOT / "kbx_eval" / "inside").rglob("*.py")), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_beside_a_candidate_only_the_standard_library_torch_triton_and_numpy_are_imported(path: Path) -> None:
    allowed = {*sys.stdlib_module_names, "torch", "triton", "numpy"}
    foreign = {
        name
        for name in imported_roots(path)
        if name.split(".")[0] not in allowed and name != "kbx_eval.inside" and not name.startswith("kbx_eval.inside.")
    }
    assert not foreign


def test_an_old_python_is_refused_in_one_line(tmp_path: Path) -> None:
    old = tmp_path / "old python"
    old.write_text('#!/bin/sh\n[ "$1" = --version ] && echo Python 3.9.2\nexit 1\n', encoding="utf-8")
    old.chmod(0o755)
    done = subprocess.run(["make", "-s", "python", f"PYTHON={old}"], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode != 0
    assert "kbx needs Python 3.11 or newer" in done.stderr.splitlines()[0]
    assert "Python 3.9.2" in done.stderr.splitlines()[0]


def blocks(path: Path) -> Iterator[str]:
    """The shell lines of a document's fenced blocks, continuation lines joined."""
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    for block in re.findall(r"^```(?:bash|sh|console)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield from (line.split(" #")[0].strip() for line in block.splitlines() if line.strip())


def commands(program: str) -> list[tuple[str, str]]:
    """Every use of `program` in the documents, in blocks and in inline code, as (document, line)."""
    found = []
    for path in DOCUMENTS:
        inline = re.findall(rf"`({program} [^`\n]+)`", path.read_text(encoding="utf-8"))
        in_blocks = [line[line.index(f"{program} ") :] for line in blocks(path) if re.search(rf"(^|/){program} ", line)]
        found += [(path.name, line) for line in inline + in_blocks]
    return found


def test_every_make_target_in_the_documents_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    used = {(name, word) for name, line in commands("make") for word in line.split()[1:] if re.fullmatch("[a-z]+", word)}
    assert used, "the documents name no make target"
    assert {word for _, word in used} <= targets, f"{used} against {targets}"


@pytest.mark.parametrize(("document", "line"), commands("kbx"))
def test_every_kbx_command_in_the_documents_exists(document: str, line: str) -> None:
    from kbx_agents.cli import app

    command = typer.main.get_command(app)
    words = shlex.split(line)[1:]
    while words and hasattr(command, "commands") and not words[0].startswith("-"):
        assert words[0] in command.commands, f"{document}: `{line}`: no command {words[0]!r}"
        command = command.commands[words.pop(0)]
    options = {name for parameter in command.params for name in parameter.opts} | {"--help"}
    unknown = {word.split("=")[0] for word in words if word.startswith("-")} - options
    assert not unknown, f"{document}: `{line}`: no option {unknown}"


def headings(path: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_in_the_documents_resolve(path: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8")):
        if "://" in target:
            continue
        name, _, anchor = target.partition("#")
        linked = (path.parent / name) if name else path
        assert linked.exists(), f"{path.name} links to {target}, which does not exist"
        assert not anchor or anchor in headings(linked), f"{path.name} links to {target}, which has no such heading"


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_paths_in_the_documents_exist(path: Path) -> None:
    """Inline code that starts with one of our folders names something in the checkout; `<...>` stands for any name."""
    folders = "kbx_eval|kbx_agents|tasks|examples|benchmarks|docs|tests"
    for name in re.findall(rf"`((?:{folders})/[\w./<>*-]+)`", path.read_text(encoding="utf-8")):
        assert list(ROOT.glob(re.sub(r"<[^>]+>", "*", name.rstrip("/")))), f"{path.name} names {name}, which does not exist"


def repository_files() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=False, capture_output=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in os.fsdecode(listed.stdout).split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_somebodys_machine() -> None:
    local = [prefix for prefix in {str(ROOT), sys.prefix, sys.base_prefix} if not prefix.startswith("/usr")]
    home = "/home/" + r"[a-z]|/" + "Users/" + "|/root/" + r"\."
    pattern = re.compile("|".join([home, *map(re.escape, local)]).encode())
    naming = {path.relative_to(ROOT).as_posix() for path in repository_files() if pattern.search(path.read_bytes())}
    assert not naming


def test_the_python_example_of_the_readme_gives_a_verdict() -> None:
    code = re.search(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert code
    done = subprocess.run([sys.executable, "-c", code[1]], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("correct ")
