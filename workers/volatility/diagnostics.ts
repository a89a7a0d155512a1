import type { Count } from "../contract";
import { type Description, describeAt } from "./describe";
import type { Residuals } from "./garch/residuals";
import type { Distribution } from "./garch-model";
import { inChunks, type JobContext } from "./job";
import { laggedProducts } from "./lagged-products";
import { regress } from "./least-squares";
import type { ParameterStability } from "./volatility/stability";

/** One test of the standardised residuals. */
export interface DiagnosticTest {
  key: string;
  label: string;
  statistic: number | null;
  /** Degrees of freedom of the chi-squared statistic; null for a t-statistic. */
  degrees: Count | null;
  p: number | null;
  /** Nothing to worry about at the 5 % level. */
  ok: boolean;
  /** What was found, and what to do about it. */
  advice: string;
}

const LEVEL = 0.05;
const CHUNK = 65_536;
/** The regression adds up (lags + 2)^2 / 2 products per value. */
const REGRESSION_CHUNK = 16_384;
const ARCH_LAGS = 5;
const NOT_AVAILABLE = "Not available: the residuals vary too little for this test.";

/** Lags that grow slowly with the length: ceil(12 (n / 100)^(1/4)). */
export const defaultLags = (n: Count): Count => Math.ceil(12 * (n / 100) ** 0.25);

function judged(key: string, label: string, statistic: number | null, degrees: Count | null, p: number | null, good: string, bad: string) {
  const known = p !== null && Number.isFinite(p);
  const ok = !known || p >= LEVEL;
  return {
    key,
    label,
    statistic: known ? statistic : null,
    degrees,
    p: known ? p : null,
    ok,
    advice: known ? (ok ? good : bad) : NOT_AVAILABLE,
  };
}

/** A column less its mean, into `out`, which may be the column. */
function centre(context: JobContext, values: number, n: Count, out: number): void {
  const mean = describeAt(context, values, 0, n).mean ?? 0;
  inChunks(context, n, CHUNK, (from, to) => context.kernels.centreColumn(values, out, from, to, mean));
}

/** Ljung-Box statistics Q(k) = n (n + 2) sum of rho[j]^2 / (n - j), j <= k, for every k up to `lags` (Q[0] is lag 1). */
export function ljungBox(context: JobContext, centredValues: number, n: Count, lags: Count): number[] {
  const [variance, ...products] = laggedProducts(context, centredValues, n, lags);
  let q = 0;
  return products.map((product, i) => {
    q += (product / variance) ** 2 / (n - i - 1);
    return n * (n + 2) * q;
  });
}

/** Engle's LM statistic (n - lags) R^2 of c[t] on its own lags. */
export function archLm(context: JobContext, centredSquares: number, n: Count, lags: Count): number | null {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const width = lags + 2;
    const matrix = arena.put(new Float64Array(width * width));
    inChunks(context, n, REGRESSION_CHUNK, (from, to) => kernels.archMoments(centredSquares, from, to, lags, matrix));
    const regression = regress(arena.view(matrix, width * width), width);
    return regression && regression.n * regression.rSquared;
  });
}

/** Engle and Ng's sign-bias regression: joint statistic n R^2 and the t-statistics of its three parts. */
export function signBias(context: JobContext, { z, volatility, n }: Residuals): { joint: number; t: number[] } | null {
  const { arena, kernels } = context;
  return arena.scope(() => {
    const matrix = arena.put(new Float64Array(25));
    inChunks(context, n, CHUNK, (from, to) => kernels.signBiasMoments(z, volatility, from, to, matrix));
    const regression = regress(arena.view(matrix, 25), 5);
    return regression && { joint: regression.n * regression.rSquared, t: regression.t.slice(1) };
  });
}

/** Nyblom's joint test as a row of the list; its advice names the parameters that are not constant by themselves. */
export function stabilityTest(stability: ParameterStability | null): DiagnosticTest {
  const joint = stability?.joint ?? null;
  const moving = stability?.parameters.filter(({ statistic, critical }) => statistic > critical.fivePercent) ?? [];
  const named = moving.map(({ key, statistic }) => `${key} (${statistic.toFixed(2)})`).join(", ");
  const which = named ? `not constant at the 5 % level: ${named}, beyond 0.46` : "no single one stands out";
  return judged(
    "nyblom",
    "Nyblom stability, joint",
    joint?.statistic ?? null,
    null,
    joint?.p ?? null,
    "The parameters are the same throughout the sample.",
    `The parameters change within the sample (${which}): fit a shorter stretch, or look at rolling fits.`,
  );
}

