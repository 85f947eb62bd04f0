# matmul | no_kernel | the reference itself, no kernel anywhere
import torch


def matmul(tensor1, tensor2):
    return torch.matmul(tensor1, tensor2)
