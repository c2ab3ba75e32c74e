"""One fixture file: tensors as {"shape", "data"}, ids as nested lists, numbers as they are."""

import json

import torch


def read(path):
    """The document of a file, its `given` as tensors."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    document["given"] = {name: _tensor(value) for name, value in document["given"].items()}
    return document


def write(path, name, kind, config, given, expected):
    document = {
        "name": name,
        "kind": kind,
        "oracle": f"PyTorch {torch.__version__} float64",
        "config": config,
        "given": {name: _plain(value) for name, value in given.items()},
        "expected": {name: _plain(value) for name, value in expected.items()},
    }
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file, allow_nan=False)


def _tensor(value):
    if isinstance(value, dict):
        return torch.tensor(value["data"], dtype=torch.float64).reshape(value["shape"])
    return torch.tensor(value, dtype=torch.int64)


def _plain(value):
    if not isinstance(value, torch.Tensor):
        return value
    if value.dtype == torch.int64:
        return value.tolist()
    return {"shape": list(value.shape), "data": value.detach().flatten().tolist()}
