import { expect, it } from "vitest";
import { distributionCode, Slot } from "../../workers/volatility/likelihoods/garch-state";
import { testContext } from "./context";
import {
  betaTwin,
  type Density,
  digammaTwin,
  distributionTwin,
  erfcTwin,
  erfTwin,
  expectationTwin,
  gammaPTwin,
  gammaQTwin,
  gedDensity,
  informationTwin,
  logBetaTwin,
  logGammaTwin,
  normalDensity,
  planeBridgeTail,
  skewedDensity,
  studentDensity,
  unitStudentDensity,
} from "./reference/densities";

const context = await testContext();
const { kernels } = context;
const volatility = await context.load("volatility");

/** Rounding over 800 to 1,200 terms of an integral. special.test.ts checks the kernels' own digits against 40-digit arithmetic. */
const RELATIVE = 2e-13;
/** The halves of an expectation cancel. */
const ABSOLUTE = 1e-12;

function near(value: number, expected: number, label: string, tolerance = RELATIVE): void {
  const allowed = tolerance * Math.max(1e-300, Math.abs(expected));
  expect(Math.abs(value - expected), `${label}: ${value}, not ${expected}`).toBeLessThanOrEqual(allowed);
}

const POINTS = [-6, -2.5, -1, -0.3, 0, 0.2, 1, 3.7];
const SHARES = [1e-6, 0.01, 0.3, 0.5, 0.77, 0.999];

it("error functions equal their integrals", () => {
  for (const x of [0.01, 0.5, 1, 2.3, 4]) near(kernels.erf(x), erfTwin(x), `erf ${x}`);
  for (const x of [-3, -0.4, 0, 0.5, 2, 6, 20]) near(kernels.erfc(x), erfcTwin(x), `erfc ${x}`);
  expect(kernels.erf(-0.7)).toBe(-kernels.erf(0.7));
});

it("gamma and beta functions equal Stirling's series and their integrals", () => {
  for (const x of [0.1, 0.5, 3.3, 12, 250.5]) {
    // Near 1 and 2 the logarithm passes through 0; these arguments are not there.
    near(kernels.logGamma(x), logGammaTwin(x), `logGamma ${x}`);
    near(kernels.digamma(x), digammaTwin(x), `digamma ${x}`, 1e-12);
  }
  for (const [a, b] of [
    [0.5, 0.5],
    [2, 7.5],
    [40, 0.25],
  ])
    near(kernels.logBeta(a, b), logBetaTwin(a, b), `logBeta ${a}, ${b}`, 1e-12);
  for (const [a, x] of [
    [0.5, 0.2],
    [1, 3],
    [4.5, 2],
    [30, 41],
  ]) {
    near(kernels.gammaP(a, x), gammaPTwin(a, x), `gammaP ${a}, ${x}`, 1e-12);
    near(kernels.gammaQ(a, x), gammaQTwin(a, x), `gammaQ ${a}, ${x}`, 1e-12);
    near(kernels.chiSquaredTail(2 * x, 2 * a), gammaQTwin(a, x), `chiSquaredTail ${a}, ${x}`, 1e-12);
  }
  for (const [a, b, x] of [
    [0.5, 3, 0.1],
    [2, 2, 0.5],
    [7, 1.5, 0.8],
  ])
    near(kernels.incompleteBeta(a, b, x), betaTwin(a, b, x), `incompleteBeta ${a}, ${b}, ${x}`, 1e-12);
});

interface Kernels {
  density?: (x: number) => number;
  distribution: (x: number) => number;
  quantile: (p: number) => number;
}