function jarqueBera(
  { count, skewness, kurtosis }: Description,
  distribution: Distribution,
  chiSquared: (x: number) => number,
): DiagnosticTest {
  const [lean, tails] = [skewness ?? 0, kurtosis ?? 0];
  const fromLean = (count / 6) * lean ** 2;
  const statistic = skewness === null ? null : fromLean + (count / 24) * tails ** 2;
  const p = statistic === null ? null : chiSquared(statistic);
  const label = "Jarque–Bera normality";
  const shape = [fromLean > 3.84 ? (lean < 0 ? "lean to losses" : "lean to gains") : "", tails > 0 ? "have fat tails" : "have thin tails"];
  const found = `Residuals ${shape.filter(Boolean).join(" and ")}`;
  const remedy = fromLean > 3.84 ? "try Skewed-t" : "try Student's t";
  const test = judged("jarque-bera", label, statistic, 2, p, "Residuals look normal.", `${found}: ${remedy}.`);
  if (distribution === "normal" || test.ok) return test;
  return { ...test, ok: true, advice: `${found}, which the fitted density allows for: judge it by the QQ plot.` };
}

/**
 * The tests of a fit's standardised residuals, in the order they are shown. The volatility is overwritten: a long series has room for one
 * column beside the residuals.
 */
export function residualTests(
  context: JobContext,
  residuals: Residuals,
  moments: Description,
  distribution: Distribution,
): DiagnosticTest[] {
  const { kernels } = context;
  const { z, volatility: column, n } = residuals;
  const lags = [...new Set([10, defaultLags(n)])];
  const longest = Math.max(...lags);
  const bias = signBias(context, residuals);
  centre(context, z, n, column);
  const ofValues = ljungBox(context, column, n, longest);
  inChunks(context, n, CHUNK, (from, to) => kernels.squareColumn(z, column, from, to));
  centre(context, column, n, column);
  const ofSquares = ljungBox(context, column, n, longest);
  const lm = archLm(context, column, n, ARCH_LAGS);
  const chi = (x: number, degrees: Count) => kernels.chiSquaredTail(x, degrees);
  const box = (key: string, what: string, statistics: number[], good: string, bad: string) =>
    lags.map((lag) => {
      const q = statistics[lag - 1];
      return judged(`${key}-${lag}`, `Ljung–Box ${what}, ${lag} lags`, q, lag, chi(q, lag), good, bad);
    });
  const part = (key: string, label: string, index: number, bad: string) => {
    const t = bias?.t[index] ?? null;
    return judged(key, label, t, null, t === null ? null : kernels.normalTwoSided(t), "No sign of it.", bad);
  };
  const asymmetric =
    "Losses and gains move the next variance differently: read the news impact with care; a model with asymmetry would fit better.";
  return [
    ...box(
      "ljung-box",
      "z",
      ofValues,
      "No autocorrelation is left in the residuals.",
      "Autocorrelation is left in the returns: the constant mean misses it, while the volatility may still be right.",
    ),
    ...box(
      "ljung-box-squares",
      "z²",
      ofSquares,
      "No volatility clustering is left.",
      "Volatility clustering is left: try one more lag, GARCH(2,1) or (1,2).",
    ),
    judged(
      "arch-lm",
      `ARCH-LM, ${ARCH_LAGS} lags`,
      lm,
      ARCH_LAGS,
      lm === null ? null : chi(lm, ARCH_LAGS),
      "No ARCH effect is left in the residuals.",
      "An ARCH effect is left in the residuals: try one more lag.",
    ),
    judged("sign-bias", "Sign bias, joint", bias?.joint ?? null, 3, bias && chi(bias.joint, 3), "Losses and gains act alike.", asymmetric),
    part("sign-bias-sign", "Sign bias", 0, "The sign of a shock alone moves the next variance."),
    part("sign-bias-negative", "Negative size bias", 1, "Large losses move the next variance more or less than the model says."),
    part("sign-bias-positive", "Positive size bias", 2, "Large gains move the next variance more or less than the model says."),
    jarqueBera(moments, distribution, (x) => chi(x, 2)),
  ];
}
