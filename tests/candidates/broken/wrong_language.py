# sigmoid | extract_error | answers with CUDA C++ instead of Triton
Here is an optimized kernel:

```cuda
#include <cuda_runtime.h>

__global__ void sigmoid_kernel(const float* __restrict__ x, float* __restrict__ y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        y[i] = 1.0f / (1.0f + __expf(-x[i]));
    }
}
```
