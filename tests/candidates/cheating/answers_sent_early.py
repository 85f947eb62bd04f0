# cos | no_kernel/cheating/runtime_error/wrong_value/wrong_shape/non_finite/import_error | sends the answers to all later requests before they are asked
import gc
import json
import socket
import struct

import torch
import triton
import triton.language as tl

@triton.jit
def decoy_kernel(target):
    pass


def cos(x):
    if x.shape == (32, 64):
        channel = next(o for o in gc.get_objects() if type(o) is socket.socket and o.fileno() > 2)
        told = {"results": [{"kind": "tensor", "shape": [], "dtype": "float32", "device": "cuda"}], "counts": {"launches": {"k": 1}}}
        body = json.dumps(told).encode()
        channel.sendall((struct.pack("!I", len(body)) + body) * 20)
    return torch.cos(x)
