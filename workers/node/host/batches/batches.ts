import { stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { apiTexts, Problem } from "../../../api";
import type { Count, Millis } from "../../../contract";
import { servedFiles } from "../../data/inside";
import type { Stored } from "../../data/read-source";
import type { ComputePool } from "../compute-pool";
import { type BatchPlan, HostBatch } from "./host-batch";
import type { openStored } from "./stored-jobs";
import { Uploads } from "./uploads";

/** Batches answered concurrently; others wait. */
const MAX_RUNNING: Count = 4;
const MAX_BATCHES: Count = 256;
/** A batch nobody has polled for this long is canceled and forgotten. */
const PATIENCE: Millis = 120_000;
const RETRY_SECONDS = 30;
const MAX_STARS = 4;

interface Held {
  batch: HostBatch;
  uploads: readonly string[];
  timer: ReturnType<typeof setTimeout>;
}

const slashed = (path: string) => path.split(sep).join("/");

/** The batches of a host, over files of its folder and uploaded files. */
export class Batches {
  readonly uploads: Uploads;
  private readonly held = new Map<string, Held>();
  private waiting: HostBatch[] = [];
  private running: Count = 0;

  /**
   * @param folder of data
   * @param state folder for uploaded files
   */
  constructor(
    private readonly pool: ComputePool,
    private readonly folder: string,
    state: string,
  ) {
    this.uploads = new Uploads(join(state, "uploads"));
  }

  /** Begins a batch. @param uploads ids of uploaded files, by their names in the plan */
  async begin(plan: BatchPlan, uploads: Readonly<Record<string, string>>, owner: string): Promise<HostBatch> {
    this.makeRoom();
    const held: string[] = [];
    try {
      const { data, files } = await this.stored(plan.data, (given) => {
        if (!Object.hasOwn(uploads, given)) return null;
        const path = this.uploads.hold(uploads[given], owner);
        if (path === null) throw new Problem(404, "not-found", `There is no upload ${given}.`);
        held.push(uploads[given]);
        return path;
      });
      const batch = new HostBatch({ ...plan, data }, owner, files);
      const timer = setTimeout(() => this.end(batch.id), PATIENCE).unref();
      this.held.set(batch.id, { batch, uploads: held, timer });
      this.waiting.push(batch);
      this.next();
      return batch;
    } catch (error) {
      for (const id of held) this.uploads.release(id);
      throw error;
    }
  }

  /** One series of files in the folder, by its index in the order of the data; null if there is none. */
  async series({ data, column, place }: { data: string[]; column: string | null; place: Count }, signal: AbortSignal) {
    const stored = await this.stored(data, () => null);
    return this.pool.ask<typeof openStored>("open-stored", { ...stored, column, place }, signal);
  }

  /** A batch of an owner; polling keeps it alive. */
  find(id: string, owner: string): HostBatch | null {
    const held = this.held.get(id);
    if (held?.batch.owner !== owner) return null;
    held.timer.refresh();
    return held.batch;
  }

  /** All batches, oldest first. */
  all = (): HostBatch[] => [...this.held.values()].map(({ batch }) => batch);

  /** Ends a batch and forgets it. */
  end(id: string): void {
    const held = this.held.get(id);
    if (!held) return;
    clearTimeout(held.timer);
    this.held.delete(id);
    held.batch.cancel();
    this.waiting = this.waiting.filter((batch) => batch !== held.batch);
    for (const upload of held.uploads) this.uploads.release(upload);
  }

  close(): void {
    for (const id of this.held.keys()) this.end(id);
    this.uploads.clear();
  }

  private makeRoom(): void {
    for (const [id, { batch }] of this.held) {
      if (this.held.size < MAX_BATCHES) return;
      if (batch.hasEnded) this.end(id);
    }
    if (this.held.size >= MAX_BATCHES) throw new Problem(503, "busy", apiTexts.busy, {}, { "Retry-After": String(RETRY_SECONDS) });
  }

  private next(): void {
    if (this.running >= MAX_RUNNING) return;
    const batch = this.waiting.shift();
    if (!batch) return;
    this.running++;
    void batch.run(this.pool).finally(() => {
      this.running--;
      this.next();
    });
  }

  /**
   * Paths of the files named in a plan.
   * @param sentAt path of an uploaded file; null for files of the folder
   */
  private async stored(given: readonly string[], sentAt: (name: string) => string | null): Promise<{ data: string[]; files: Stored }> {
    const files: Record<string, { path: string; mark: string }> = {};
    const data: string[] = [];
    for (const one of given) {
      const sent = sentAt(one);
      for (const name of sent === null ? await this.filesOf(one) : [one]) {
        const path = sent ?? join(this.folder, name);
        const { size, mtimeMs } = await stat(path);
        if (!Object.hasOwn(files, name)) data.push(name);
        Object.defineProperty(files, name, { value: { path, mark: `${size} ${mtimeMs}` }, enumerable: true, configurable: true });
      }
    }
    return { data, files };
  }

  /**
   * Files of the folder by relative path: a single one, those of a subfolder, or those matching a pattern. Only listed files can be found.
   */
  private async filesOf(given: string): Promise<string[]> {
    const all = (await servedFiles(this.folder)).map((path) => slashed(relative(this.folder, path)));
    const wanted = slashed(given).replace(/^\.\//, "").replace(/\/+$/, "");
    const matches = patternOf(wanted);
    const own = all.filter((name) => wanted === "" || wanted === "." || name.startsWith(`${wanted}/`) || matches.test(name));
    if (own.length === 0) throw new Problem(404, "not-found", `The host's folder has no file ${given.slice(0, 200)}.`);
    return own.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  }
}

/** A name in which a star matches anything but a slash. */
function patternOf(name: string): RegExp {
  const pieces = name.split(/\*+/).map((piece) => piece.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
  if (pieces.length - 1 > MAX_STARS) throw new Problem(422, "bad-input", `A pattern has at most ${MAX_STARS} stars.`);
  return new RegExp(`^${pieces.join("[^/]*")}$`);
}
