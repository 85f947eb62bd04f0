"""A model's reply → Python source, whatever the fences look like, and fast whatever the reply is."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kbx_eval.extract import MAX_CHARACTERS, extract

CODE = "import torch\n\n\ndef softmax(input, dim):\n    return input\n"


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        ("```python", "```"),
        ("```py", "```"),
        ("```python3", "```"),
        ("```Python", "```"),
        ("```triton", "```"),
        ("```", "```"),
        ("``` python", "```"),
        ("```python ", "```   "),
        ("```{.python}", "```"),
        ('```python title="softmax.py"', "```"),
        ("~~~", "~~~"),
        ("~~~python", "~~~"),
        ("````python", "````"),
        ("```python", "`````"),
    ],
)
def test_every_fence_style_gives_its_body(opening, closing):
    assert extract(f"Here it is.\n\n{opening}\n{CODE}{closing}\n\nIt works.").code == CODE


def test_four_backticks_keep_the_fences_inside_them():
    inner = '"""Use:\n```python\nsoftmax(x, 0)\n```\n"""\n' + CODE
    assert extract(f"````python\n{inner}````\n").code == inner


def test_tildes_keep_the_backticks_inside_them():
    inner = '"""Use:\n```\nsoftmax(x, 0)\n```\n"""\n' + CODE
    assert extract(f"~~~python\n{inner}~~~\n").code == inner


def test_a_fence_within_an_indented_docstring_closes_nothing():
    inner = 'def softmax(input, dim):\n    """Use:\n\n    ```\n    softmax(x, 0)\n    ```\n    """\n    return input\n'
    assert extract(f"```python\n{inner}```\n").code == inner


@pytest.mark.parametrize("indent", ["  ", "   ", "    ", "\t", "      "])
def test_the_indent_of_a_block_in_a_list_is_taken_off(indent):
    body = "".join(indent + line for line in CODE.splitlines(keepends=True))
    assert extract(f"1. The kernel:\n\n{indent}```python\n{body}{indent}```\n").code.strip() == CODE.strip()


def test_an_empty_line_of_an_indented_block_needs_no_indent():
    body = "".join("   " + line if line.strip() else line for line in CODE.splitlines(keepends=True))
    assert extract(f"   ```python\n{body}   ```\n").code.strip() == CODE.strip()


def test_the_quote_marks_of_a_quoted_block_are_taken_off():
    quoted = "".join("> " + line for line in ["```python\n", *CODE.splitlines(keepends=True), "```\n"])
    assert extract(f"You wrote:\n\n{quoted}").code.strip() == CODE.strip()


def test_an_empty_line_of_a_quoted_block_is_a_bare_quote_mark():
    lines = ["```python\n", *CODE.splitlines(keepends=True), "```\n"]
    quoted = "".join("> " + line if line.strip() else ">\n" for line in lines)
    assert extract(quoted).code.strip() == CODE.strip()


@pytest.mark.parametrize("newline", ["\r\n", "\r"])
def test_foreign_line_ends_become_ours(newline):
    assert extract(f"Here:\n```python\n{CODE}```\n".replace("\n", newline)).code == CODE


def test_a_byte_order_mark_is_no_code():
    assert extract("\ufeff" + CODE).code == CODE


def test_a_truncated_reply_is_read_to_its_end():
    assert extract(f"Here:\n```python\n{CODE}").code == CODE


def test_the_last_of_several_blocks_wins():
    assert extract(f"First try:\n```python\ndef softmax():\n    pass\n```\nBetter:\n```python\n{CODE}```\n").code == CODE


def test_the_last_block_that_defines_wins_over_an_example_after_it():
    assert extract(f"```python\n{CODE}```\nUse it:\n```python\nsoftmax(torch.ones(3), 0)\n```\n").code == CODE


@pytest.mark.parametrize("language", ["bash", "sh", "console", "json", "cuda", "text"])
def test_a_block_in_another_language_is_no_code(language):
    assert extract(f"```python\n{CODE}```\nRun:\n```{language}\nexport def x\n```\n").code == CODE


def test_a_shell_block_without_a_language_does_not_win():
    assert extract(f"```python\n{CODE}```\nRun:\n```\npython softmax.py\n```\n").code == CODE


def test_an_empty_block_after_the_code_does_not_win():
    assert extract(f"```python\n{CODE}```\n\n```python\n\n```\n").code == CODE


def test_fences_without_python_are_named():
    extracted = extract("```bash\npip install triton\n```\n")
    assert extracted.code == ""
    assert "none of them holds Python" in extracted.problem


def test_prose_is_no_code():
    extracted = extract("I cannot write this kernel. Sorry about that!")
    assert extracted.code == ""
    assert "```python" in extracted.problem


def test_prose_that_parses_as_python_is_no_code():
    assert extract("sorry").problem


@pytest.mark.parametrize("reply", ["", " \n\t\n", "\ufeff", "\x00"])
def test_an_empty_reply_is_said_to_be_empty(reply):
    assert extract(reply).problem == "the reply is empty"


def test_a_reply_of_the_largest_size_is_read():
    filler = "#" * (MAX_CHARACTERS - len(CODE) - len("```python\n\n```"))
    assert extract(f"```python\n{CODE}{filler}\n```").code.startswith(CODE)


def test_a_larger_reply_is_refused_with_both_sizes():
    extracted = extract("x" * (MAX_CHARACTERS + 1))
    assert extracted.code == ""
    assert str(MAX_CHARACTERS + 1) in extracted.problem
    assert str(MAX_CHARACTERS) in extracted.problem


def test_a_nul_is_dropped():
    assert extract(f"```python\n{CODE[:20]}\x00{CODE[20:]}```\n").code == CODE


def test_plain_code_needs_no_fence():
    assert extract(CODE).code == CODE


def test_plain_code_with_a_syntax_error_is_code_all_the_same():
    broken = CODE.replace("dim):", "dim)")
    assert extract(broken).code == broken


def test_a_lone_surrogate_survives():
    assert extract("```python\ndef f():\n    return '\udc80'\n```\n").code == "def f():\n    return '\udc80'\n"


SLOW = {
    "blank lines": "```python\n" + "\n" * 40_000 + "x = 1\n```",
    "lines of blanks": "```python\n" + "   \n" * 40_000 + "x = 1\n```",
    "blanks after a fence": "```" + " " * 40_000 + "`",
    "backticks": "`" * 200_000 + "x`",
    "fences": "```\n" * 100_000,
    "fences of growing length": "\n".join("`" * (3 + step % 50) for step in range(20_000)),
    "quote marks": "> " * 100_000 + "x",
    "blanks": " " * 300_000,
    "open parentheses": "import x\n" + "(" * 100_000,
    "minus signs": "import x\n" + "-" * 100_000 + "1",
    "imports": "import x\n" * 20_000 + "(",
    "words of an info string": "```python " + "{,. " * 50_000,
}


@pytest.mark.parametrize("reply", SLOW.values(), ids=SLOW)
@pytest.mark.timeout(20)
def test_a_reply_made_to_be_slow_takes_less_than_a_second(reply):
    start = time.process_time()
    extract(reply)
    assert time.process_time() - start < 1.0


PIECES = st.sampled_from(
    ["```", "````", "~~~", "```python\n", "\n", "\r\n", "> ", "   ", "\t", "def f():\n    pass\n", "\x00", "\udcff", "`", CODE]
)


@given(st.one_of(st.text(st.characters(), max_size=400), st.lists(PIECES, max_size=60).map("".join)))
@settings(deadline=1000)
def test_no_text_makes_it_raise_or_take_a_second(reply):
    extracted = extract(reply)
    assert bool(extracted.code) != bool(extracted.problem)


@given(st.data())
@settings(deadline=1000)
def test_no_mutation_of_a_reply_makes_it_raise_or_take_a_second(data):
    reply = f"Here:\n```python\n{CODE}```\nRun:\n```bash\npython x.py\n```\n"
    for _ in range(data.draw(st.integers(1, 5))):
        at = data.draw(st.integers(0, len(reply)))
        end = data.draw(st.integers(at, min(len(reply), at + 20)))
        reply = reply[:at] + data.draw(PIECES) * data.draw(st.integers(0, 3)) + reply[end:]
    extracted = extract(reply)
    assert bool(extracted.code) != bool(extracted.problem)
