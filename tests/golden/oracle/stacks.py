"""Whole stacks, wired by a table, and their training."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from .layers import ACTIVATIONS, CausalAttention, gradients, load, make_norm
from .optimizers import make_optimizer


@dataclass(frozen=True)
class Wiring:
    """x <- N_trunk(skip_scale x + N_out(F(N_in(x)))), each norm where its flag is set."""

    skip: bool = True
    norm_in: bool = False
    norm_out: bool = False
    norm_trunk: bool = False
    final_norm: bool = False
    deepnorm: bool = False  # Wang 2022: skip_scale (2 depth)^(1/4)
    depth_scaled: bool = False  # Sun 2025: N_in times 1 / sqrt(layer), layers from 1


WIRINGS = {
    "plain": Wiring(skip=False),
    "plain_norm": Wiring(skip=False, norm_in=True),
    "residual": Wiring(),
    "post": Wiring(norm_trunk=True),
    "pre": Wiring(norm_in=True, final_norm=True),
    "sandwich": Wiring(norm_in=True, norm_out=True, final_norm=True),
    "branch_out": Wiring(norm_out=True, final_norm=True),
    "deepnorm": Wiring(norm_trunk=True, deepnorm=True),
    "layer_norm_scaling": Wiring(norm_in=True, final_norm=True, depth_scaled=True),
}


def skip_scale(wiring, depth):
    return (2 * depth) ** 0.25 if WIRINGS[wiring].deepnorm else 1.0


class FeedForward(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.w1 = nn.Linear(config["width"], config["ff_width"], config["bias"])
        self.w2 = nn.Linear(config["ff_width"], config["width"], config["bias"])
        self.activation = ACTIVATIONS[config["activation"]]

    def forward(self, x):  # (batch, context, width) -> the same
        return self.w2(self.activation(self.w1(x)))


class Sublayer(nn.Module):
    def __init__(self, config, f, layer):
        super().__init__()
        wiring = WIRINGS[config["wiring"]]

        def norm(present):
            return norm_of(config) if present else nn.Identity()

        self.f = f
        self.norm_in = norm(wiring.norm_in)
        self.norm_out = norm(wiring.norm_out)
        self.norm_trunk = norm(wiring.norm_trunk)
        self.norm_in_scale = layer**-0.5 if wiring.depth_scaled else 1.0
        self.skip_scale = config["skip_scale"] if wiring.skip else 0.0

    def forward(self, x):  # (batch, context, width) -> the same
        branch = self.norm_out(self.f(self.norm_in_scale * self.norm_in(x)))
        return self.norm_trunk(self.skip_scale * x + branch)


def norm_of(config):
    return make_norm(config["norm"], config["width"], config["eps"], config["bias"])


class Stack(nn.Module):
    def __init__(self, config):
        super().__init__()
        width = config["width"]
        self.token = nn.Parameter(torch.zeros(config["vocabulary"], width))
        self.position = nn.Parameter(torch.zeros(config["context"], width))
        self.sub = nn.ModuleList()
        for layer in range(1, config["depth"] + 1):
            attention = CausalAttention(
                width, config["heads"], config["qk_norm"], config["eps"], config["bias"]
            )
            self.sub.append(Sublayer(config, attention, layer))
            self.sub.append(Sublayer(config, FeedForward(config), layer))
        if WIRINGS[config["wiring"]].final_norm:
            self.final = norm_of(config)
        self.head = nn.Linear(width, config["vocabulary"], bias=False)

    def streams(self, ids):  # (batch, context) -> sublayers + 1 of (batch, context, width)
        streams = [F.embedding(ids, self.token) + self.position]
        for sublayer in self.sub:
            streams.append(sublayer(streams[-1]))
        return streams

    def logits(self, stream):  # (batch, context, width) -> (batch, context, vocabulary)
        return self.head(self.final(stream) if hasattr(self, "final") else stream)

    def forward(self, ids):
        return self.logits(self.streams(ids)[-1])


def mean_loss(logits, target):  # (batch, context, vocabulary), (batch, context)
    return F.cross_entropy(logits.flatten(0, 1), target.flatten())


def stack(config, given):
    model = load(Stack(config), given)
    streams = model.streams(given["ids"])
    for stream in streams:
        stream.retain_grad()
    logits = model.logits(streams[-1])
    loss = mean_loss(logits, given["target"])
    loss.backward()
    return {
        "logits": logits,
        "loss": loss.item(),
        **gradients(model),
        "stream_rms": [stream.square().mean().sqrt().item() for stream in streams],
        "stream_grad_norm": [stream.grad.norm().item() for stream in streams[1:]],
    }


def trace(config, given):
    """Loss and gradient norm before each of the updates, the same batch at every step."""
    model = load(Stack(config), given)
    optimizer = make_optimizer(config, decay_groups(model), eps=config.get("adam_eps"))
    warmup = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1.0, (step + 1) / max(1, config["warmup"]))
    )
    losses, norms = [], []
    for _ in range(config["steps"]):
        optimizer.zero_grad()
        loss = mean_loss(model(given["ids"]), given["target"])
        loss.backward()
        clip = config.get("clip", float("inf"))
        norms.append(nn.utils.clip_grad_norm_(model.parameters(), clip).item())
        losses.append(loss.item())
        optimizer.step()
        warmup.step()
    return {"loss": losses, "grad_norm": norms}


def decay_groups(model):
    """Weight decay is for the weights of linear maps: not for gains, biases and embeddings."""
    linear = [m.weight for m in model.modules() if isinstance(m, nn.Linear)]
    chosen = {id(weight) for weight in linear}
    others = [p for p in model.parameters() if id(p) not in chosen]
    return [{"params": linear}, {"params": others, "weight_decay": 0.0}]
