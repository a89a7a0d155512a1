import type { Count } from "../contract";
import type { JobContext } from "../runtime/job";
import type { RegimeModel } from "./model";
import type { Units } from "./parameters";

const STREAM_BYTES = 32;

/**
 * A start in units of the data: probability of staying in each regime (or the last), its standardized mean, its variance in multiples of
 * the data's.
 */
type Start = { stay: number; last?: number; shift: (place: number) => number; spread: (place: number) => number };

/** base^(2x) for an integer 2x, by multiplication: Math.pow differs between engines in the last bit. */
function power(base: number, x: number): number {
  let result = 1;
  for (let i = Math.round(Math.abs(2 * x)); i > 0; i--) result *= base;
  return x < 0 ? 1 / result : result;
}

/** Starting shapes: `place` runs from -1 (first regime) to 1 (last). Calm versus volatile, rising versus falling, and both. */
const SHAPES: Start[] = [
  { stay: 0.97, shift: (x) => -0.08 * x, spread: (x) => 0.95 * power(2.2, x) },
  { stay: 0.97, shift: (x) => -0.8 * x, spread: () => 0.6 },
  { stay: 0.75, shift: (x) => -0.08 * x, spread: (x) => 0.9 * power(1.9, x) },
  { stay: 0.93, shift: (x) => -0.5 * x, spread: (x) => 0.8 * power(1.6, x) },
  { stay: 0.985, shift: () => 0, spread: (x) => 0.8 * power(3.2, x) },
  { stay: 0.6, shift: (x) => -1 * x, spread: () => 0.4 },
  // Jumps: a volatile regime of short duration.
  { stay: 0.95, last: 0.1, shift: (x) => -0.1 * x, spread: (x) => (x === 1 ? 7 : 0.6 + 0.3 * x) },
];

const settled = (stay: number, states: Count, i: number): number[] =>
  Array.from({ length: states }, (_, j) => (i === j ? stay : (1 - stay) / (states - 1)));

/** Starting models: the shapes above, then as many random ones as requested. */
export function startModels(context: JobContext, { mean, deviation }: Units, states: Count, drawn: Count, seed: number): RegimeModel[] {
  const { arena, kernels } = context;
  const places = Array.from({ length: states }, (_, i) => (2 * i) / (states - 1) - 1);
  const shaped = SHAPES.map(({ stay, last = stay, shift, spread }) => ({
    transition: places.map((_, i) => settled(i === states - 1 ? last : stay, states, i)),
    mean: places.map((x) => mean + shift(x) * deviation),
    variance: places.map((x) => spread(x) * deviation * deviation),
  }));
  const draws = arena.scope(() => {
    const stream = arena.takeBytes(STREAM_BYTES);
    const count = drawn * states * 3;
    const out = arena.take(count);
    kernels.rngSeed(stream, seed);
    kernels.drawUniforms(stream, out, 0, count);
    return arena.view(out, count).slice();
  });
  const random = Array.from({ length: drawn }, (_, s) => {
    const u = (i: number, part: number) => draws[(s * states + i) * 3 + part];
    return {
      transition: places.map((_, i) => settled(0.995 - 0.9 * u(i, 0) * u(i, 0) * u(i, 0), states, i)),
      mean: places.map((_, i) => mean + (2 * u(i, 1) - 1) * deviation),
      // Between a tenth of the variance and about four times it, uniform in the fourth root.
      variance: places.map((_, i) => {
        const root = 0.56 + 0.86 * u(i, 2);
        return root * root * root * root * deviation * deviation;
      }),
    };
  });
  return [...shaped, ...random];
}

/** The models obtained by splitting each regime of a smaller fit into a calm and a volatile half. */
export function splitModels({ transition, mean, variance }: RegimeModel): RegimeModel[] {
  return mean.map((_, split) => {
    const halved = transition.map((row) => [...row.map((p, j) => (j === split ? p / 2 : p)), row[split] / 2]);
    const own = halved[split];
    const k = mean.length;
    // The halves persist longer than under random assignment.
    const stay = own[split] + own[k];
    const calm = own.map((p, j) => (j === split ? 0.9 * stay : j === k ? 0.1 * stay : p));
    const wild = own.map((p, j) => (j === k ? 0.9 * stay : j === split ? 0.1 * stay : p));
    return {
      transition: [...halved.map((row, i) => (i === split ? calm : row)), wild],
      mean: [...mean, mean[split]],
      variance: [...variance.map((value, i) => (i === split ? 0.5 * value : value)), 1.8 * variance[split]],
    };
  });
}
