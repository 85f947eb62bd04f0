"""Planting one mistake in a right kernel. Each function takes (source, entry point) and returns None where its mistake has no place."""

import ast
import re
from collections.abc import Callable

_MISSPELLINGS = (
    ("triton.cdiv(", "triton.ceil_div("),
    ("triton.next_power_of_2(", "triton.next_power_of_two("),
    ("torch.empty_like(", "torch.empty_as("),
)
_MATHS = re.compile(r"\btl\.(?:math\.)?(exp|exp2|log|log2|sqrt|rsqrt|sin|cos|abs|floor)\(")
_BLOCK = re.compile(r"\b(\w*(?:block|tile)\w*)(\s*(?::\s*tl\.constexpr\s*)?=\s*)(\d+)\b", re.IGNORECASE)


def unclosed(source: str, entry: str) -> str | None:
    """Lose the last closing bracket."""
    head, bracket, tail = source.rpartition(")")
    return head + tail if bracket else None


def renamed(source: str, entry: str) -> str | None:
    """Give the entry point a name of one's own."""
    return _changed(source, re.sub(rf"(?<![\w.]){entry}\(", f"{entry}_triton(", source))


def no_import(source: str, entry: str) -> str | None:
    """Forget to import `triton.language`."""
    return _changed(
        source, re.sub(r"^import triton\.language as tl\n|^from triton import language as tl\n", "", source, flags=re.MULTILINE)
    )


def misspelt(source: str, entry: str) -> str:
    """Call a helper by a name that it does not have."""
    for right, wrong in _MISSPELLINGS:
        if right in source:
            return source.replace(right, wrong)
    tree = ast.parse(source)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == entry:
            node.body.insert(bool(ast.get_docstring(node)), ast.parse("warps = triton.next_power_of_two(4)").body[0])
    return ast.unparse(tree)


def stale_api(source: str, entry: str) -> str | None:
    """Use Triton as it was some versions ago."""
    return _changed(source, _MATHS.sub(r"tl.libdevice.\1(", source)) or _rewrite(source, _old_store)


def odd_block(source: str, entry: str) -> str | None:
    """Choose a block size that is no power of two."""
    loose = source.replace("triton.next_power_of_2(", "(")
    return _changed(source, loose) or _changed(source, _BLOCK.sub(lambda found: _sized(found, lambda size: size - size // 8), source))


def no_mask(source: str, entry: str) -> str | None:
    """Forget the masks."""
    return _rewrite(source, _unmasked)


def short_grid(source: str, entry: str) -> str | None:
    """Round the grid down."""
    return _rewrite(source, _floored)


def wrong_dtype(source: str, entry: str) -> str | None:
    """Return float64, whatever the contract says."""
    tree = ast.parse(source)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == entry]
    returns = [node for function in functions for node in ast.walk(function) if isinstance(node, ast.Return)]
    values = [node for node in returns if node.value is not None and not isinstance(node.value, ast.Constant)]
    for node in values:
        if isinstance(node.value, ast.Tuple):
            node.value.elts[0] = _to_double(node.value.elts[0])
        elif node.value:
            node.value = _to_double(node.value)
    return ast.unparse(tree) if values else None


def wrong_value(source: str, entry: str) -> str | None:
    """Store twice the result, and one more."""
    return _rewrite(source, _scaled)


def tiny_block(source: str, entry: str) -> str | None:
    """Choose blocks so small that most of the time goes into starting them."""
    return _changed(source, _BLOCK.sub(lambda found: _sized(found, lambda size: max(16, size // 4)), source))


def _changed(source: str, planted: str) -> str | None:
    return planted if planted != source else None


def _sized(found: re.Match[str], resize: Callable[[int], int]) -> str:
    return f"{found[1]}{found[2]}{resize(int(found[3]))}" if int(found[3]) >= 16 else found[0]


def _rewrite(source: str, change: Callable[[ast.Call], ast.expr | None]) -> str | None:
    """Replace every call for which `change` gives something else."""

    class Rewriter(ast.NodeTransformer):
        changes = 0

        def visit_Call(self, node: ast.Call) -> ast.expr:
            self.generic_visit(node)
            changed = change(node)
            self.changes += changed is not None
            return changed or node

    rewriter = Rewriter()
    tree = rewriter.visit(ast.parse(source))
    return ast.unparse(ast.fix_missing_locations(tree)) if rewriter.changes else None


def _old_store(call: ast.Call) -> ast.expr | None:
    if ast.unparse(call.func) != "tl.store":
        return None
    call.keywords.append(ast.keyword("eviction", ast.Constant("evict_last")))
    return call


def _unmasked(call: ast.Call) -> ast.expr | None:
    positional = {"tl.load": 1, "tl.store": 2}.get(ast.unparse(call.func))
    if positional is None:
        return None
    kept = [keyword for keyword in call.keywords if keyword.arg not in ("mask", "other")]
    if len(kept) == len(call.keywords) and len(call.args) <= positional:
        return None
    call.args, call.keywords = call.args[:positional], kept
    return call


def _floored(call: ast.Call) -> ast.expr | None:
    if ast.unparse(call.func) != "triton.cdiv" or len(call.args) != 2:
        return None
    return ast.BinOp(call.args[0], ast.FloorDiv(), call.args[1])


def _scaled(call: ast.Call) -> ast.expr | None:
    if ast.unparse(call.func) != "tl.store" or len(call.args) < 2:
        return None
    doubled = ast.BinOp(call.args[1], ast.Mult(), ast.Constant(2))
    call.args[1] = ast.BinOp(doubled, ast.Add(), ast.Constant(1))
    return call


def _to_double(value: ast.expr) -> ast.expr:
    return ast.Call(ast.Attribute(value, "to"), [ast.Attribute(ast.Name("torch"), "float64")], [])
