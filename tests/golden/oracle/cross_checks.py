"""Our modules against PyTorch's own, where it has one of the same graph."""

import torch
from torch import nn

from .layers import ACTIVATIONS, CausalAttention, causal_mask, load
from .stacks import Stack, mean_loss

# Two orders of the same sums in double; a wrong graph misses by far more.
CLOSE = {"rtol": 1e-11, "atol": 1e-13}


def check(kind, config, given):
    """Raises AssertionError where the two differ; does nothing where PyTorch has no such module."""
    if kind == "attention" and config["qk_norm"] == "none":
        check_attention(config, given)
    if kind == "stack" and has_encoder_layer(config):
        check_stack(config, given)


def has_encoder_layer(config):
    return (
        config["wiring"] in ("post", "pre")
        and config["norm"] == "layer"
        and config["bias"]
        and config["qk_norm"] == "none"
    )


def check_attention(config, given):
    ours = load(CausalAttention(config["width"], config["heads"], "none", config["eps"]), given)
    x = given["x"]  # (batch, context, width)
    theirs = nn.MultiheadAttention(config["width"], config["heads"], batch_first=True)
    copy_attention(ours, theirs)
    y, probabilities = theirs(
        x, x, x, attn_mask=~causal_mask(x.shape[1]), average_attn_weights=False
    )
    torch.testing.assert_close(ours(x), y, **CLOSE)
    torch.testing.assert_close(ours.probabilities(x), probabilities, **CLOSE)


def check_stack(config, given):
    """Loss, and the gradients of both embeddings, which pass through every layer."""
    ours = load(Stack(config), given)
    mean_loss(ours(given["ids"]), given["target"]).backward()
    wanted = ours.token.grad, ours.position.grad
    ours.zero_grad()

    stream = ours.streams(given["ids"])[0]
    for layer in range(config["depth"]):
        stream = encoder_layer(config, *ours.sub[2 * layer : 2 * layer + 2])(
            stream, src_mask=~causal_mask(config["context"])
        )
    mean_loss(ours.logits(stream), given["target"]).backward()
    torch.testing.assert_close((ours.token.grad, ours.position.grad), wanted, **CLOSE)


def encoder_layer(config, attention, feed_forward):
    layer = nn.TransformerEncoderLayer(
        config["width"],
        config["heads"],
        config["ff_width"],
        dropout=0.0,
        activation=ACTIVATIONS[config["activation"]],
        layer_norm_eps=config["eps"],
        batch_first=True,
        norm_first=config["wiring"] == "pre",
    )
    norm = "norm_in" if config["wiring"] == "pre" else "norm_trunk"
    copy_attention(attention.f, layer.self_attn)
    for theirs, ours in (
        (layer.linear1, feed_forward.f.w1),
        (layer.linear2, feed_forward.f.w2),
        (layer.norm1, getattr(attention, norm)),
        (layer.norm2, getattr(feed_forward, norm)),
    ):
        theirs.load_state_dict(ours.state_dict())
    return layer


def copy_attention(ours, theirs):
    projections = (ours.wq, ours.wk, ours.wv)
    theirs.in_proj_weight.data = torch.cat([p.weight.data for p in projections])
    theirs.in_proj_bias.data = torch.cat([p.bias.data for p in projections])
    theirs.out_proj.load_state_dict(ours.wo.state_dict())
