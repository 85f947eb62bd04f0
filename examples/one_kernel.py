"""Judge one kernel: a model's reply goes in, a verdict comes out, and feedback that the model can act on.

python examples/one_kernel.py
"""

from kbx_agents import feedback_on
from kbx_eval import Evaluator, load_suite

REPLY = """Here is a sigmoid; the last block of a tensor is rarely full, but who will notice?

```python
import torch
import triton
import triton.language as tl


@triton.jit
def sigmoid_kernel(x_ptr, out_ptr, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out_ptr + offsets, tl.sigmoid(tl.load(x_ptr + offsets)))


def sigmoid(input, out=None):
    out = torch.empty_like(input) if out is None else out
    sigmoid_kernel[(triton.cdiv(input.numel(), 1024),)](input, out, BLOCK=1024)
    return out
```
"""


def main() -> None:
    """Judge the reply above, then the solution that ships with the task."""
    with Evaluator() as evaluator:
        for reply in (REPLY, load_suite().find("sigmoid").solution):
            verdict = evaluator.evaluate(reply, "sigmoid")
            print(f"--- {verdict.status} after {verdict.seconds:.1f} s on {verdict.device} ---\n{feedback_on(verdict)}\n")


if __name__ == "__main__":
    main()
