"""Code → may it be run at all?"""

import time
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kbx_eval.record import Status
from kbx_eval.screen import screen

KERNEL = "import triton\n@triton.jit\ndef kernel(x):\n    pass\n"


@pytest.mark.parametrize(
    "code",
    [
        "def softmax(x): ...",
        "async def softmax(x): ...",
        "class softmax: ...",
        "softmax = lambda x: x",
        "softmax: object = print",
        "first, (softmax, *rest) = 1, (2, 3)",
        "from elsewhere import run as softmax",
        "import softmax",
        "if True:\n    def softmax(x): ...",
        "try:\n    def softmax(x): ...\nexcept ImportError:\n    pass",
        "try:\n    import fast\nexcept ImportError:\n    softmax = None",
        "with open('x') as softmax:\n    pass",
        "(softmax := print)",
    ],
)
def test_a_name_bound_at_the_top_level_is_an_entry(code):
    assert screen(code, "softmax").status is None


def test_the_generic_entry_will_do_for_any_task():
    assert screen("def kernel_function(x): ...", "softmax").status is None


@pytest.mark.parametrize(
    "code", ["exec(source)", "globals()['soft' + 'max'] = print", "setattr(module, name, print)", "vars()[name] = print"]
)
def test_a_name_that_only_running_could_show_is_not_missed(code):
    assert screen(code, "softmax").status is None


@pytest.mark.parametrize(
    "code",
    ["def other(x): ...", "class Model:\n    def softmax(self): ...", "def make():\n    def softmax(x): ...", "softmax", "print(softmax)"],
)
def test_a_name_that_the_module_does_not_bind_is_no_entry(code):
    assert screen(code, "softmax").status is Status.SCREEN_ERROR


def test_a_missing_entry_is_named_beside_what_is_there():
    message = screen("def my_softmax(x): ...\ndef helper(x): ...", "softmax").message
    assert "'softmax'" in message
    assert "'kernel_function'" in message
    assert "helper, my_softmax" in message


def test_code_that_defines_nothing_says_so():
    assert "it defines nothing" in screen("print(1)", "softmax").message


def test_a_syntax_error_names_its_line_and_shows_it():
    screened = screen("import torch\ndef softmax(x)\n    return x\n", "softmax")
    assert screened.status is Status.SYNTAX_ERROR
    assert screened.message.startswith("line 2: ")
    assert "def softmax(x)" in screened.message


@pytest.mark.parametrize("code", ["return 1", "def f():\n    nonlocal x", "break", "def f(a, a): ...", "await x", "x = *y"])
def test_what_only_the_compiler_refuses_is_a_syntax_error_too(code):
    assert screen(code, "f").status is Status.SYNTAX_ERROR


@pytest.mark.parametrize("code", ["def softmax(x): ...\x00", "def softmax(x):\n    return '\udc80'\n", "x = " + "9" * 5000])
def test_what_is_no_python_text_is_a_syntax_error(code):
    screened = screen(code, "softmax")
    assert screened.status is Status.SYNTAX_ERROR
    assert screened.message


def test_a_long_line_is_cut_in_the_message():
    assert len(screen("x = (" + "1, " * 10_000, "softmax").message) < 400


def test_a_careless_escape_is_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert screen("def softmax(x):\n    return '\\d' is 'x'\n", "softmax").status is None


@pytest.mark.parametrize(
    ("code", "has_kernel"),
    [
        (KERNEL, True),
        ("from triton import jit\n@jit\ndef kernel(x): ...", True),
        ("import triton as t\nkernel = t.jit(print)", True),
        ("import triton\n@triton.autotune([], [])\n@triton.jit\ndef kernel(x): ...", True),
        ("import triton\ndef kernel(x): ...", False),
        ("# @triton.jit\ntext = '@triton.jit'", False),
    ],
)
def test_a_kernel_is_seen_in_the_tree_and_not_in_the_text(code, has_kernel):
    assert screen(code + "\ndef softmax(x): ...", "softmax").has_kernel is has_kernel


NESTED = {
    "parentheses": "({}" + "{})",
    "lists": "[{}" + "{}]",
    "calls": "f({}" + "{})",
    "minus": "-{}1",
    "not": "not {}1",
    "sums": "1+{}1",
    "powers": "1**{}1",
    "lambdas": "lambda:{}1",
    "attributes": "a{}.b",
    "subscripts": "a{}[0]",
    "conditions": "1 if 1 else {}1",
    "comparisons": "1<{}1",
    "keys": "{{1:{}",
}


def nested(pattern: str, depth: int) -> str:
    head, _, tail = pattern.partition("{}")
    head, tail = head.replace("{{", "{"), tail.replace("{}", "")
    single = tail in ("1", "")
    return head * depth + tail if single else (head * depth + tail * depth if head != "a" else head + tail * depth)


@pytest.mark.parametrize("depth", [90, 1_000, 10_000])
@pytest.mark.parametrize("pattern", NESTED.values(), ids=NESTED)
def test_deep_nesting_is_judged_in_less_than_a_second(pattern, depth):
    start = time.process_time()
    screened = screen(f"x = {nested(pattern, depth)}", "softmax")
    assert time.process_time() - start < 1.0
    assert screened.status in (Status.SYNTAX_ERROR, Status.SCREEN_ERROR)


def test_too_deep_a_nesting_says_so():
    assert "nested too deeply" in screen("x = " + "-" * 20_000 + "1", "softmax").message


@pytest.mark.parametrize("statement", ["if 1:\n", "for x in y:\n", "def softmax():\n", "class softmax:\n", "with x:\n"])
def test_blocks_within_blocks_end_in_a_verdict(statement):
    code = "".join(" " * depth + statement for depth in range(99)) + " " * 99 + "pass\n"
    assert screen(code, "softmax").status in (None, Status.SCREEN_ERROR, Status.SYNTAX_ERROR)


WORDS = """def class if else elif for while lambda return yield await async import from as try except finally with match case not and
    or is in del global nonlocal pass ( ) [ ] { } : , . ; = == -> + - * ** / // % @ := ... x softmax 1 1e999 0x 1j 'a' \' \\ # f'{ f'{x}'
    é ⟂ \udc80"""
TOKENS = st.sampled_from([*WORDS.split(), "\n", "\n ", "\n\t", "\x00", '"""'])


@given(st.one_of(st.text(max_size=200), st.lists(TOKENS, max_size=60).map(" ".join)))
@settings(deadline=1000)
def test_no_tokens_make_it_raise(code):
    screened = screen(code, "softmax")
    assert screened.status in (None, Status.SYNTAX_ERROR, Status.SCREEN_ERROR)
    assert bool(screened.message) == (screened.status is not None)
