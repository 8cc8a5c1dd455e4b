"""The emitted row kernels as functions of PyTorch."""

import pathlib

from torch.utils.cpp_extension import load_inline

HERE = pathlib.Path(__file__).parent

# A kernel takes pointers, the distance of two rows in elements, and the number of rows. Its comment
# in the emitted file states the launch.
WRAPPERS = r"""
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAException.h>
#include "row_argmax.cu"
#include "row_argmax_float.cu"
#include "row_sum.cu"

static void expect(const at::Tensor &x, at::ScalarType type, int64_t cols)
{
    TORCH_CHECK(x.is_cuda() && x.scalar_type() == type && x.dim() == 2 && x.size(1) == cols && x.stride(1) == 1,
                "want a matrix of ", cols, " columns of ", type, " on a GPU, each row contiguous");
}

template <class T, class Kernel>
static std::vector<at::Tensor> winner(Kernel kernel, const at::Tensor &x)
{
    const int64_t rows = x.size(0);
    at::Tensor best = at::empty({rows}, x.options()), column = at::empty({rows}, x.options().dtype(at::kInt));
    if (rows > 0) {
        kernel<<<rows, 512, 0, at::cuda::getCurrentCUDAStream()>>>(
            static_cast<const T *>(x.const_data_ptr()), x.stride(0), static_cast<T *>(best.data_ptr()), column.data_ptr<int>(), rows);
        C10_CUDA_KERNEL_LAUNCH_CHECK();
    }
    return {best, column};
}

std::vector<at::Tensor> argmax(const at::Tensor &x)
{
    expect(x, at::kBFloat16, 50257);
    return winner<__nv_bfloat16>(row_argmax, x);
}

std::vector<at::Tensor> argmax_float(const at::Tensor &x)
{
    expect(x, at::kFloat, 50257);
    return winner<float>(row_argmax_float, x);
}

at::Tensor sum(const at::Tensor &x)
{
    expect(x, at::kFloat, 768);
    const int64_t rows = x.size(0);
    at::Tensor out = at::empty({rows}, x.options());
    if (rows > 0) {
        row_sum<<<(rows + 1) / 2, 64, 0, at::cuda::getCurrentCUDAStream()>>>(
            x.const_data_ptr<float>(), x.stride(0), out.data_ptr<float>(), rows);
        C10_CUDA_KERNEL_LAUNCH_CHECK();
    }
    return out;
}
"""

rows = load_inline(
    name="shflgen_rows",
    cpp_sources="""
std::vector<at::Tensor> argmax(const at::Tensor &x);
std::vector<at::Tensor> argmax_float(const at::Tensor &x);
at::Tensor sum(const at::Tensor &x);
""",
    cuda_sources=WRAPPERS,
    functions=["argmax", "argmax_float", "sum"],
    extra_include_paths=[str(HERE)],
)
