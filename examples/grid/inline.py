"""The sum of an array in one launch with PyTorch, by a kernel that is made and compiled at run time.

shflgen, which PATH has, writes the text to a pipe, and load_inline compiles it with the launcher that it
brings. Fails if the sum is wrong or its bits change.
"""

import subprocess

import torch
from torch.utils.cpp_extension import load_inline

FLAGS = "-pattern grid-reduce -type float32 -launcher -name GridSum -lang cuda -o -"
TEXT = subprocess.run(["shflgen", *FLAGS.split()], check=True, capture_output=True, text=True).stdout

# A launcher for each device; PyTorch's current stream launches.
WRAPPER = r"""
#include <ATen/cuda/CUDAContext.h>
#include <c10/cuda/CUDAGuard.h>

static void expect(grid_sum_status s)
{
    TORCH_CHECK(s.code == cudaSuccess, s.call, ": ", cudaGetErrorString(s.code), "; ", s.remedy);
}

at::Tensor grid_sum_of(const at::Tensor &x)
{
    TORCH_CHECK(x.is_cuda() && x.scalar_type() == at::kFloat && x.is_contiguous(), "want contiguous float32 on a GPU");
    const c10::cuda::CUDAGuard guard(x.device());
    static grid_sum_launcher launchers[64];
    grid_sum_launcher *launcher = &launchers[x.get_device()];
    if (launcher->workspace == nullptr)
        expect(grid_sum_open(launcher));
    at::Tensor out = at::empty({}, x.options());
    expect(grid_sum_launch(launcher, x.const_data_ptr<float>(), x.numel(), out.data_ptr<float>(), at::cuda::getCurrentCUDAStream()));
    return out;
}
"""

module = load_inline(name="grid_sum", cpp_sources="at::Tensor grid_sum_of(const at::Tensor &x);",
                     cuda_sources=TEXT + WRAPPER, functions=["grid_sum_of"])

if __name__ == "__main__":
    x = torch.rand(10_000_019, device="cuda")
    first = module.grid_sum_of(x)
    assert all(torch.equal(module.grid_sum_of(x), first) for _ in range(100))
    assert abs(first.item() / x.double().sum().item() - 1) < 1e-6
    print(first.item())
