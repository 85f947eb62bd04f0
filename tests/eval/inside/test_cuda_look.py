"""Torch on a host without a GPU: tensors and devices look and behave as with one. Each candidate asserts it in its own process."""

import textwrap

import pytest

from kbx_eval.record import Status


@pytest.fixture(scope="session")
def holds(judge_body):
    """What a candidate asserts about `x`, its input, holds where it runs."""

    def check(lines: str) -> None:
        verdict = judge_body(f"{textwrap.dedent(lines)}\nreturn run(x)")
        assert verdict.status is Status.CORRECT, verdict.message

    return check


@pytest.fixture(scope="session")
def refused(holds):
    """An expression raises, with words that the message has on a GPU too."""

    def check(expression: str, kind: str, words: str) -> None:
        holds(f"""
            try:
                {expression}
            except {kind} as error:
                assert {words!r} in str(error), error
            else:
                raise AssertionError("nothing was raised")
        """)

    return check


def test_a_false_assertion_is_seen(judge_body):
    verdict = judge_body("assert not x.is_cuda, 'it is on the GPU'\nreturn run(x)")
    assert verdict.status is Status.RUNTIME_ERROR
    assert "it is on the GPU" in verdict.message
    assert "assert not x.is_cuda" in verdict.message


@pytest.mark.parametrize(
    "claim",
    [
        "x.is_cuda",
        "not x.is_cpu",
        "x.device.type == 'cuda'",
        "x.device.index == 0",
        "x.device == torch.device('cuda', 0)",
        "str(x.device) == 'cuda:0'",
        "x.get_device() == 0",
        "x.data_ptr() % 16 == 0",
        "x.type() == 'torch.cuda.FloatTensor'",
        "not x.is_pinned()",
    ],
)
def test_an_input_is_on_the_gpu(holds, claim):
    holds(f"assert {claim}")


@pytest.mark.parametrize(
    "made",
    [
        "x + 1",
        "x[0:1]",
        "x.reshape(-1)",
        "x.contiguous()",
        "x.to(torch.float16)",
        "torch.empty_like(x)",
        "torch.zeros_like(x, dtype=torch.float64)",
        "x.new_zeros(3)",
        "torch.empty(3, device='cuda')",
        "torch.empty(3, device='cuda:0')",
        "torch.empty(3, device=0)",
        "torch.empty(3, device=x.device)",
        "torch.empty(3, device=torch.device('cuda'))",
        "torch.tensor([1.0], device='cuda')",
        "torch.arange(3, device=x.device)",
        "torch.randn(3, device='cuda')",
        "torch.ones(3).cuda()",
        "torch.ones(3).cuda(0)",
        "torch.ones(3).to('cuda')",
        "torch.ones(3).to('cuda:0')",
        "torch.ones(3).to(0)",
        "torch.ones(3).to(x.device)",
        "torch.ones(3).to(device='cuda')",
        "torch.ones(3).to('cuda', torch.float16)",
        "torch.ones(3).to(device=x.device, dtype=torch.float16)",
        "torch.ones(3).to(x)",
        "torch.ones(3).cuda().half()",
        "torch.as_tensor(x)",
        "torch.stack([x, x])",
        "x.cpu().cuda()",
        "torch.nn.Parameter(x)",
        "torch.nn.Linear(2, 2).cuda().weight",
        "torch.nn.Linear(2, 2, device='cuda').weight",
    ],
)
def test_what_is_made_for_the_gpu_is_on_it(holds, made):
    holds(f"made = {made}\nassert made.is_cuda\nassert made.device.type == 'cuda'")


@pytest.mark.parametrize(
    "made",
    [
        "torch.empty(3)",
        "torch.tensor(1.0)",
        "torch.zeros(3, device='cpu')",
        "torch.arange(3) + 1",
        "x.cpu()",
        "x.to('cpu')",
        "x.to(torch.device('cpu'))",
        "x.to(device='cpu', dtype=torch.float16)",
        "x.to(torch.ones(1))",
        "x.cpu().flatten()",
        "x.cpu().to(torch.float16)",
        "x.cpu()[0:1]",
        "torch.empty_like(x, device='cpu')",
        "torch.ones(3).clone()",
        "torch.nn.Linear(2, 2).weight",
    ],
)
def test_what_is_made_in_host_memory_is_there(holds, made):
    holds(f"made = {made}\nassert not made.is_cuda\nassert made.is_cpu\nassert made.device.type == 'cpu'\nassert made.get_device() == -1")


@pytest.mark.parametrize("moved", ["x.cpu()", "x.to('cpu')", "x.cpu().cuda()"])
def test_a_move_is_a_copy(holds, moved):
    holds(f"kept = x.clone()\nmoved = {moved}\nassert moved.data_ptr() != x.data_ptr()\nmoved.zero_()\nassert torch.equal(x, kept)")


