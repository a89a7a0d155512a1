import { lorenzSystemBlock } from "../../../assembly/build/chaos-layouts.js";
import { type Count, type Fraction, type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import type { ChaosVerdict } from "../interpret";
import { seedStream } from "../surrogates";
import { estimateLyapunov } from "./estimate-lyapunov";

export interface LyapunovCheck {
  system: string;
  /** A short description. */
  about: string;
  n: Count;
  /** Theoretical exponent per unit of time; null if there is none and only the verdict counts. */
  theory: number | null;
  found: number | null;
  /** Maximum relative deviation from theory. */
  tolerance: Fraction | null;
  verdict: ChaosVerdict;
  expected: ChaosVerdict;
  p: number;
  passed: boolean;
}

interface System {
  system: string;
  about: string;
  theory: number | null;
  tolerance: Fraction | null;
  interval: number;
  expected: ChaosVerdict;
  make(context: JobContext): Promise<Float64Array>;
}

const made = async (context: JobContext, n: Count, write: (out: number) => void): Promise<Float64Array> =>
  context.arena.scope(() => {
    const out = context.arena.take(n);
    write(out);
    return context.arena.view(out, n).slice();
  });

const LORENZ_STEP = 0.02;
const NOISE_SEED = 1;

const SYSTEMS: readonly System[] = [
  {
    system: "Logistic map",
    about: "x → 4 x (1 − x), exponent ln 2",
    theory: Math.LN2,
    tolerance: 0.02,
    interval: 1,
    expected: "faster-than-surrogates",
    make: async (context) => {
      const chaos = await context.load("chaos");
      return made(context, 2000, (out) => chaos.logisticMap(4, 0.3, 2000, out));
    },
  },
  {
    system: "Lorenz flow",
    about: "σ 10, ρ 28, β 8/3, every 0.02",
    theory: 0.9056,
    tolerance: 0.12,
    interval: LORENZ_STEP,
    expected: "faster-than-surrogates",
    make: async (context) => {
      const chaos = await context.load("chaos");
      return made(context, 6000, (out) =>
        chaos.lorenzFlow(context.arena.block(lorenzSystemBlock, { sigma: 10, rho: 28, beta: 8 / 3, step: LORENZ_STEP }), 1000, 6000, out),
      );
    },
  },
  {
    system: "White noise",
    about: "uniform, no dynamics: must not be called chaos",
    theory: null,
    tolerance: null,
    interval: 1,
    expected: "no-evidence",
    make: async (context) => made(context, 1500, (out) => context.kernels.drawUniforms(seedStream(context, NOISE_SEED, 0), out, 0, 1500)),
  },
];

/**
 * Estimates known exponents with automatic settings, with the same code as for prices.
 * @formula |estimate / theory - 1| within the tolerance, and the correct verdict of 19 surrogates
 * @source logistic map: ln 2; Lorenz flow: 0.9056 (Wolf et al. 1985)
 * @tolerance logistic map 2%, Lorenz flow 12%
 */
export async function testLyapunov(_: object, context: JobContext): Promise<Outcome<LyapunovCheck[]>> {
  const checks: LyapunovCheck[] = [];
  for (const [round, { make, interval, ...system }] of SYSTEMS.entries()) {
    const progress = (fraction: number) => context.progress((round + fraction) / SYSTEMS.length, `Estimating: ${system.system}`);
    progress(0);
    const close = await make(context);
    const asked = { close, kind: "values", interval, surrogates: { count: 19 } } as const;
    const outcome = await estimateLyapunov(asked, { ...context, progress });
    if (!outcome.ok) return outcome;
    const { lyapunov_exponent: found, verdict, surrogates } = outcome.value;
    const { theory, tolerance, expected } = system;
    const near = theory === null || tolerance === null || (found !== null && Math.abs(found / theory - 1) <= tolerance);
    checks.push({ ...system, n: close.length, found, verdict, p: surrogates.p, passed: near && verdict === expected });
  }
  return succeed(checks);
}
