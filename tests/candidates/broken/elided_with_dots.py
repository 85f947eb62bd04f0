# std | syntax_error | the middle of the kernel is elided with an unparsable placeholder
Below is the corrected kernel; I only changed the second pass.

```python
import torch
import triton
import triton.language as tl

@triton.jit
def std_kernel(x_ptr, out_ptr, N, correction, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    cols = tl.arange(0, BLOCK)
    ... (load and first pass unchanged) ...
    d = tl.where(cols < N, x - mean, 0.0)
    tl.store(out_ptr + row, tl.sqrt(tl.sum(d * d) / (N - correction)))

def std(input, dim=None, correction=1, keepdim=False, out=None):
    # same as before
    ...
```

The subtraction now happens before squaring, which is numerically stable.
