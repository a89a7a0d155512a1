import { type Count, type Outcome, succeed } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import { inParallel } from "../runtime/parallel";
import type { profilePartJob } from "./parts/profile-part";
import { GROUP, type ProfilePart, takeStatistics } from "./profile-part";
import type { StructureKernels } from "./steps";

/** Two windows of much the same shape. */
export interface Motif {
  first: Count;
  second: Count;
  distance: number;
}

/** A window whose shape nothing in the series resembles. */
export interface Discord {
  index: Count;
  nearest: Count;
  distance: number;
}

export interface MatrixProfile {
  /** Values per window. */
  width: Count;
  /** Windows this near to a window do not count as its neighbors. */
  exclusion: Count;
  /** Distance of each window, by its first value, to the nearest; NaN where it is constant or has no neighbor. */
  distances: Float64Array;
  /** Where the nearest begins; -1 without one. */
  neighbors: Int32Array;
  motifs: Motif[];
  discords: Discord[];
}

export interface ProfileOptions {
  motifs: Count;
  discords: Count;
}

/** Pairs of windows from which the diagonals are spread over the workers, and into how many parts. */
const LARGE = 1e8;
const PARTS = 16;
const CHUNK = 262_144;
const MAX_TRIES = 200;

export const exclusionOf = (width: Count): Count => Math.ceil(width / 4);

/** First diagonals of parts of about equal work: the same cuts whoever computes them. */
export function cutDiagonals(first: Count, windows: Count, parts: Count): Count[] {
  const reach = windows - first;
  return Array.from({ length: parts }, (_, part) => {
    // Diagonals left of the cut hold `part / parts` of the triangle's area.
    const share = 1 - Math.sqrt(1 - part / parts);
    return first + GROUP * Math.floor((share * reach) / GROUP);
  });
}

/** Picks the windows whose sign * distance is largest, and clears what overlaps them. */
function pick(
  context: JobContext,
  structure: StructureKernels,
  { width, distances, neighbors }: Pick<MatrixProfile, "width" | "distances" | "neighbors">,
  count: Count,
  sign: 1 | -1,
): Count[] {
  const { arena } = context;
  const n = distances.length;
  const picked: Count[] = [];
  return arena.scope(() => {
    const address = arena.put(distances);
    const clear = (at: Count) => arena.view(address, n).fill(Number.NaN, Math.max(0, at - width + 1), Math.min(n, at + width));
    for (let tries = 0; picked.length < count && tries < MAX_TRIES; tries++) {
      let best = -1;
      inChunks(context, n, CHUNK, (from, to) => {
        const index = structure.largestIndex(address, from, to, sign);
        if (index >= 0 && (best < 0 || sign * distances[index] > sign * distances[best])) best = index;
      });
      if (best < 0) break;
      // A pair needs both its windows to be free of the pairs before it.
      if (sign < 0 && Number.isNaN(arena.view(address, n)[neighbors[best]])) {
        arena.view(address, n)[best] = Number.NaN;
        continue;
      }
      picked.push(best);
      clear(best);
      if (sign < 0) clear(neighbors[best]);
    }
    return picked;
  });
}

/** The profile of parts that together cover all diagonals. */
function assemble(
  context: JobContext,
  structure: StructureKernels,
  values: Float64Array,
  width: Count,
  parts: readonly ProfilePart[],
): Pick<MatrixProfile, "distances" | "neighbors"> {
  const { arena, kernels } = context;
  const windows = values.length - width + 1;
  return arena.scope(() => {
    const statistics = takeStatistics(context, structure, arena.put(values), width, windows);
    const inverse = statistics + windows * Float64Array.BYTES_PER_ELEMENT;
    const put = ({ best, partner }: ProfilePart) => {
      const at = { best: arena.put(best), partner: arena.takeBytes(4 * windows) };
      new Int32Array(kernels.memory.buffer, at.partner, windows).set(partner);
      return at;
    };
    const whole = put(parts[0]);
    for (const part of parts.slice(1)) {
      arena.scope(() => {
        const other = put(part);
        inChunks(context, windows, CHUNK, (from, to) =>
          structure.profileMerge(whole.best, whole.partner, other.best, other.partner, from, to),
        );
      });
    }
    inChunks(context, windows, CHUNK, (from, to) => structure.profileDistances(whole.best, inverse, from, to, width, whole.best));
    const distances = context.column(windows);
    distances.set(arena.view(whole.best, windows));
    return { distances, neighbors: new Int32Array(kernels.memory.buffer, whole.partner, windows).slice() };
  });
}

/**
 * Matrix profile: for every window of a series, the distance of its shape to the most similar other window; motifs are the nearest pairs, discords
 * the windows farthest from all others. Call it with no arena scope open.
 * @term Matrix profile
 * @formula distance = sqrt(2 m (1 - correlation)) of the z-normalized windows of m values; windows up to m/4 apart are not compared
 * @source Yeh and others (2016), ICDM; Zhu and others (2018), MPX
 * @tolerance 1e-7 in every distance against all pairs computed one by one
 */
export async function matrixProfile(
  context: JobContext,
  structure: StructureKernels,
  values: Float64Array,
  width: Count,
  { motifs, discords }: ProfileOptions,
): Promise<Outcome<MatrixProfile | null>> {
  const windows = values.length - width + 1;
  const exclusion = exclusionOf(width);
  const first = exclusion + 1;
  if (width < 4 || windows <= first + width) return succeed(null);
  const large = (windows - first) ** 2 / 2 > LARGE;
  const starts = cutDiagonals(first, windows, large ? PARTS : 1);
  const inputs = starts.map((from, part) => ({ values, width, from, to: starts[part + 1] ?? windows }));
  const parts = await inParallel<typeof profilePartJob>(context, "profile-part", inputs, "Computing the matrix profile");
  if (!parts.ok) return parts;
  const found = { width, ...assemble(context, structure, values, width, parts.value) };
  const { distances, neighbors } = found;
  return succeed({
    ...found,
    exclusion,
    motifs: pick(context, structure, found, motifs, -1).map((index) => ({
      first: Math.min(index, neighbors[index]),
      second: Math.max(index, neighbors[index]),
      distance: distances[index],
    })),
    discords: pick(context, structure, found, discords, 1).map((index) => ({
      index,
      nearest: neighbors[index],
      distance: distances[index],
    })),
  });
}
