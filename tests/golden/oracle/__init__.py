"""Right values for the core, from PyTorch's own modules and autograd, in float64."""
