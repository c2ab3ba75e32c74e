#!/usr/bin/env python3
"""Makes the golden vectors: right values for the core, by PyTorch's modules and autograd.

Needs PyTorch 1.13 or newer:

  generate.py OUT                      the cases of tests/golden, with random inputs of a seed
  generate.py OUT --shapes other       other widths, depths, heads, and every wiring by every norm
  generate.py OUT --given tests/golden the inputs of these files, their expected values made again
"""

import argparse
from pathlib import Path

import torch

from oracle import cases, cross_checks, fixture, inputs, layers, optimizers, stacks

EXPECTED = {
    "activation": layers.activation,
    "attention": layers.attention,
    "batch_norm": layers.batch_norm,
    "clip": optimizers.clip,
    "cross_entropy": layers.cross_entropy,
    "layer_norm": layers.layer_norm,
    "optimizer": optimizers.optimizer,
    "rms_norm": layers.rms_norm,
    "stack": stacks.stack,
    "trace": stacks.trace,
}


def main():
    options = read_options()
    # Double from the start, so that no module has weights of another precision; one thread, so
    # that sums keep their order.
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(1)
    options.out.mkdir(parents=True, exist_ok=True)
    if options.given is not None:
        made = given_cases(options.given)
    else:
        made = random_cases(options.shapes, options.seed)
    for name, kind, config, given in made:
        cross_checks.check(kind, config, given)
        expected = EXPECTED[kind](config, given)
        fixture.write(options.out / f"{name}.json", name, kind, config, given, expected)


def given_cases(folder):
    for path in sorted(folder.glob("*.json")):
        document = fixture.read(path)
        yield document["name"], document["kind"], document["config"], document["given"]


def random_cases(shapes, seed):
    table = {"committed": cases.committed, "other": cases.other}[shapes]
    for name, kind, config, sizes in table():
        given = getattr(inputs, kind)(inputs.Source(seed, name), config, sizes)
        yield name, kind, config, given


def read_options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("out", type=Path, help="the folder that the files are written to")
    parser.add_argument("--given", type=Path, help="a folder of files whose inputs are kept")
    parser.add_argument("--shapes", choices=("committed", "other"), default="committed")
    parser.add_argument("--seed", type=int, default=2026)
    return parser.parse_args()


if __name__ == "__main__":
    main()
