"""Single layers as modules, and the values and gradients that are expected of them."""

import math

import torch
import torch.nn.functional as F
from torch import nn

ACTIVATIONS = {
    "relu": F.relu,
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "gelu_erf": F.gelu,
    "silu": F.silu,
    "tanh": torch.tanh,
}


def rms_normalised(x, gain, eps):
    """Zhang & Sennrich 2019, over the last axis. PyTorch 1.13 has no module of it."""
    return x / torch.sqrt(x.square().mean(-1, keepdim=True) + eps) * gain


class RMSNorm(nn.Module):
    def __init__(self, width, eps):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))
        self.eps = eps

    def forward(self, x):
        return rms_normalised(x, self.weight, self.eps)


def make_norm(kind, width, eps, bias=True):
    if kind == "rms":
        return RMSNorm(width, eps)
    norm = nn.LayerNorm(width, eps=eps)
    if not bias:
        norm.bias = None
    return norm


class CausalAttention(nn.Module):
    """Vaswani 2017; qk_norm "rms_per_head": RMSNorm over each head's slice of q and k."""

    def __init__(self, width, heads, qk_norm, eps, bias=True):
        super().__init__()
        self.heads = heads
        self.head_width = width // heads
        self.qk_norm = qk_norm
        self.eps = eps
        if qk_norm == "rms_per_head":
            self.q_gain = nn.Parameter(torch.ones(self.head_width))
            self.k_gain = nn.Parameter(torch.ones(self.head_width))
        self.wq = nn.Linear(width, width, bias)
        self.wk = nn.Linear(width, width, bias)
        self.wv = nn.Linear(width, width, bias)
        self.wo = nn.Linear(width, width, bias)

    def _heads_of(self, x):  # (batch, context, width) -> (batch, heads, context, head width)
        return x.unflatten(-1, (self.heads, self.head_width)).transpose(1, 2)

    def scores(self, x):  # (batch, context, width) -> (batch, heads, context, context)
        q = self._heads_of(self.wq(x))
        k = self._heads_of(self.wk(x))
        if self.qk_norm == "rms_per_head":
            q = rms_normalised(q, self.q_gain, self.eps)
            k = rms_normalised(k, self.k_gain, self.eps)
        return q @ k.transpose(-2, -1) / math.sqrt(self.head_width)

    def probabilities(self, x):  # (batch, heads, context, context)
        scores = self.scores(x)
        return scores.masked_fill(~causal_mask(x.shape[1]), -math.inf).softmax(-1)

    def forward(self, x):  # (batch, context, width) -> the same
        v = self._heads_of(self.wv(x))
        mixed = self.probabilities(x) @ v  # (batch, heads, context, head width)
        return self.wo(mixed.transpose(1, 2).flatten(-2))


def causal_mask(context):  # (context, context), true where a query may look
    return torch.ones(context, context, dtype=torch.bool).tril()


def fixture_name(name):
    """A norm's `weight` is called its gain in a fixture."""
    owner, _, leaf = name.rpartition(".")
    is_norm = owner == "" or owner == "final" or owner.rpartition(".")[2].startswith("norm_")
    return f"{owner}.gain".lstrip(".") if leaf == "weight" and is_norm else name


def load(module, given):
    """Puts the given values into a module; every parameter must be given, in its shape."""
    for name, parameter in module.named_parameters():
        value = given[fixture_name(name)]
        assert value.shape == parameter.shape, (name, value.shape, parameter.shape)
        parameter.data = value.clone()
    return module


def gradients(module):
    return {f"d{fixture_name(name)}": p.grad for name, p in module.named_parameters()}


def input_and_gradients(module, given):
    """y, dx and every parameter's gradient, for the upstream gradient dy."""
    x = given["x"].clone().requires_grad_()
    y = load(module, given)(x)
    y.backward(given["dy"])
    return {"y": y, "dx": x.grad, **gradients(module)}


def activation(config, given):
    x = given["x"].clone().requires_grad_()  # (count)
    y = ACTIVATIONS[config["activation"]](x)
    y.sum().backward()
    return {"y": y, "dydx": x.grad}


def layer_norm(config, given):  # x: (tokens, width)
    return input_and_gradients(make_norm("layer", given["x"].shape[-1], config["eps"]), given)


def rms_norm(config, given):  # x: (tokens, width)
    return input_and_gradients(make_norm("rms", given["x"].shape[-1], config["eps"]), given)


def batch_norm(config, given):  # x: (tokens, width)
    return input_and_gradients(nn.BatchNorm1d(given["x"].shape[-1], eps=config["eps"]), given)


def attention(config, given):  # x: (batch, context, width)
    module = CausalAttention(config["width"], config["heads"], config["qk_norm"], config["eps"])
    expected = input_and_gradients(module, given)
    with torch.no_grad():
        visible = module.scores(given["x"])[..., causal_mask(given["x"].shape[1])]
        probabilities = module.probabilities(given["x"])
    entropy = torch.special.entr(probabilities).sum(-1)  # (batch, heads, context), in nats
    return {
        **expected,
        "probabilities": probabilities,
        "max_abs_logit": visible.abs().max().item(),
        "mean_entropy": entropy.mean().item(),
    }


def cross_entropy(config, given):  # logits: (tokens, vocabulary)
    logits = given["logits"].clone().requires_grad_()
    ignored = config.get("ignore_index", -100)
    loss = F.cross_entropy(logits, given["target"], ignore_index=ignored)
    loss.backward()
    expected = {"loss": loss.item(), "dlogits": logits.grad}
    if "ignore_index" not in config:
        expected["per_row"] = F.cross_entropy(logits, given["target"], reduction="none")
    return expected
