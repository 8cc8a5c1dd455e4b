"""NVRTC and the CUDA driver by ctypes, and a cache of compiled kernels on disk.

PyTorch has a compiler of kernels, torch.cuda._compile_kernel, but its name is private and its arguments have changed
between releases. NVRTC and the driver have stable C interfaces, and PyTorch installs NVRTC.
"""
