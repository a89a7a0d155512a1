import { locks } from "../../../workers/capabilities";
import { BUSY_LOCK } from "../../client/update";
import { workspace } from "../../state/workspace";
import type { Part } from "./answer-all";
import { type BatchRun, rowsOf } from "./batch-run";
import type { Ways } from "./chosen-files";

/** The journal, loaded after the screen has rendered. */
const journal = async () => (await import("../../state/batch-journal")).batchJournal;

const LOCK = "prospect-batch-";
const lockOf = (id: string): string => LOCK + id;
/** Ids of runs this tab is working on. */
const own = new Set<string>();

/** Works on a run exclusively; null if another tab is working on it. */
export async function alone<T>(id: string, work: () => Promise<T>): Promise<T | null> {
  const working = async () => {
    own.add(id);
    // Held explicitly: the jobs are unlisted, so an update would not wait for them.
    const busy = locks()?.request(BUSY_LOCK, { mode: "shared" }, work) ?? work();
    return busy.finally(() => own.delete(id));
  };
  // A run of this tab that was just canceled still holds the lock for a moment.
  return locks()?.request(lockOf(id), { ifAvailable: !own.has(id) }, (lock) => lock && working()) ?? working();
}

/** Ids of runs being worked on, in any tab. */
async function running(): Promise<Set<string>> {
  const held = (await locks()?.query())?.held ?? [];
  return new Set([...own, ...held.flatMap(({ name = "" }) => (name.startsWith(LOCK) ? [name.slice(LOCK.length)] : []))]);
}

/** Whether another tab is working on a run. */
export const isElsewhere = async (id: string): Promise<boolean> => !own.has(id) && (await running()).has(id);

/** Settles once no tab is working on a run. */
export const left = (id: string, signal: AbortSignal) => locks()?.request(lockOf(id), { signal }, () => undefined);

/** Stored state of a run, without its parts. */
interface Head extends Pick<BatchRun, "id" | "plan" | "inputs" | "sources" | "digest" | "millis" | "at"> {
  /** Hash of its dataset; null for files. */
  hash: string | null;
  name: string;
  there?: boolean;
  ways?: Ways;
  marks?: Record<string, string>;
}

const headOf = ({ id, plan, inputs, data, sources, digest, millis, at }: BatchRun): Head => ({
  id,
  plan,
  inputs,
  sources,
  digest,
  millis,
  at,
  hash: data.series?.hash ?? null,
  name: data.name,
  there: data.there,
  ways: data.ways,
  marks: data.marks,
});

/** A part with the id of its run: two tabs may write at the same time. */
interface KeptPart extends Part {
  run: string;
}

/** Stores that a run has started, or its state. @returns false if the device refuses */
export const keepBegun = async (run: BatchRun) => (await journal()).begin(headOf(run), await running());
export const keepHead = (run: BatchRun) => journal().then(({ head }) => head(headOf(run)));

/** Stores parts as they arrive; those that arrive during a write are written together. */
export class PartKeeper {
  private waiting: Part[] = [];
  private writing: Promise<unknown> | null = null;
  /** Whether the device has refused any of the run; only read elsewhere. */
  refused: boolean;

  constructor(private readonly run: BatchRun) {
    this.refused = run.refused === true;
  }

  /** Stores that the run has started, in place of what was stored of it. */
  async begin(): Promise<void> {
    this.refused = !(await keepBegun(this.run));
  }

  add(part: Part): void {
    this.waiting.push(part);
    this.writing ??= this.write();
  }

  /** Settles once everything is stored. */
  async all(): Promise<void> {
    await this.writing;
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const parts = this.waiting;
      this.waiting = [];
      const { add } = await journal();
      if (!(await add(parts.map((part): KeptPart => ({ ...part, run: this.run.id }))))) this.refused = true;
    }
    this.writing = null;
  }
}

/** Stores the current state of a run. @returns false if the device refuses */
export async function keepWhole(run: BatchRun): Promise<boolean> {
  const keep = new PartKeeper(run);
  await keep.begin();
  for (const part of run.parts) keep.add(part);
  await keep.all();
  return !keep.refused;
}

/** Deletes a stored run, unless another tab is working on it; returns a function that stores it again. */
export function forgetRun(run: BatchRun): () => Promise<unknown> {
  const forgotten = isElsewhere(run.id).then(async (busy) => {
    if (busy) return async () => undefined;
    const { read, forget, begin, add } = await journal();
    const stored = await read(run.id);
    await forget(run.id);
    if (!stored || stored.parts.length < run.parts.length) return () => keepWhole(run);
    // As it was stored: another tab may just have finished it, with rows that are not on this screen.
    return async () => (await begin(stored.head, await running())) && add(stored.parts);
  });
  return async () => (await forgotten)();
}

/** Parts without series that occur in an earlier part. */
function distinct(parts: readonly Part[]): Part[] {
  const known = new Set<number>();
  return parts.filter(({ places }) => {
    if (places.some((place) => known.has(place))) return false;
    for (const place of places) known.add(place);
    return true;
  });
}

/**
 * The stored run with its dataset; null if there is none that can be shown.
 * @param id of a specific run; the newest by default
 */
export async function keptRun(id?: string): Promise<BatchRun | null> {
  // Before it is read: one that ends meanwhile is read again.
  const working = await running();
  const kept = await (await journal()).read(id);
  // Only this screen writes there.
  const head = kept?.head as Head | undefined;
  if (!kept || !head) return null;
  const { hash, name, there = false, ways = [], marks = {}, ...run } = head;
  const loaded = hash === null ? null : await workspace.load(hash);
  if (loaded && !loaded.ok) return null;
  const parts = distinct((kept.parts as KeptPart[]).filter((part) => part.run === head.id));
  const rows = parts.flatMap(rowsOf).sort((a, b) => a.place - b.place);
  const failed = rows.filter(({ row }) => row.failure !== undefined).length;
  const data = { name, series: loaded?.value ?? null, files: {}, there, ways, marks };
  return { ...run, data, rows, failed, parts, elsewhere: !own.has(run.id) && working.has(run.id) };
}
