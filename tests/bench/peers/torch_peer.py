"""PyTorch, eager, one thread: the same stack, step by step, over JSON lines.

usual: tensors of their own, torch.optim's Adam.
flat:  every parameter is a view into one vector, and so is its gradient: Adam is a handful of
       operations on one tensor, whatever the depth.
"""

import json
import math
import sys
import time

import torch
import torch.nn.functional as F

RATE, BETA1, BETA2, EPSILON = 0.002, 0.9, 0.999, 1e-8


def layer_shapes(width):
    return {
        "gain1": (width,), "shift1": (width,),
        "in_weight": (3 * width, width), "in_bias": (3 * width,),
        "out_weight": (width, width), "out_bias": (width,),
        "gain2": (width,), "shift2": (width,),
        "up_weight": (4 * width, width), "up_bias": (4 * width,),
        "down_weight": (width, 4 * width), "down_bias": (width,),
    }


def edge_shapes(row):
    width, symbols = row["width"], row["symbols"]
    return {
        "tokens": (symbols, width), "positions": (row["context"], width),
        "gain": (width,), "shift": (width,),
        "head_weight": (symbols, width), "head_bias": (symbols,),
    }


def fill(name, tensor):
    if name.startswith("gain"):
        tensor.fill_(1)
    elif tensor.dim() == 2:
        tensor.normal_(0, 0.02)
    return tensor.requires_grad_()


class Usual:
    def __init__(self, groups):
        self.groups = [
            {name: fill(name, torch.zeros(shape)) for name, shape in group.items()}
            for group in groups
        ]
        tensors = [tensor for group in self.groups for tensor in group.values()]
        self.adam = torch.optim.Adam(tensors, RATE, (BETA1, BETA2), EPSILON, foreach=True)

    def learn(self):
        self.adam.step()
        self.adam.zero_grad(set_to_none=True)

    def first_moment_norm(self):
        return math.sqrt(sum(s["exp_avg"].square().sum().item() for s in self.adam.state.values()))


class Flat:
    def __init__(self, groups):
        count = sum(math.prod(shape) for group in groups for shape in group.values())
        self.values, self.gradient = torch.zeros(count), torch.zeros(count)
        self.first, self.second = torch.zeros(count), torch.zeros(count)
        self.groups, self.done, begin = [], 0, 0
        for group in groups:
            self.groups.append({})
            for name, shape in group.items():
                part = slice(begin, begin + math.prod(shape))
                tensor = fill(name, self.values[part].view(shape))
                tensor.grad = self.gradient[part].view(shape)
                self.groups[-1][name] = tensor
                begin = part.stop

    @torch.no_grad()
    def learn(self):
        self.done += 1
        correction = math.sqrt(1 - BETA2**self.done)
        rate = RATE * correction / (1 - BETA1**self.done)
        self.first.lerp_(self.gradient, 1 - BETA1)
        self.second.mul_(BETA2).addcmul_(self.gradient, self.gradient, value=1 - BETA2)
        root = self.second.sqrt().add_(EPSILON * correction)
        self.values.addcdiv_(self.first, root, value=-rate)
        self.gradient.zero_()

    def first_moment_norm(self):
        return self.first.norm().item()


class Stack:
    def __init__(self, form, row):
        torch.manual_seed(1)
        self.row = row
        width = row["width"]
        shapes = [edge_shapes(row)] + [layer_shapes(width)] * row["layers"]
        self.parameters = {"usual": Usual, "flat": Flat}[form](shapes)
        context, half = row["context"], row["context"] // 2
        symbols = torch.randint(row["symbols"], (row["tokens"] // context, half))
        self.ids = torch.cat([symbols, symbols], 1)
        following = torch.cat([symbols[:, 1:], symbols[:, :1]], 1)
        self.targets = torch.cat([torch.full_like(symbols, -100), following], 1).flatten()
        # Added to the scores by the product itself.
        self.mask = torch.full((context, context), -math.inf).triu(1)

    def block(self, p, x):
        row = self.row
        width, heads, context = row["width"], row["heads"], row["context"]
        sequences, size = row["tokens"] // context, width // heads
        packed = F.linear(F.layer_norm(x, (width,), p["gain1"], p["shift1"]), p["in_weight"], p["in_bias"])
        packed = packed.view(sequences, context, 3, heads, size).permute(2, 0, 3, 1, 4)
        q, k, v = packed.reshape(3, sequences * heads, context, size).unbind(0)
        scores = torch.baddbmm(self.mask, q, k.transpose(1, 2), alpha=1 / math.sqrt(size))
        y = torch.bmm(scores.softmax(-1), v)
        if heads > 1:
            y = y.view(sequences, heads, context, size).transpose(1, 2)
        x = x + F.linear(y.reshape(-1, width), p["out_weight"], p["out_bias"])
        raised = F.linear(F.layer_norm(x, (width,), p["gain2"], p["shift2"]), p["up_weight"], p["up_bias"])
        return x + F.linear(F.gelu(raised, approximate="tanh"), p["down_weight"], p["down_bias"])

    def step(self):
        edge, *layers = self.parameters.groups
        width = self.row["width"]
        x = (F.embedding(self.ids, edge["tokens"]) + edge["positions"]).view(-1, width)
        for p in layers:
            x = self.block(p, x)
        x = F.layer_norm(x, (width,), edge["gain"], edge["shift"])
        loss = F.cross_entropy(F.linear(x, edge["head_weight"], edge["head_bias"]), self.targets)
        loss.backward()
        self.parameters.learn()
        return loss.item()

    def first_gradient_norm(self):
        return self.parameters.first_moment_norm() / (1 - BETA1)


def main():
    torch.set_num_threads(1)
    stack = None
    print(json.dumps({"version": torch.__version__}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        answer = {}
        if "prepare" in request:
            stack = Stack(sys.argv[1], request["prepare"])
        elif "steps" in request:
            begin = time.perf_counter()
            for _ in range(request["steps"]):
                answer["loss"] = stack.step()
            answer["milliseconds"] = (time.perf_counter() - begin) * 1000
        elif "firstGradientNorm" in request:
            answer["firstGradientNorm"] = stack.first_gradient_norm()
        elif "dispose" in request:
            stack = None
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
