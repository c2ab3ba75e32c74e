#!/usr/bin/env python3
"""Derives the polynomials of elementary_coefficients.hpp and prints that header.

Each is the minimax polynomial (Remez exchange, 60 digits, weighted for the error that matters),
its coefficients rounded to the scalar. Needs mpmath: python3 core/numerics/derive_polynomials.py
"""

import struct

from mpmath import cos, erf, erfc, exp, expm1, log, lu_solve, matrix, mp, mpf, pi, sin, sqrt

mp.dps = 60


def remez(target, weight, low, high, degree, rounds=12):
    """Coefficients of the polynomial of that degree with the least max of weight * |error|."""
    low, high = mpf(low), mpf(high)
    count = degree + 2
    middle, half = (low + high) / 2, (high - low) / 2
    points = [middle - half * cos(pi * i / (count - 1)) for i in range(count)]
    grid_size = 24 * count
    grid = [middle - half * cos(pi * i / grid_size) for i in range(grid_size + 1)]
    values = [(x, target(x), weight(x)) for x in grid]
    for _ in range(rounds):
        system, right = matrix(count, count), matrix(count, 1)
        for row, x in enumerate(points):
            for power in range(degree + 1):
                system[row, power] = x**power
            system[row, degree + 1] = (-1) ** row / weight(x)
            right[row] = target(x)
        solution = lu_solve(system, right)
        coefficients = [solution[i] for i in range(degree + 1)]
        error = [w * (t - evaluate(coefficients, x)) for x, t, w in values]
        extrema, start = [], 0
        for i in range(1, len(error) + 1):
            if i == len(error) or (error[i] > 0) != (error[start] > 0):
                extrema.append(max(range(start, i), key=lambda j: abs(error[j])))
                start = i
        while len(extrema) > count:
            extrema.pop(0 if abs(error[extrema[0]]) < abs(error[extrema[-1]]) else -1)
        if len(extrema) < count:
            break
        points = [grid[i] for i in extrema]
    return coefficients, max(abs(e) for e in error)


def evaluate(coefficients, x):
    total = mpf(0)
    for coefficient in reversed(coefficients):
        total = total * x + coefficient
    return total


def taylor_ratio(function, series):
    """A quotient that is 0/0 at the origin: the series is used close to it."""
    return lambda x: function(x) if abs(x) > mpf(10) ** -12 else series(x)


def literal(x, scalar):
    if scalar == "float":
        return "%.9gf" % struct.unpack("f", struct.pack("f", float(x)))[0]
    return "%.17g" % float(x)


def with_point(text):
    suffix = "f" if text.endswith("f") else ""
    body = text[: len(text) - len(suffix)]
    return body + ("" if any(c in body for c in ".en") else ".0") + suffix


def show(name, comment, per_scalar):
    for scalar, (target, weight, low, high, degree) in per_scalar.items():
        coefficients, error = remez(target, weight, low, high, degree)
        suffix = "Float" if scalar == "float" else "Double"
        print(f"// {comment};\n// worst weighted error {float(error):.1e}.")
        print(f"inline constexpr {scalar} k{name}{suffix}[] = {{")
        for coefficient in coefficients:
            print(f"    {with_point(literal(coefficient, scalar))},")
        print("};\n")


one = lambda x: mpf(1)
half_ln2 = log(2) / 2 * mpf("1.0001")

# exp(r) = 1 + r + r^2 P(r): the leading terms exact, the error weighted as it enters.
exp_tail = taylor_ratio(lambda r: (expm1(r) - r) / r**2, lambda r: mpf(1) / 2 + r / 6)
exp_weight = lambda r: r**2 + mpf(10) ** -6
# log m with s = (m - 1) / (m + 1): log m = 2 s + s z P(z), z = s^2.
log_tail = taylor_ratio(
    lambda z: (log((1 + sqrt(z)) / (1 - sqrt(z))) / sqrt(z) - 2) / z,
    lambda z: mpf(2) / 3 + 2 * z / 5,
)
log_high = ((sqrt(2) - 1) / (sqrt(2) + 1)) ** 2 * mpf("1.0001")
# erf x = x P(x^2) below 1; log erfc x = P(x) above, weighted by erfc: what 1 - exp(P) loses.
erf_inner = taylor_ratio(lambda z: erf(sqrt(z)) / sqrt(z), lambda z: 2 / sqrt(pi) * (1 - z / 3))
log_erfc = lambda x: log(erfc(x))
# sin and cos of 2 pi r for |r| <= 1/8: sin = r P(r^2), cos = 1 + r^2 P(r^2).
sine = taylor_ratio(
    lambda z: sin(2 * pi * sqrt(z)) / sqrt(z), lambda z: 2 * pi - (2 * pi) ** 3 * z / 6
)
cosine = taylor_ratio(
    lambda z: (cos(2 * pi * sqrt(z)) - 1) / z, lambda z: -((2 * pi) ** 2) / 2 + (2 * pi) ** 4 * z / 24
)

print("// Written by derive_polynomials.py: minimax polynomials, lowest power first.")
print("#pragma once\n")
print("namespace normlab::elementary {\n")
show(
    "ExpTail",
    "exp(r) = 1 + r + r^2 P(r), |r| <= ln(2)/2",
    {
        "float": (exp_tail, exp_weight, -half_ln2, half_ln2, 4),
        "double": (exp_tail, exp_weight, -half_ln2, half_ln2, 9),
    },
)
show(
    "LogTail",
    "log(m) = 2 s + s z P(z), s = (m - 1)/(m + 1), z = s^2, m in [sqrt(1/2), sqrt(2)]",
    {
        "float": (log_tail, lambda z: z + mpf(10) ** -6, 0, log_high, 2),
        "double": (log_tail, lambda z: z + mpf(10) ** -6, 0, log_high, 6),
    },
)
show(
    "ErfInner",
    "erf(x) = x P(x^2), |x| <= 1",
    {
        "float": (erf_inner, one, 0, 1, 6),
        "double": (erf_inner, one, 0, 1, 12),
    },
)
show(
    "LogErfc",
    "log(erfc(x)) = P(x), 1 <= x <= the point where erf rounds to 1",
    {
        "float": (log_erfc, erfc, 1, 4, 6),
        "double": (log_erfc, erfc, 1, 6, 17),
    },
)
show("SineTurn", "sin(2 pi r) = r P(r^2), |r| <= 1/8", {"double": (sine, one, 0, mpf(1) / 64, 7)})
show(
    "CosineTurn",
    "cos(2 pi r) = 1 + r^2 P(r^2), |r| <= 1/8",
    {"double": (cosine, lambda z: z + mpf(10) ** -6, 0, mpf(1) / 64, 7)},
)
print("}  // namespace normlab::elementary")