const DISTRIBUTIONS: [name: string, twin: Density, kernels: Kernels][] = [
  ["normal", normalDensity(), { distribution: kernels.normalCdf, quantile: kernels.normalQuantile }],
  ...[2.5, 6, 40].map((nu): [string, Density, Kernels] => [
    `Student's t of ${nu}`,
    studentDensity(nu),
    { distribution: (x) => kernels.studentCdf(x, nu), quantile: (p) => kernels.studentQuantile(p, nu) },
  ]),
  ...[2.5, 6, 40].map((nu): [string, Density, Kernels] => [
    `Student's t of ${nu} with variance 1`,
    unitStudentDensity(nu),
    {
      density: (x) => Math.exp(kernels.unitStudentLogDensity(x, nu)),
      distribution: (x) => kernels.unitStudentCdf(x, nu),
      quantile: (p) => kernels.unitStudentQuantile(p, nu),
    },
  ]),
  ...[
    [4, -0.4],
    [8, 0.1],
    [30, 0.7],
  ].map(([nu, lambda]): [string, Density, Kernels] => [
    `skewed t of ${nu} and ${lambda}`,
    skewedDensity(nu, lambda),
    {
      density: (x) => Math.exp(kernels.skewedTLogDensity(x, nu, lambda)),
      distribution: (x) => kernels.skewedTCdf(x, nu, lambda),
      quantile: (p) => kernels.skewedTQuantile(p, nu, lambda),
    },
  ]),
  ...[1.2, 2, 3.5].map((nu): [string, Density, Kernels] => [
    `GED of ${nu}`,
    gedDensity(nu),
    {
      density: (x) => Math.exp(kernels.gedLogDensity(x, nu)),
      distribution: (x) => kernels.gedCdf(x, nu),
      quantile: (p) => kernels.gedQuantile(p, nu),
    },
  ]),
];

it("distribution functions equal integrals of the densities, and quantiles their inverses", () => {
  for (const [name, twin, { density, distribution, quantile }] of DISTRIBUTIONS) {
    for (const x of POINTS) {
      if (density) near(density(x), twin.at(x), `density of ${name} at ${x}`, 1e-12);
      near(distribution(x), distributionTwin(twin, x), `${name} at ${x}`, 1e-12);
    }
    for (const p of SHARES) near(distributionTwin(twin, quantile(p)), p, `${name} to ${p}`, 1e-11);
  }
  for (const z of POINTS) near(kernels.normalTwoSided(z), 2 * distributionTwin(normalDensity(), -Math.abs(z)), `two-sided ${z}`, 1e-12);
});

it("constants of the t and skewed t equal moments of their densities", () => {
  for (const nu of [2.5, 6, 40]) near(Math.exp(kernels.unitStudentLogConstant(nu)), unitStudentDensity(nu).at(0), `constant ${nu}`, 1e-12);
  for (const [nu, lambda] of [
    [4, -0.4],
    [8, 0.1],
    [30, 0.7],
  ]) {
    const density = skewedDensity(nu, lambda);
    near(kernels.skewedTShift(nu, lambda), density.shift, "shift", ABSOLUTE * 10);
    near(kernels.skewedTScale(nu, lambda), density.scale, "scale", ABSOLUTE * 10);
    near(
      volatility.skewedTLossShare(nu, lambda),
      expectationTwin(density, (x) => (x < 0 ? x * x : 0)),
      "share of losses",
      ABSOLUTE * 10,
    );
    expect(Math.abs(expectationTwin(density, (x) => x))).toBeLessThan(ABSOLUTE * 10);
    near(
      expectationTwin(density, (x) => x * x),
      1,
      "variance",
      ABSOLUTE * 10,
    );
  }
});

it("Nelson's exponent equals the expected log growth", () => {
  const [alpha, gamma, beta] = [0.08, 0.05, 0.88];
  const growth = (z: number) => Math.log(beta + (z < 0 ? alpha + gamma : alpha) * z * z);
  // The weight changes at 0, which for the skewed t lies between two nodes of the kernel's rule and not at its beginning.
  const rows: [density: Density, nu: number, lambda: number, tolerance: number][] = [
    [normalDensity(), 0, 0, 1e-11],
    [unitStudentDensity(6), 6, 0, 1e-11],
    [skewedDensity(8, -0.3), 8, -0.3, 1e-8],
    [gedDensity(1.4), 1.4, 0, 1e-11],
  ];
  for (const [distribution, [density, nu, lambda, tolerance]] of rows.entries()) {
    const found = volatility.nelsonIntegral(alpha, gamma, beta, distribution, nu, lambda);
    expect(Math.abs(found - expectationTwin(density, growth)), `density ${distribution}`).toBeLessThan(tolerance);
  }
});

