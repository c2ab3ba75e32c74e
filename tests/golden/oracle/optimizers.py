"""torch.optim, and clipping by the global norm."""

import torch
from torch import nn


def make_optimizer(config, parameters, eps):
    """What stands after an underscore ("adam_98") only tells two cases apart."""
    kind, lr = config["optimizer"].split("_")[0], config["lr"]
    if kind == "sgd":
        return torch.optim.SGD(parameters, lr=lr, momentum=config.get("momentum", 0.0))
    betas = (config["beta1"], config["beta2"])
    if kind == "adam":
        return torch.optim.Adam(parameters, lr=lr, betas=betas, eps=eps)
    assert kind == "adamw", kind
    decay = config["weight_decay"]
    return torch.optim.AdamW(parameters, lr=lr, betas=betas, eps=eps, weight_decay=decay)


def optimizer(config, given):  # w0: (size), gradients: (steps, size)
    w = nn.Parameter(given["w0"].clone())
    descent = make_optimizer(config, [w], eps=config.get("eps"))
    path = []
    for gradient in given["gradients"]:
        w.grad = gradient.clone()
        descent.step()
        path.append(w.detach().clone())
    return {"path": torch.stack(path)}  # (steps, size)


def clip(config, given):
    parameters = {name: nn.Parameter(torch.zeros_like(value)) for name, value in given.items()}
    for name, parameter in parameters.items():
        parameter.grad = given[name].clone()
    norm = nn.utils.clip_grad_norm_(parameters.values(), config["max_norm"])
    return {"norm_before": norm.item(), **{name: p.grad for name, p in parameters.items()}}
