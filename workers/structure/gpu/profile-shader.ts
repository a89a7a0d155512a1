import type { Count } from "../../contract";

/** Windows per workgroup, one per invocation, which is also the number of rows held at a time. */
export const TOGETHER = 64;
/** Number of nearest windows kept per window. */
export const KEPT = 4;

/** Number of four-value vectors per window; the last value says whether the window varies. */
export const piecesOf = (width: Count): Count => (width + 4) >> 2;

/**
 * Largest error of a correlation the shader finds, (m + 2) 2^-23: every product and sum is one of the two 32-bit neighbors of the exact
 * value, in any order and with or without FMA, and the magnitudes of the products sum to at most 1 (Cauchy–Schwarz). One unit of it
 * accounts for the rounding of the input.
 */
export const errorBound = (width: Count): number => (width + 2) * 2 ** -23;

const each = (pieces: Count, line: (piece: Count) => string, between: string): string =>
  Array.from({ length: pieces }, (_, k) => line(k)).join(between);

/**
 * The four rows of [start, end) that each window correlates with most. Each correlation is a full sum of products: a recurrence along
 * diagonals in 32 bits would lose precision when a calm window follows a volatile one.
 */
export function profileShader(width: Count): string {
  const pieces = piecesOf(width);
  return `
struct Round { windows: u32, first: u32, start: u32, end: u32, begins: u32 }
@group(0) @binding(0) var<storage, read> shapes: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read_write> correlations: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> rows: array<vec4<u32>>;
@group(0) @binding(3) var<uniform> round: Round;
var<workgroup> held: array<vec4<f32>, ${pieces * TOGETHER}>;

@compute @workgroup_size(${TOGETHER})
fn search(@builtin(global_invocation_id) id: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
  let window = id.x;
  let own = min(window, round.windows - 1u) * ${pieces}u;
  ${each(pieces, (k) => `let own${k} = shapes[own + ${k}u]${k === pieces - 1 ? " * vec4<f32>(1.0, 1.0, 1.0, 0.0)" : ""};`, "\n  ")}
  var best = vec4<f32>(-2.0);
  var found = vec4<u32>(0u);
  if (round.begins == 0u) {
    best = correlations[min(window, round.windows - 1u)];
    found = rows[min(window, round.windows - 1u)];
  }
  for (var base = round.start; base < round.end; base += ${TOGETHER}u) {
    workgroupBarrier();
    for (var k = lane; k < ${pieces * TOGETHER}u; k += ${TOGETHER}u) {
      held[k] = shapes[min(base * ${pieces}u + k, round.windows * ${pieces}u - 1u)];
    }
    workgroupBarrier();
    let count = min(${TOGETHER}u, round.end - base);
    for (var r = 0u; r < count; r++) {
      let at = r * ${pieces}u;
      let sums = ${each(pieces, (k) => `own${k} * held[at + ${k}u]`, " + ")};
      let correlation = (sums.x + sums.y) + (sums.z + sums.w);
      if (correlation > best.w) {
        let row = base + r;
        if (max(row, window) - min(row, window) >= round.first && held[at + ${pieces - 1}u].w > 0.0) {
          if (correlation > best.x) {
            best = vec4<f32>(correlation, best.xyz);
            found = vec4<u32>(row, found.xyz);
          } else if (correlation > best.y) {
            best = vec4<f32>(best.x, correlation, best.yz);
            found = vec4<u32>(found.x, row, found.yz);
          } else if (correlation > best.z) {
            best = vec4<f32>(best.xy, correlation, best.z);
            found = vec4<u32>(found.xy, row, found.z);
          } else {
            best.w = correlation;
            found.w = row;
          }
        }
      }
    }
  }
  if (window < round.windows) {
    correlations[window] = best;
    rows[window] = found;
  }
}
`;
}
