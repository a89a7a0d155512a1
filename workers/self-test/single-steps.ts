import { lorenzSystemBlock } from "../../assembly/build/chaos-layouts.js";
import { lastKnownBlock, valuesAtBlock } from "../../assembly/build/portfolio-layouts.js";
import { wealthPathsBlock } from "../../assembly/build/risk-layouts.js";
import { solvePositive } from "../numerics/dense-matrix";
import type { JobContext } from "../runtime/job";
import { largestError, type SelfCheck } from "../runtime/self-check";
import type { KernelsOf, ModuleName } from "../runtime/wasm/kernels";

const CLOSED_FORM = "closed form";

/** A check of kernels of one module, with an arena scope of its own. */
function check<Name extends ModuleName>(
  module: Name,
  kernel: string,
  { source = CLOSED_FORM, tolerance = 0 }: { source?: string; tolerance?: number },
  expected: ArrayLike<number>,
  measured: (kernels: KernelsOf<Name>, context: JobContext) => ArrayLike<number>,
): SelfCheck {
  return {
    kernel,
    source,
    tolerance,
    errorOf: async (context) => {
      const kernels = await context.load(module);
      return context.arena.scope(() => largestError(measured(kernels, context), expected));
    },
  };
}

export const checks: SelfCheck[] = [
  check("chaos", "logisticMap", { tolerance: 1e-15 }, [0.84, 0.5376, 0.99434496], (chaos, { arena }) => {
    const out = arena.take(3);
    chaos.logisticMap(4, 0.3, 3, out);
    return arena.view(out, 3);
  }),
  check(
    "chaos",
    "lorenzFlow",
    { source: "a plain Runge-Kutta loop in Python", tolerance: 1e-14 },
    [1.0125671910736112, 1.0488237097089568, 1.1072088542956613],
    (chaos, { arena }) => {
      const out = arena.take(3);
      chaos.lorenzFlow(arena.block(lorenzSystemBlock, { sigma: 10, rho: 28, beta: 8 / 3, step: 0.01 }), 0, 3, out);
      return arena.view(out, 3);
    },
  ),
  check("portfolio", "choleskySolve", { tolerance: 1e-15 }, [0.5, 0.25], (portfolio, context) =>
    Array.from(solvePositive(context, portfolio, Float64Array.of(4, 2, 2, 4), Float64Array.of(2.5, 2)) ?? []),
  ),
  check("portfolio", "valuesAt, lastKnown", {}, [20, 50, 10, 10, 30], (portfolio, { arena }) => {
    const [times, values] = [arena.put(Float64Array.of(1, 2, 3, 4, 5)), arena.put(Float64Array.of(10, 20, 30, 40, 50))];
    const [exact, known] = [arena.take(2), arena.take(3)];
    portfolio.valuesAt(arena.block(valuesAtBlock, { times, values, wanted: arena.put(Float64Array.of(2, 5)), out: exact }), 0, 2, 0);
    portfolio.lastKnown(
      arena.block(lastKnownBlock, { times, values, length: 5, wanted: arena.put(Float64Array.of(1, 1.5, 3.5)), out: known }),
      0,
      3,
      0,
    );
    return [...arena.view(exact, 2), ...arena.view(known, 3)];
  }),
  check("portfolio", "adjustPrices", { tolerance: 1e-15 }, [5, 22], (portfolio, { arena }) => {
    const prices = arena.put(Float64Array.of(10, 22));
    portfolio.adjustPrices(prices, arena.put(Float64Array.of(6, 11)), arena.put(Float64Array.of(12, 11)), 0, 2);
    return arena.view(prices, 2);
  }),
  check("risk", "independentMoments", { tolerance: 1e-15 }, [2, 4, 0], (risk, { arena }) => {
    const [stream, same, signs] = [arena.takeBytes(32), arena.take(2), arena.take(2)];
    risk.rngSeed(stream, 5);
    risk.independentMoments(stream, arena.put(new Float64Array(9).fill(2)), 9, 0, 1, same);
    // Of zeros and ones mean and mean square are the same number, whichever are drawn.
    risk.independentMoments(stream, arena.put(Float64Array.of(0, 1, 0, 1, 1, 0, 1)), 7, 0, 1, signs);
    const [mean, square] = arena.view(signs, 2);
    return [...arena.view(same, 2), mean - square];
  }),
  check("risk", "rngJump", { source: "the step's bit matrix squared 128 times" }, [0, 0], (risk, { arena, kernels }) => {
    const jumped = (jump: (stream: number) => void) => {
      const stream = arena.takeBytes(32);
      new BigUint64Array(kernels.memory.buffer, stream, 4).set([1n, 2n, 3n, 4n]);
      jump(stream);
      return new BigUint64Array(kernels.memory.buffer, stream, 4).slice();
    };
    const expected = [10122426448480695249n, 8079205330032121950n, 7289065458748526725n, 9477464255293849680n];
    return [risk.rngJump, kernels.rngJump].map((jump) => jumped(jump).filter((word, i) => word !== expected[i]).length);
  }),
  check("risk", "wealthPaths", { tolerance: 1e-15 }, [-0.03, -0.03, 0.03, 0.03], (risk, { arena }) => {
    const [stream, noise, terminal, falls] = [arena.takeBytes(32), arena.take(12), arena.take(4), arena.take(4)];
    risk.rngSeed(stream, 5);
    // Without deviation nothing is left of the draws but the drift.
    risk.wealthPaths(arena.block(wealthPathsBlock, { stream, steps: 3, drift: -0.01, deviation: 0, nu: 5, noise, terminal, falls }), 0, 4);
    return [...arena.view(terminal, 2), ...arena.view(falls, 2)];
  }),
  check("structure", "profileMerge", {}, [0.5, 0.9, 1, 7], (structure, { arena, kernels }) => {
    const [best, other] = [arena.put(Float64Array.of(0.5, 0.2)), arena.put(Float64Array.of(0.1, 0.9))];
    const partners = (places: number[]) => {
      const address = arena.takeBytes(8);
      new Int32Array(kernels.memory.buffer, address, 2).set(places);
      return address;
    };
    const mine = partners([1, 2]);
    structure.profileMerge(best, mine, other, partners([6, 7]), 0, 2);
    return [...arena.view(best, 2), ...new Int32Array(kernels.memory.buffer, mine, 2)];
  }),
];
