import type { Count } from "../../contract";

/** Windows a workgroup looks for, an invocation each, and rows it holds at a time. */
export const TOGETHER = 64;
/** Nearest windows kept of each. */
export const KEPT = 4;

/** Vectors of four that hold a window, of which the last value says whether it varies. */
export const piecesOf = (width: Count): Count => (width + 4) >> 2;

/**
 * Largest error of a correlation the shader finds, (m + 2) 2^-23: every product and sum is one of the two 32-bit values next to the exact one, whatever their
 * order and whether they are fused, and the sizes of the products sum to 1 at most (Cauchy and Schwarz). One step of it is for the rounded
 * values it begins with.
 */
export const errorBound = (width: Count): number => (width + 2) * 2 ** -23;

const each = (pieces: Count, line: (piece: Count) => string, between: string): string =>
  Array.from({ length: pieces }, (_, k) => line(k)).join(between);

/**
 * The four rows of [start, end) each window correlates with most. A correlation is a whole sum of products each time: what a diagonal carries
 * along in 32 bits is lost where a calm window follows a wild one.
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
