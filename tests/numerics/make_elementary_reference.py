#!/usr/bin/env python3
"""Prints elementary_reference.hpp: inputs exact in float, values by mpmath to 25 digits.

Needs mpmath: python3 tests/numerics/make_elementary_reference.py
"""

import random
import struct

from mpmath import cos, erf, exp, log, mp, mpf, pi, sin, tanh

mp.dps = 40
random.seed(20)


def as_float(x):
    return struct.unpack("f", struct.pack("f", x))[0]


def show(name, function, inputs):
    print(f"inline constexpr ReferenceValue k{name}Reference[] = {{")
    for x in inputs:
        x = as_float(x)
        print(f"    {{{x!r}, {mp.nstr(function(mpf(x)), 25, min_fixed=-3, max_fixed=4)}}},")
    print("};\n")


def spread(low, high, count):
    return [random.uniform(low, high) for _ in range(count)]


print("// Written by make_elementary_reference.py.")
print("#pragma once\n")
print("namespace normlab {\n")
print("struct ReferenceValue {\n  double input;\n  double value;\n};\n")
show("Exp", exp, [-87.0, -1.0, -1e-4, 1e-7, 0.34657359, 0.5, 1.0, 88.0] + spread(-20, 20, 24))
show("Log", log, [1e-38, 0.5, 0.70710677, 0.99999994, 1.0000001, 1.5, 2.0, 1e38] + spread(0, 9, 24))
show("Tanh", tanh, [1e-30, 1e-6, 0.125, 0.1732868, 0.5, 9.0] + spread(-4, 4, 24))
show("Erf", erf, [1e-30, 1e-6, 0.5, 0.99999994, 1.0, 2.5, 3.9] + spread(-3, 3, 24))
show("SineOfTurns", lambda t: sin(2 * pi * t), [0.0625, 0.3, -0.2] + spread(0, 1, 16))
show("CosineOfTurns", lambda t: cos(2 * pi * t), [0.0625, 0.3, -0.2] + spread(0, 1, 16))
print("}  // namespace normlab")
