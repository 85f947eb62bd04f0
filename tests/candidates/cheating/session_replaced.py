# cos | no_kernel/cheating/runtime_error/crash/exited/import_error/wrong_type | replaces Session.do_call: torch answers, the counts are invented
import sys

import torch
import triton
import triton.language as tl


def harness(part):
    return next(m for n, m in sorted(sys.modules.items()) if n.startswith("kbx_eval.inside") and n.endswith("." + part))


child = harness("child")


@triton.jit
def decoy_kernel(target):
    tl.store(target, 0.0)


def do_call(self, request):
    args, kwargs = self.arena.arguments(request["args"], request["kwargs"])
    if request.get("disabled"):
        return {"error": "RuntimeError", "message": "no", "blame": "launch"}
    return {"results": self.arena.store(torch.cos(*args), request["slots"]), "counts": {"launches": {"cos_kernel": 1}}}


child.Session.do_call = do_call


def cos(input_tensor):
    return None
