# cos | exited | os._exit(0) while it is imported
import os

import triton

os._exit(0)


@triton.jit
def cos(x):
    pass