@pytest.mark.parametrize("moved", ["x.cuda()", "x.to('cuda')", "x.to(x.device)", "x.to(x.dtype)", "x.to(x)"])
def test_a_move_to_where_it_is_is_the_tensor_itself(holds, moved):
    holds(f"assert {moved} is x")


@pytest.mark.parametrize("expression", ["x.numpy()", "np.asarray(x)", "x.detach().numpy()"])
def test_numpy_cannot_see_the_gpu(refused, holds, expression):
    refused(f"import numpy as np; {expression}", "TypeError", "Use Tensor.cpu()")
    holds("assert x.cpu().numpy().shape == tuple(x.shape)")


@pytest.mark.parametrize(
    "expression",
    [
        "x + torch.ones(x.shape)",
        "torch.ones(x.shape) * x",
        "torch.matmul(x.reshape(1, -1), torch.ones(x.numel(), 1))",
        "x.add_(torch.ones(x.shape))",
        "torch.cat([x, torch.ones(x.shape)])",
    ],
)
def test_devices_do_not_mix(refused, expression):
    refused(expression, "RuntimeError", "Expected all tensors to be on the same device")


def test_a_scalar_tensor_of_the_host_mixes_with_the_gpu(holds):
    holds("assert (x * torch.tensor(2.0)).is_cuda")


def test_copying_between_devices_is_allowed(holds):
    holds("y = torch.empty(x.shape)\ny.copy_(x)\nassert not y.is_cuda\nassert torch.equal(y, x.cpu())")


def test_a_kernel_cannot_take_host_memory(refused):
    refused("double_kernel[(1,)](torch.ones(3), x, 3, BLOCK=16)", "ValueError", "cpu tensor")


def test_an_unknown_device_is_refused(refused):
    refused("torch.empty(3, device='xpu')", "RuntimeError", "xpu")


def test_a_device_context_makes_tensors_on_the_gpu(holds):
    holds("""
        with torch.device("cuda"):
            assert torch.empty(3).is_cuda
            assert not torch.empty(3, device="cpu").is_cuda
        assert not torch.empty(3).is_cuda
    """)


def test_a_default_device_makes_tensors_on_the_gpu(holds):
    holds("""
        torch.set_default_device("cuda")
        assert torch.empty(3).is_cuda
        torch.set_default_device("cpu")
        assert not torch.empty(3).is_cuda
    """)


def test_a_generator_of_the_gpu_gives_numbers_there(holds):
    holds("""
        first, second = (torch.rand(5, generator=torch.Generator(device="cuda").manual_seed(3), device="cuda") for _ in range(2))
        assert first.is_cuda
        assert torch.equal(first, second)
        assert torch.Generator(device="cuda").device.type == "cuda"
    """)


def test_memory_that_nobody_wrote_is_not_zero(holds):
    holds("""
        for made in (torch.empty(50, device="cuda"), torch.empty_like(x), x.new_empty(50)):
            assert made.count_nonzero() == made.numel()
        assert torch.empty(50, dtype=torch.int32, device="cuda").count_nonzero() > 0
    """)


@pytest.mark.parametrize(
    "claim",
    [
        "torch.cuda.is_available()",
        "torch.cuda.device_count() == 1",
        "torch.cuda.current_device() == 0",
        "torch.cuda.get_device_capability() == (9, 0)",
        "torch.cuda.get_device_capability(x.device) == (9, 0)",
        "torch.cuda.get_device_properties(0).multi_processor_count == 132",
        "torch.cuda.get_device_properties('cuda').total_memory > 2**36",
        "torch.cuda.get_device_properties(x.device).major == 9",
        "'H100' in torch.cuda.get_device_name(0)",
        "torch.cuda.is_bf16_supported()",
        "torch.cuda.synchronize() is None",
        "torch.cuda.synchronize(x.device) is None",
        "torch.cuda.empty_cache() is None",
        "torch.cuda.memory_allocated() >= 0",
        "torch.cuda.current_stream().synchronize() is None",
        "torch.version.cuda",
        "triton.runtime.driver.active.utils.get_device_properties(0)['multiprocessor_count'] == 132",
        "triton.runtime.driver.active.get_current_target().arch == 90",
        "triton.runtime.driver.active.get_active_torch_device().type == 'cuda'",
    ],
)
def test_the_device_answers_questions(holds, claim):
    holds(f"assert {claim}")


@pytest.mark.parametrize(
    "context", ["torch.cuda.device(x.device)", "torch.cuda.device(0)", "torch.cuda.device_of(x)", "torch.cuda.stream(torch.cuda.Stream())"]
)
def test_device_contexts_can_be_entered(holds, context):
    holds(f"with {context}:\n    y = run(x)\nassert torch.equal(y, 2 * x)")


def test_events_can_be_recorded(holds):
    holds("""
        start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
        start.record()
        run(x)
        end.record()
        torch.cuda.synchronize()
        assert start.elapsed_time(end) >= 0
    """)


def test_a_kernel_is_not_a_function_of_the_host(refused):
    refused("double_kernel(x, x, 3, 16)", "RuntimeError", "outside of the scope of a kernel")
