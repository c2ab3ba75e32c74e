"""Random inputs and weights of a case, from its kind, its config and its shapes."""

import zlib

import torch

from .layers import CausalAttention, fixture_name
from .stacks import Stack

MASKED = -100


class Source:
    """Random numbers of one case: its name and the seed, whatever else is generated."""

    def __init__(self, seed, name):
        # PyTorch's generator takes 32 bits of a seed and no more.
        self.generator = torch.Generator().manual_seed(zlib.crc32(f"{seed} {name}".encode()))

    def normal(self, *shape, scale=1.0):
        return scale * torch.randn(shape, generator=self.generator)

    def integers(self, below, *shape):
        return torch.randint(below, shape, generator=self.generator)


def activation(source, config, shapes):
    # The grid, both saturated ends, and both sides of zero.
    grid = torch.arange(-12.0, 12.25, 0.25)
    ends = torch.tensor([-50.0, 50.0, 1e-8, -1e-8])
    return {"x": torch.cat([grid, ends, source.normal(shapes.get("random", 0), scale=2.0)])}


def norm_rows(source, tokens, width):
    """Ordinary rows, and those that a norm finds hard: constant, shifted far, zero, large."""
    x = source.normal(tokens, width)
    x[1] = 5.0
    x[2] = 1000.0 + 1e-2 * source.normal(width)
    x[3] = 0.0
    x[4] = 1000.0 * source.normal(width)
    return x


def layer_norm(source, config, shapes):
    tokens, width = shapes["tokens"], shapes["width"]
    return {
        "x": norm_rows(source, tokens, width),
        "gain": source.normal(width),
        "bias": source.normal(width),
        "dy": source.normal(tokens, width),
    }


def rms_norm(source, config, shapes):
    given = layer_norm(source, config, shapes)
    del given["bias"]
    return given


def batch_norm(source, config, shapes):
    given = layer_norm(source, config, shapes)
    return {**given, "x": source.normal(shapes["tokens"], shapes["width"])}


def weights_of(module, source):
    """Small random weights and biases, gains near one, embeddings of usual sizes."""
    scales = {"token": 0.7, "position": 0.3}
    weights = {}
    for module_name, parameter in module.named_parameters():
        name = fixture_name(module_name)
        if name.endswith("gain"):
            weights[name] = 1.0 + source.normal(*parameter.shape, scale=0.2)
        else:
            weights[name] = source.normal(*parameter.shape, scale=scales.get(name, 0.2))
    return weights


def attention(source, config, shapes):
    x = (shapes["batch"], shapes["context"], config["width"])
    module = CausalAttention(config["width"], config["heads"], config["qk_norm"], config["eps"])
    return {"x": source.normal(*x), "dy": source.normal(*x), **weights_of(module, source)}


def cross_entropy(source, config, shapes):
    """Ordinary rows, and those that overflow where the largest logit is not taken off."""
    tokens, vocabulary = shapes["tokens"], shapes["vocabulary"]
    logits = source.normal(tokens, vocabulary)
    logits[1] = 0.0
    logits[1, 0] = 1000.0
    logits[2] = logits[1]
    logits[3] = -800.0
    target = source.integers(vocabulary, tokens)
    target[1], target[2] = 0, 1
    if "ignore_index" in config:
        target[1::2] = config["ignore_index"]
    return {"logits": logits, "target": target}


def optimizer(source, config, shapes):
    gradients = source.normal(shapes["steps"], shapes["size"])
    gradients[:, -1] *= 1e-8  # as small as Adam's epsilon
    return {"w0": source.normal(shapes["size"]), "gradients": gradients}


def clip(source, config, shapes):
    return {f"g{i}": source.normal(size) for i, size in enumerate(shapes["sizes"])}


def stack(source, config, shapes):
    batch = (shapes["batch"], config["context"])
    target = source.integers(config["vocabulary"], *batch)
    if shapes.get("masked", False):
        target[:, ::2] = MASKED
    ids = source.integers(config["vocabulary"], *batch)
    return {"ids": ids, "target": target, **weights_of(Stack(config), source)}


trace = stack
