"""What a model is told to do about each status."""

from kbx_eval.record import Status

ADVICE: dict[Status, str] = {
    Status.CORRECT: "Nothing has to be repaired.",
    Status.EXTRACT_ERROR: "Reply with exactly one fenced ```python block that holds the whole module.",
    Status.SYNTAX_ERROR: "The module is not valid Python. Look at the named line and the one before: brackets, colons, indentation.",
    Status.SCREEN_ERROR: "Define the entry point under the task's exact name, and a `@triton.jit` kernel that it launches.",
    Status.IMPORT_ERROR: "The module fails when it is imported. Check names, imports and decorators at module level.",
    Status.COMPILE_ERROR: "Triton cannot compile the kernel. Use what this Triton version has; block shapes are constant powers of two.",
    Status.LAUNCH_ERROR: "The launch is refused. Check the grid, the number and order of arguments, `num_warps`, and shared memory.",
    Status.RUNTIME_ERROR: "The wrapper raises. Check attribute names, shapes and arguments for every input that the contract allows.",
    Status.ILLEGAL_MEMORY: "The kernel leaves its tensors. Check masks, strides and the grid for sizes that no block divides.",
    Status.OUT_OF_MEMORY: "Memory ran out. Allocate only outputs and small scratch, and do not expand inputs.",
    Status.HOST_TIMEOUT: "The Python code is not done in time. Move loops over elements into the kernel.",
    Status.DEVICE_TIMEOUT: "The kernel is not done in time. Check the bounds of its loops; split the work over more programs.",
    Status.PROCESS_LIMIT: "The module starts too many processes or threads. It needs none.",
    Status.OUTPUT_LIMIT: "The module prints too much. Remove every print.",
    Status.EXITED: "The process ended before the entry point returned. Do not call `exit`, `sys.exit` or `os._exit`.",
    Status.CRASH: "The process crashed, most likely by an access outside a tensor. Check masks, strides and pointer types.",
    Status.WRONG_TYPE: "The result is another kind of object than the contract says. Check tuple versus tensor, and missing returns.",
    Status.WRONG_SHAPE: "The result has another shape than the contract says. Check reductions, `keepdim` and broadcasting.",
    Status.WRONG_DTYPE: "The result has another dtype than the contract says. Allocate the output in that dtype.",
    Status.WRONG_VALUE: "Work the named case out by hand: indices, masks at the edge, strides, scaling, the accumulator's dtype.",
    Status.NON_FINITE: "NaN or infinity instead of a number. Subtract the maximum before exp, guard divisions, mask with `other=`.",
    Status.NON_DETERMINISTIC: "Equal inputs give unequal results. Look for races, unordered atomics and uninitialised memory.",
    Status.INPUT_MUTATED: "An input was changed. Write only to what you allocated or what the contract tells you to write.",
    Status.NO_KERNEL: "The result did not come from a Triton kernel, so it does not count. Compute in the kernel, not in torch.",
    Status.CHEATING: "The result was obtained by a trick; that is recorded and never counts. Compute it from each call's inputs.",
    Status.INFRASTRUCTURE_ERROR: "The evaluator failed, not your kernel. Send the same module again.",
}
"""Complete: a status without advice is a defect."""
