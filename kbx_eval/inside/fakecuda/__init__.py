"""A torch whose CPU tensors look and behave like CUDA tensors, for hosts without a GPU."""
