"""The cases: a name, a kind, a config, and the shapes of its random inputs."""

import itertools
from typing import NamedTuple

from .stacks import WIRINGS, skip_scale


class Case(NamedTuple):
    name: str
    kind: str
    config: dict
    shapes: dict


ADAM = {"lr": 1e-3, "beta1": 0.9, "beta2": 0.999, "eps": 1e-8}


def committed():
    """The cases of tests/golden."""
    for form in ("relu", "gelu_tanh", "gelu_erf", "silu", "tanh"):
        yield Case(f"activation_{form}", "activation", {"activation": form}, {})
    rows = {"tokens": 6, "width": 8}
    for kind, eps in itertools.product(("layer_norm", "rms_norm"), (1e-5, 1e-6)):
        yield Case(f"{kind}_eps{eps:g}", kind, {"eps": eps}, rows)
    yield Case("batch_norm_train", "batch_norm", {"eps": 1e-5}, rows)
    logits = {"tokens": 6, "vocabulary": 7}
    masked = {"reduction": "mean", "ignore_index": -100}
    yield Case("cross_entropy", "cross_entropy", {"reduction": "mean"}, logits)
    yield Case("cross_entropy_masked", "cross_entropy", masked, logits)
    for heads, qk_norm in itertools.product((1, 2, 4), ("none", "rms_per_head")):
        yield attention_case("attention_h{heads}_qk_{qk_norm}", 8, heads, qk_norm, 2, 5)
    yield Case("clip_global_norm", "clip", {"max_norm": 1.0}, {"sizes": (3, 4)})
    yield from optimizer_cases("optimizer_{}", {"steps": 8, "size": 6})
    yield from committed_stacks()
    for wiring in ("post", "pre", "sandwich", "deepnorm"):
        config = stack_config(wiring, "layer", depth=3)
        adam = {"optimizer": "adam", "lr": 0.01, "beta1": 0.9, "beta2": 0.999, "adam_eps": 1e-8}
        training = {**config, **adam, "warmup": 8, "steps": 20}
        del training["causal"]
        yield Case(f"trace_{wiring}", "trace", training, {"batch": 4})


def committed_stacks():
    def case(wiring, norm, suffix="", **changes):
        config = stack_config(wiring, norm, **changes)
        name = f"stack_{wiring}_{norm}_L{config['depth']}{suffix}"
        return Case(name, "stack", config, {"batch": 2})

    for wiring in WIRINGS:
        yield case(wiring, "layer")
    no_bias = {"bias": False, "activation": "relu"}
    for wiring in ("post", "pre", "sandwich", "branch_out", "deepnorm"):
        yield case(wiring, "rms", **no_bias)
    yield case("branch_out", "rms", "_qk", qk_norm="rms_per_head", **no_bias)
    erf = {"bias": False, "activation": "gelu_erf"}
    yield case("pre", "rms", "_qk", depth=3, qk_norm="rms_per_head", **erf)
    yield case("post", "layer", depth=4, activation="relu")
    yield case("deepnorm", "layer", depth=4, activation="relu")


def other():
    """Every kind again in other shapes: none square, none of the sizes above alone."""
    for form in ("relu", "gelu_tanh", "gelu_erf", "silu", "tanh"):
        yield Case(f"other_activation_{form}", "activation", {"activation": form}, {"random": 90})
    sizes = ((5, 3, 1e-5), (9, 13, 1e-3), (17, 40, 1e-6), (7, 65, 1e-8))
    for kind, (tokens, width, eps) in itertools.product(
        ("layer_norm", "rms_norm", "batch_norm"), sizes
    ):
        name = f"other_{kind}_{tokens}x{width}"
        yield Case(name, kind, {"eps": eps}, {"tokens": tokens, "width": width})
    for tokens, vocabulary in ((4, 2), (11, 5), (13, 33)):
        shapes = {"tokens": tokens, "vocabulary": vocabulary}
        name, mean = f"other_cross_entropy_{tokens}x{vocabulary}", {"reduction": "mean"}
        yield Case(name, "cross_entropy", mean, shapes)
        yield Case(f"{name}_masked", "cross_entropy", {**mean, "ignore_index": -1}, shapes)
    # width, heads, batch, context; then the norm of queries and keys
    attentions = ((6, 3, 3, 1), (10, 5, 1, 7), (12, 3, 2, 9), (21, 3, 2, 4), (40, 2, 1, 17))
    for (width, heads, batch, context), qk_norm in itertools.product(
        attentions, ("none", "rms_per_head")
    ):
        name = "other_attention_{width}h{heads}_qk_{qk_norm}"
        yield attention_case(name, width, heads, qk_norm, batch, context)
    yield Case("other_clip_above", "clip", {"max_norm": 0.25}, {"sizes": (5, 1, 70)})
    yield Case("other_clip_below", "clip", {"max_norm": 100.0}, {"sizes": (2, 9)})
    yield from optimizer_cases("other_optimizer_{}", {"steps": 15, "size": 67})
    yield from other_stacks()
    yield from other_traces()


