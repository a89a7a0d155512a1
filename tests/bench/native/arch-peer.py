"""Python's arch as a peer of the bench: a GARCH(1,1) with constant mean fitted to a file of doubles, with robust standard errors.

Reads lines `density milliseconds path` and answers each with the fastest fit of as many as fill the time (one at least, in milliseconds)
and the log-likelihood. Compiles its recursions before the first answer.
"""

import sys
import time

import numpy
from arch import arch_model

# arch's own names: its skewed t is Hansen's, as the kernels'.
DENSITIES = {"normal": "normal", "t": "t", "skewt": "skewt"}


def fit(values, density):
    started = time.perf_counter()
    result = arch_model(values, mean="Constant", vol="GARCH", p=1, q=1, dist=DENSITIES[density], rescale=False).fit(disp="off")
    # Only asked for are they computed.
    errors = result.std_err
    millis = 1e3 * (time.perf_counter() - started)
    if not numpy.isfinite(errors).all():
        raise ValueError("arch gives no standard errors")
    return millis, result.loglikelihood


for density in DENSITIES:
    fit(numpy.random.default_rng(1).standard_normal(500), density)

for line in sys.stdin:
    density, budget, path = line.rstrip("\n").split(" ", 2)
    values = numpy.fromfile(path)
    best, spent = float("inf"), 0.0
    while spent == 0.0 or spent < float(budget):
        millis, height = fit(values, density)
        best, spent = min(best, millis), spent + millis
    print(best, height, flush=True)
