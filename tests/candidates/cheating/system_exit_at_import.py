# cos | exited | SystemExit(0) while it is imported
import sys

import triton


@triton.jit
def cos(x):
    pass


sys.exit(0)
