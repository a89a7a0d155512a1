import { type Count, type Outcome, succeed } from "../contract";
import { inChunks, type JobContext } from "../runtime/job";
import { inParallel } from "../runtime/parallel";
import type { profilePartJob } from "./parts/profile-part";
import { allPairs, type Diagonals, shareOf } from "./profile-order";
import type { ProfilePart } from "./profile-part";
import { COMPARING } from "./schema";
import type { StructureKernels } from "./steps";

/** An unfinished matrix profile: the best matches on the groups of diagonals at the first `done` positions of their order. */
export interface ProfileSoFar extends ProfilePart {
  done: Count;
  /** Blocks of rows that a graphics processor had compared with all windows before it failed: pairs of windows within them are known. */
  before?: Count;
}

/** Number of pairs of windows from which diagonals are spread over the workers, and maximum number of parts. */
const LARGE = 1e8;
const MAX_PARTS = 16;
/** Pairs per window from which the overhead of a part (statistics at its start, columns at its end) is a small share of its work. */
const PAIRS_PER_WINDOW = 512;
const CHUNK = 262_144;

/** Number of groups that contain about so many pairs, at least one. */
const groupsFor = (diagonals: Diagonals, pairs: Count): Count => Math.max(1, Math.round((pairs / allPairs(diagonals)) * diagonals.groups));

const partsFor = ({ windows }: Diagonals, pairs: Count): Count =>
  pairs > LARGE ? Math.max(1, Math.min(MAX_PARTS, Math.floor(pairs / (PAIRS_PER_WINDOW * windows)))) : 1;

/** Merges the best matches of several parts, independently of their order. */
export function mergeParts(context: JobContext, structure: StructureKernels, parts: readonly ProfilePart[]): ProfilePart {
  const { arena, kernels } = context;
  if (parts.length === 1) return parts[0];
  const windows = parts[0].best.length;
  const put = ({ best, partner }: ProfilePart) => {
    const at = { best: arena.put(best), partner: arena.takeBytes(4 * windows) };
    new Int32Array(kernels.memory.buffer, at.partner, windows).set(partner);
    return at;
  };
  return arena.scope(() => {
    const whole = put(parts[0]);
    for (const part of parts.slice(1)) {
      arena.scope(() => {
        const other = put(part);
        inChunks(context, windows, CHUNK, (from, to) =>
          structure.profileMerge(whole.best, whole.partner, other.best, other.partner, from, to),
        );
      });
    }
    return {
      best: arena.view(whole.best, windows).slice(),
      partner: new Int32Array(kernels.memory.buffer, whole.partner, windows).slice(),
    };
  });
}

/**
 * Continues a matrix profile by about so many pairs of windows. The complete profile has the same bits for any step size, number of workers
 * and order of completion; after use of a graphics processor it differs within the tolerance. Call it with no arena scope open.
 * @param known result of earlier calls with the same values; null to begin
 */
export async function compareFurther(
  context: JobContext,
  structure: StructureKernels,
  { values, diagonals, known }: { values: Float64Array; diagonals: Diagonals; known: ProfileSoFar | null },
  pairs: Count,
): Promise<Outcome<ProfileSoFar>> {
  const { width, groups } = diagonals;
  const from = known?.done ?? 0;
  const to = Math.min(groups, from + groupsFor(diagonals, pairs));
  const parts = Math.min(to - from, partsFor(diagonals, (allPairs(diagonals) * (to - from)) / groups));
  const cut = (part: Count) => from + Math.floor(((to - from) * part) / parts);
  const before = known?.before;
  const blocks = before === undefined ? {} : { blocks: before };
  const inputs = Array.from({ length: parts }, (_, part) => ({ values, width, from: cut(part), to: cut(part + 1), ...blocks }));
  const span = [shareOf(diagonals, from, before), shareOf(diagonals, to, before)] as const;
  const found = await inParallel<typeof profilePartJob>(context, "profile-part", inputs, COMPARING, span);
  if (!found.ok) return found;
  return succeed({
    ...mergeParts(context, structure, known ? [known, ...found.value] : found.value),
    done: to,
    ...(before !== undefined && { before }),
  });
}
