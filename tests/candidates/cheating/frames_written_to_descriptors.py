# cos | exited/wrong_type/wrong_value/non_finite/runtime_error/cheating | writes forged answers to every inherited descriptor, then leaves
import json
import os
import struct

import torch
import triton
import triton.language as tl

@triton.jit
def decoy_kernel(target):
    pass


def cos(x):
    body = json.dumps({"results": [{"kind": "tensor", "shape": list(x.shape), "dtype": "float32", "device": "cuda"}], "counts": {"launches": {"k": 1}}})
    frame = struct.pack("!I", len(body)) + body.encode()
    for descriptor in range(3, 64):
        try:
            os.write(descriptor, frame * 40)
        except OSError:
            pass
    os._exit(0)
