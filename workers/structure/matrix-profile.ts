import { type Count, type Outcome, succeed, VALUE_BYTES } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import { compareFurther, type ProfileSoFar } from "./compare-further";
import { type Diagonals, diagonalsOf, exclusionOf } from "./profile-order";
import { type ProfilePart, takeStatistics } from "./profile-part";
import type { StructureKernels } from "./steps";

/** Two windows of very similar shape. */
export interface Motif {
  first: Count;
  second: Count;
  distance: number;
}

/** A window whose shape is unlike any other in the series. */
export interface Discord {
  index: Count;
  nearest: Count;
  distance: number;
}

export interface MatrixProfile {
  /** Values per window. */
  width: Count;
  /** Windows closer than this do not count as neighbors. */
  exclusion: Count;
  /** Distance of each window, by its first value, to its nearest neighbor; NaN if it is constant or has none. */
  distances: Float64Array;
  /** Start of the nearest neighbor; -1 for none. */
  neighbors: Int32Array;
  motifs: Motif[];
  discords: Discord[];
}

interface ProfileOptions {
  motifs: Count;
  discords: Count;
}

/** Pairs compared between two merges of results: the parts of one round are in memory at the same time. */
const ROUND: Count = 2 ** 33;
const CHUNK = 262_144;
const MAX_TRIES = 200;

/** Picks the windows with the largest sign * distance, and clears those that overlap them. */
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
      // Both windows of a pair must be disjoint from earlier pairs.
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

/** Distances of all windows to their best matches. */
function distancesOf(
  context: JobContext,
  structure: StructureKernels,
  values: Float64Array,
  { width, windows }: Diagonals,
  { best }: ProfilePart,
): Float64Array {
  const { arena } = context;
  return arena.scope(() => {
    const statistics = takeStatistics(context, structure, arena.put(values), width, windows);
    const inverse = statistics + windows * VALUE_BYTES;
    const [found, out] = [arena.put(best), arena.take(windows)];
    inChunks(context, windows, CHUNK, (from, to) => structure.profileDistances(found, inverse, from, to, width, out));
    const distances = context.column(windows);
    distances.set(arena.view(out, windows));
    return distances;
  });
}

/** The profile with its motifs and discords, from the best matches so far: exact once all diagonals are compared; until then distances may still fall. */
export function profileOf(
  context: JobContext,
  structure: StructureKernels,
  { values, diagonals, known }: { values: Float64Array; diagonals: Diagonals; known: ProfilePart },
  { motifs, discords }: ProfileOptions,
): MatrixProfile {
  const { width } = diagonals;
  const found = { width, distances: distancesOf(context, structure, values, diagonals, known), neighbors: known.partner };
  const { distances, neighbors } = found;
  return {
    ...found,
    exclusion: exclusionOf(width),
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
  };
}

/**
 * Matrix profile: for every window of a series, the distance of its shape to the most similar other window; motifs are the nearest pairs, discords
 * the windows farthest from all others. Call it with no arena scope open.
 * @term Matrix profile
 * @formula distance = sqrt(2 m (1 - correlation)) of the z-normalized windows of m values; windows up to m/4 apart are excluded
 * @source Yeh and others (2016), ICDM; Zhu and others (2018), MPX
 * @tolerance 1e-11 in the correlation of every window with its nearest against all pairs in exact arithmetic: 1e-11 m / d in a distance d
 */
export async function matrixProfile(
  context: JobContext,
  structure: StructureKernels,
  values: Float64Array,
  width: Count,
  picks: ProfileOptions,
): Promise<Outcome<MatrixProfile | null>> {
  const diagonals = diagonalsOf(values.length, width);
  if (!diagonals) return succeed(null);
  let known: ProfileSoFar | null = null;
  while (!known || known.done < diagonals.groups) {
    const further: Outcome<ProfileSoFar> = await compareFurther(context, structure, { values, diagonals, known }, ROUND);
    if (!further.ok) return further;
    known = further.value;
  }
  return succeed(profileOf(context, structure, { values, diagonals, known }, picks));
}
