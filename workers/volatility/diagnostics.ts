import type { Count } from "../contract";
import { fixed } from "../format";
import { type Description, describeAt } from "../numerics/describe";
import { regress } from "../numerics/least-squares";
import { archLm, ljungBox } from "../numerics/serial-correlation";
import { CHUNK, inChunks, type JobContext } from "../runtime/job";
import type { KernelsOf } from "../runtime/wasm/kernels";
import type { Distribution } from "./garch-model";
import type { Residuals } from "./residuals";
import { TEST_LEVEL } from "./schema";
import type { ParameterStability } from "./stability";
import { symbol } from "./symbols";

/** One test of the standardized residuals. */
export interface DiagnosticTest {
  key: string;
  label: string;
  statistic: number | null;
  /** Degrees of freedom of the chi-squared statistic; null for a t-statistic. */
  degrees: Count | null;
  p: number | null;
  /** Passed at the 5% level. */
  ok: boolean;
  /** Finding and recommendation. */
  advice: string;
}

const ARCH_LAGS = 5;
const NOT_AVAILABLE = "Not available: the residuals have too little variance.";

/** Lags that grow slowly with the length: ceil(12 (n / 100)^(1/4)). */
const defaultLags = (n: Count): Count => Math.ceil(12 * (n / 100) ** 0.25);

function judged(key: string, label: string, statistic: number | null, degrees: Count | null, p: number | null, good: string, bad: string) {
  const known = p !== null && Number.isFinite(p);
  const ok = !known || p >= TEST_LEVEL;
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

/** Centers a column, into `out`, which may be the column. */
function center(context: JobContext, values: number, n: Count, out: number): void {
  const mean = describeAt(context, values, 0, n).mean ?? 0;
  inChunks(context, n, CHUNK, (from, to) => context.kernels.centerColumn(values, out, from, to, mean));
}

/** Engle and Ng's sign-bias regression: joint statistic n R^2 and the t-statistics of its three parts. */
function signBias(
  context: JobContext,
  kernels: KernelsOf<"volatility">,
  { z, volatility, n }: Residuals,
): { joint: number; t: number[] } | null {
  const { arena } = context;
  return arena.scope(() => {
    const matrix = arena.put(new Float64Array(25));
    inChunks(context, n, CHUNK, (from, to) => kernels.signBiasMoments(z, volatility, from, to, matrix));
    const regression = regress(arena.view(matrix, 25), 5);
    return regression && { joint: regression.n * regression.rSquared, t: regression.t.slice(1) };
  });
}

/** Nyblom's joint test as a row of the list; its advice names the parameters that are individually not constant. */
export function stabilityTest(stability: ParameterStability | null): DiagnosticTest {
  const joint = stability?.joint ?? null;
  const moving = stability?.parameters.filter(({ statistic, critical }) => statistic > critical.fivePercent) ?? [];
  const named = moving.map(({ key, statistic }) => `${symbol(key)} (${fixed(statistic, 2)})`).join(", ");
  const which = named ? `not constant at the 5% level: ${named}; critical value 0.46` : "no single parameter stands out";
  return judged(
    "nyblom",
    "Nyblom stability, joint",
    joint?.statistic ?? null,
    null,
    joint?.p ?? null,
    "No evidence of parameter instability.",
    `The parameters are unstable (${which}): fit a shorter subsample, or use rolling refits.`,
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
  const shape = [
    fromLean > 3.84 ? (lean < 0 ? "are skewed to losses" : "are skewed to gains") : "",
    tails > 0 ? "have fat tails" : "have thin tails",
  ];
  const found = `Residuals ${shape.filter(Boolean).join(" and ")}`;
  const remedy = fromLean > 3.84 ? "try Skewed-t" : "try Student's t";
  const test = judged("jarque-bera", label, statistic, 2, p, "Residuals look normal.", `${found}: ${remedy}.`);
  if (distribution === "normal" || test.ok) return test;
  return { ...test, ok: true, advice: `${found}, which the fitted distribution allows for: check the QQ plot.` };
}

/**
 * The tests of a fit's standardized residuals, in display order. Overwrites the volatility: for a long series there is room for only one
 * more column besides the residuals.
 */
export function residualTests(
  context: JobContext,
  own: KernelsOf<"volatility">,
  residuals: Residuals,
  moments: Description,
  distribution: Distribution,
): DiagnosticTest[] {
  const { kernels } = context;
  const { z, volatility: column, n } = residuals;
  const lags = [...new Set([10, defaultLags(n)])];
  const longest = Math.max(...lags);
  const bias = signBias(context, own, residuals);
  center(context, z, n, column);
  const ofValues = ljungBox(context, column, n, longest);
  inChunks(context, n, CHUNK, (from, to) => kernels.squareColumn(z, column, from, to));
  center(context, column, n, column);
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
    return judged(key, label, t, null, t === null ? null : kernels.normalTwoSided(t), "Not significant.", bad);
  };
  const asymmetric = "Losses and gains affect the next variance differently: an asymmetric model (GJR, EGARCH) would fit better.";
  return [
    ...box(
      "ljung-box",
      "z",
      ofValues,
      "No residual autocorrelation.",
      "Residual autocorrelation: the mean equation misses it; the variance equation may still be adequate.",
    ),
    ...box(
      "ljung-box-squares",
      "z²",
      ofSquares,
      "No remaining volatility clustering.",
      "Remaining volatility clustering: add a lag, GARCH(2,1) or (1,2).",
    ),
    judged(
      "arch-lm",
      `ARCH-LM, ${ARCH_LAGS} lags`,
      lm,
      ARCH_LAGS,
      lm === null ? null : chi(lm, ARCH_LAGS),
      "No remaining ARCH effect.",
      "Remaining ARCH effect: add a lag.",
    ),
    judged("sign-bias", "Sign bias, joint", bias?.joint ?? null, 3, bias && chi(bias.joint, 3), "No sign bias.", asymmetric),
    part("sign-bias-sign", "Sign bias", 0, "The sign of a shock affects the next variance."),
    part("sign-bias-negative", "Negative size bias", 1, "Large losses affect the next variance more or less than modeled."),
    part("sign-bias-positive", "Positive size bias", 2, "Large gains affect the next variance more or less than modeled."),
    jarqueBera(moments, distribution, (x) => chi(x, 2)),
  ];
}