def other_stacks():
    """Every wiring by both norms by QK-norm; the sizes take turns, so that no two are tied."""
    turn = {
        "depth": itertools.cycle((1, 3, 2, 5, 4, 6, 1)),
        # A width and heads that divide it.
        "width": itertools.cycle(((12, 3), (10, 2), (21, 3), (20, 5), (6, 1), (18, 3), (40, 4))),
        "ff_width": itertools.cycle((17, 9, 30, 7, 48)),
        "vocabulary": itertools.cycle((11, 5, 3, 29)),
        "context": itertools.cycle((7, 3, 9, 2, 12, 1)),
        "batch": itertools.cycle((3, 1, 5)),
        "activation": itertools.cycle(("gelu_erf", "silu", "tanh", "relu", "gelu_tanh")),
        "bias": itertools.cycle((True, False, False, True, True)),
        "eps": itertools.cycle((1e-6, 1e-5, 1e-3)),
        "masked": itertools.cycle((False, False, True, False)),
    }
    choices = itertools.product(WIRINGS, ("layer", "rms"), ("none", "rms_per_head"))
    for wiring, norm, qk_norm in choices:
        sizes = {name: next(values) for name, values in turn.items()}
        width, heads = sizes.pop("width")
        # The first position alone is left of one, and masking would leave no target.
        masked = sizes.pop("masked") and sizes["context"] > 1
        shapes = {"batch": sizes.pop("batch"), "masked": masked}
        config = stack_config(wiring, norm, width=width, heads=heads, qk_norm=qk_norm, **sizes)
        suffix = "" if qk_norm == "none" else "_qk"
        name = f"other_stack_{wiring}_{norm}{suffix}_L{config['depth']}_{width}h{heads}"
        yield Case(name, "stack", config, shapes)


def other_traces():
    """Every optimiser, with and without clipping and warmup, at rates where training is stable:
    a run that diverges multiplies every rounding without end."""
    small = {"width": 12, "heads": 3, "ff_width": 20, "vocabulary": 6, "context": 4}
    adam = {"beta1": 0.9, "beta2": 0.98, "adam_eps": 1e-9}
    adamw = {"beta1": 0.8, "beta2": 0.95, "adam_eps": 1e-8, "weight_decay": 0.2}
    rows = (
        ("pre", "rms", "adamw", {"lr": 0.01, **adamw, "warmup": 5, "clip": 0.5}),
        ("post", "rms", "adam", {"lr": 0.005, **adam, "warmup": 12}),
        ("branch_out", "layer", "adamw", {"lr": 0.003, **adamw, "warmup": 0}),
        ("deepnorm", "rms", "sgd", {"lr": 0.05, "warmup": 4}),
        ("layer_norm_scaling", "layer", "sgd_momentum", {"lr": 0.02, "momentum": 0.8, "warmup": 3}),
    )
    for depth, (wiring, norm, optimizer, training) in enumerate(rows, start=1):
        config = stack_config(wiring, norm, depth=depth, **small)
        config = {**config, "optimizer": optimizer, **training, "steps": 12}
        yield Case(f"other_trace_{wiring}_{optimizer}", "trace", config, {"batch": 3})


def attention_case(name, width, heads, qk_norm, batch, context):
    name = name.format(width=width, heads=heads, qk_norm=qk_norm)
    config = {"width": width, "heads": heads, "qk_norm": qk_norm, "eps": 1e-5, "causal": True}
    return Case(name, "attention", config, {"batch": batch, "context": context})


def optimizer_cases(name, shapes):
    for kind, settings in (
        ("sgd", {"lr": 0.1}),
        ("sgd_momentum", {"lr": 0.1, "momentum": 0.9}),
        ("adam", ADAM),
        ("adam_98", {**ADAM, "beta2": 0.98, "eps": 1e-9}),
        ("adamw", {**ADAM, "beta2": 0.95, "weight_decay": 0.1}),
    ):
        yield Case(name.format(kind), "optimizer", {"optimizer": kind, **settings}, shapes)


def stack_config(wiring, norm, **changes):
    config = {
        "wiring": wiring,
        "norm": norm,
        "depth": 2,
        "width": 8,
        "heads": 2,
        "ff_width": 16,
        "vocabulary": 7,
        "context": 5,
        "bias": True,
        "activation": "gelu_tanh",
        "qk_norm": "none",
        "eps": 1e-5,
        **changes,
    }
    return {**config, "skip_scale": skip_scale(wiring, config["depth"]), "causal": True}