it("power moments of a shock equal E|z|^delta on either side, and E(|z| - gamma z)^delta", () => {
  const rows: [density: Density, nu: number, lambda: number][] = [
    [normalDensity(), 0, 0],
    [unitStudentDensity(6), 6, 0],
    [skewedDensity(8, -0.3), 8, -0.3],
    [gedDensity(1.4), 1.4, 0],
  ];
  for (const [distribution, [density, nu, lambda]] of rows.entries()) {
    for (const delta of [0.7, 1.37, 2.5]) {
      const moments = context.arena.view(volatility.powerMoments(distribution, nu, lambda, delta), 8);
      const sides = [0, 4].map((side) => moments[side]);
      [1, -1].forEach((sign, side) => {
        const expected = expectationTwin(density, (x) => (x * sign > 0 ? Math.abs(x) ** delta : 0));
        near(sides[side], expected, `side ${sign} of density ${distribution}`, ABSOLUTE * 10);
      });
      near(
        volatility.powerOfShock(distribution, nu, lambda, delta, 0.4),
        expectationTwin(density, (x) => (Math.abs(x) - 0.4 * x) ** delta),
        `tilted, density ${distribution}`,
        ABSOLUTE * 10,
      );
    }
  }
});

it("expected information of the densities equals the expected products of their scores", () => {
  const { arena } = context;
  const shapes: [distribution: "normal" | "t" | "skewt", shape: number[], densityOf: (shape: number[]) => Density][] = [
    ["normal", [], normalDensity],
    ["t", [6], ([nu]) => unitStudentDensity(nu)],
    ["skewt", [8, -0.3], ([nu, lambda]) => skewedDensity(nu, lambda)],
  ];
  for (const [distribution, shape, densityOf] of shapes) {
    const found = arena.scope(() => {
      const [state, out] = [arena.take(Slot.length), arena.take(16)];
      const view = arena.view(state, Slot.length);
      view.fill(0);
      view[Slot.omega] = 1;
      view[Slot.presample] = 1;
      [view[Slot.nu], view[Slot.lambda]] = [shape[0] ?? 0, shape[1] ?? 0];
      view[Slot.density] = distributionCode[distribution];
      expect(kernels.garchPrepare(state)).toBe(0);
      kernels.garchDensityInformation(state, out, arena.take(4));
      return arena.view(out, 16).slice();
    });
    const size = 2 + shape.length;
    // Central differences with steps of 1e-4 leave seven digits.
    for (const [cell, value] of informationTwin(densityOf, shape).entries())
      expect(Math.abs(found[4 * Math.floor(cell / size) + (cell % size)] - value), `${distribution} ${cell}`).toBeLessThan(2e-6);
  }
});

it("the tail of a Nyblom statistic with two parameters equals Kolmogorov's series", () => {
  // The inversion keeps some nine digits of a probability.
  for (const x of [0.1, 0.3, 0.75, 1.2, 2]) expect(Math.abs(volatility.nyblomTail(x, 2) - planeBridgeTail(x))).toBeLessThan(1e-8);
});

it("mirrored shapes give mirrored values", () => {
  for (const x of POINTS) {
    near(kernels.skewedTCdf(x, 7, 0.3), 1 - kernels.skewedTCdf(-x, 7, -0.3), `skewed t at ${x}`, 1e-11);
    near(kernels.skewedTLogDensity(x, 7, 0.3), kernels.skewedTLogDensity(-x, 7, -0.3), `density of the skewed t at ${x}`);
  }
  for (const p of SHARES) {
    expect(kernels.skewedTQuantile(p, 7, 0.3)).toBeCloseTo(-kernels.skewedTQuantile(1 - p, 7, -0.3), 8);
    expect(kernels.studentQuantile(p, 5)).toBeCloseTo(-kernels.studentQuantile(1 - p, 5), 8);
  }
});
