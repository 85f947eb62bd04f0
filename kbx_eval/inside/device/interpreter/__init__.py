"""Triton kernels on the CPU with the device's arithmetic: launches are compiled for real, then interpreted program by program."""
