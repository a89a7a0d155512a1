import { type GenericSchema, safeParse } from "valibot";
import { type Millis, type Outcome, succeed } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import type { RecordKind, StoredRecord } from "../../workers/storage/record";
import type { Pool } from "../client/pool";
import { Listened } from "../lib/store";
import { failureText } from "../lib/texts.ts";
import { OtherTabs } from "./other-tabs";
import type { Source } from "./source-atom";

const UNREADABLE = "Some saved entries could not be read and are not listed.";

/** A stored entity: a client, a strategy, a run. */
export interface Kept<Body> {
  id: string;
  createdAt: Millis;
  changedAt: Millis;
  body: Body;
  /** memory: storage refused it, so it is kept until the tab is closed. */
  kept: "device" | "memory";
}

export interface RecordsView<Body> {
  /** False until the list has been read for the first time. */
  ready: boolean;
  /** Newest first. */
  records: readonly Kept<Body>[];
  /** Why entries are not saved, or that some could not be read; null if everything is fine. */
  warning: string | null;
  /** Why the list itself could not be read; null if it was. */
  unlisted: string | null;
}

interface RecordsOptions<Body> {
  pool: Pool<Jobs>;
  workspace: string;
  kind: RecordKind;
  /** Validates entries when they are read; invalid ones are left unchanged and counted. */
  schema: GenericSchema<unknown, Body>;
}

/** The records of one kind, synchronized between tabs. What storage refuses is kept in memory, and the view says so. */
export class Records<Body> extends Listened implements Source<RecordsView<Body>> {
  private view: RecordsView<Body> = { ready: false, records: [], warning: null, unlisted: null };
  private stored: readonly Kept<Body>[] = [];
  private readonly held = new Map<string, Kept<Body>>();
  /** Records in memory that, once removed by another tab, stay removed until they are saved again. */
  private readonly yielding = new WeakSet<Kept<Body>>();
  private readonly saves = new Map<string, Promise<unknown>>();
  /** What this tab knew of records before another one changed them. */
  private readonly overtaken = new Map<string, Body>();
  private readonly otherTabs: OtherTabs;
  private opening: Promise<void> | null = null;
  private refusal: string | null = null;
  private unlisted: string | null = null;
  private unreadable = 0;

  constructor(private readonly options: RecordsOptions<Body>) {
    super();
    this.otherTabs = new OtherTabs(`${options.workspace}-${options.kind}`, () => void this.refreshForOthers());
  }

  read = (): RecordsView<Body> => this.view;

  /** Reads the list for the first time and cleans up; settles when the view is ready. */
  open(): Promise<void> {
    this.opening ??= this.refresh(true);
    return this.opening;
  }

  find(id: string): Kept<Body> | undefined {
    return this.view.records.find((record) => record.id === id);
  }

  /** Content of a record before another tab changed it; undefined if none has since this tab took it up. */
  before(id: string): Body | undefined {
    return this.overtaken.get(id);
  }

  /**
   * Acknowledges the current version of a record: it was opened, or replaced by a user who was informed. Changes elsewhere in the record do
   * not acknowledge it.
   */
  takeUp(id: string): void {
    this.overtaken.delete(id);
  }

  /** Adds a new record. If storage refuses, it is kept in memory. */
  add(body: Body): Promise<Kept<Body>> {
    const now = Date.now();
    return this.save({ id: crypto.randomUUID(), createdAt: now, changedAt: now, body, kept: "device" });
  }

  /**
   * Replaces the content of a record; one removed meanwhile is added again.
   * @param takesUp whether this acknowledges the current version: later changes by another tab are reported again
   */
  change(id: string, body: Body, takesUp = false): Promise<Kept<Body>> {
    const now = Date.now();
    return this.save({ id, createdAt: this.find(id)?.createdAt ?? now, changedAt: now, body, kept: "device" }, { takesUp });
  }

  /** Replaces the content of a record automatically: one removed meanwhile, in any tab, stays removed. */
  async update(id: string, body: Body): Promise<void> {
    const record = this.find(id);
    if (record) await this.save({ ...record, changedAt: Date.now(), body, kept: "device" }, { unlessRemoved: true });
  }

  /** Removes a record. `undo` restores it. */
  async remove(id: string): Promise<Outcome<{ undo: () => Promise<Outcome<unknown>> }>> {
    const { pool, workspace } = this.options;
    // Afterwards it may be in memory, or on the device.
    if (this.saves.has(id)) await this.saves.get(id);
    const held = this.held.get(id);
    const stored = this.stored.find((record) => record.id === id);
    // If a change was refused and is in memory, storage still has the earlier version.
    if (!held || stored) {
      const removed = await pool.run("remove-record", { workspace, id }, { cache: false });
      if (!removed.ok) return removed;
      this.stored = this.stored.filter((record) => record.id !== id);
    }
    this.held.delete(id);
    await this.changed();
    if (held) return succeed({ undo: async () => succeed(await this.save(held, { unlessRemoved: false })) });
    const undo = async () => {
      const restored = await pool.run("restore-record", { workspace, id }, { cache: false });
      if (restored.ok && stored) this.stored = [...this.stored, stored];
      await this.changed();
      return restored;
    };
    return succeed({ undo });
  }

  /** Records to be saved again, except those another tab has changed since: the user is told what that would replace. */
  refused(): Kept<Body>[] {
    return [...this.held.values()].filter(({ id }) => !this.overtaken.has(id) && !this.saves.has(id));
  }

  isKept(): boolean {
    return this.otherTabs.closed || (this.held.size === 0 && this.unlisted === null);
  }

  close(): void {
    this.otherTabs.close();
  }

  save(record: Kept<Body>, { unlessRemoved = this.yielding.has(record), takesUp = false } = {}): Promise<Kept<Body>> {
    const { id } = record;
    const saving = this.trySaving(record, unlessRemoved, takesUp).finally(() => {
      if (this.saves.get(id) === saving) this.saves.delete(id);
    });
    this.saves.set(id, saving);
    return saving;
  }

  private async trySaving(record: Kept<Body>, unlessRemoved: boolean, takesUp: boolean): Promise<Kept<Body>> {
    const { pool, workspace, kind } = this.options;
    const { id, createdAt, changedAt, body } = record;
    const stored: StoredRecord = { id, kind, createdAt, changedAt, removedAt: null, body };
    const outcome = await pool.run("save-record", { workspace, record: stored, unlessRemoved }, { cache: false });
    if (!outcome.ok) {
      this.refusal = failureText(outcome.failure);
      return this.hold(record, unlessRemoved);
    }
    this.held.delete(id);
    if (takesUp) this.takeUp(id);
    // It counts as stored, whether or not the list can be read afterwards.
    const kept: Kept<Body> = { ...record, kept: "device" };
    const others = this.stored.filter((one) => one.id !== id);
    this.stored = outcome.value.removedAt === null ? [...others, kept] : others;
    await this.changed();
    return kept;
  }

  private tryAgain(): void {
    void import("./try-again").then(({ tryAgain }) => tryAgain(this, this.options.workspace));
  }

  private hold(record: Kept<Body>, unlessRemoved: boolean): Kept<Body> {
    const held: Kept<Body> = { ...record, kept: "memory" };
    // A stored record can be removed by another tab meanwhile.
    if (unlessRemoved || this.stored.some(({ id }) => id === record.id)) this.yielding.add(held);
    this.held.set(record.id, held);
    this.publish();
    this.tryAgain();
    return held;
  }

  /** After a change on the device: reloads the list and notifies the other tabs. */
  private async changed(): Promise<void> {
    this.otherTabs.post();
    await this.refresh();
  }

  private async refreshForOthers(): Promise<void> {
    const known = this.stored;
    await this.refresh();
    for (const { id, changedAt, body } of known) {
      const now = this.stored.find((record) => record.id === id);
      if (now && now.changedAt !== changedAt && !this.overtaken.has(id)) this.overtaken.set(id, body);
    }
  }

  async refresh(tidy = false): Promise<void> {
    const { pool, workspace, kind, schema } = this.options;
    const outcome = await pool.run("list-records", { workspace, kind, tidy }, { cache: false });
    if (outcome.ok) {
      const read = outcome.value.records.map(({ id, createdAt, changedAt, body }) => ({
        id,
        createdAt,
        changedAt,
        parsed: safeParse(schema, body),
      }));
      this.stored = read.flatMap(({ id, createdAt, changedAt, parsed }) =>
        parsed.success ? [{ id, createdAt, changedAt, body: parsed.output, kept: "device" as const }] : [],
      );
      this.unreadable = outcome.value.unreadable + read.length - this.stored.length;
      if (this.held.size === 0) this.refusal = null;
    }
    this.unlisted = outcome.ok ? null : failureText(outcome.failure);
    if (!outcome.ok) this.tryAgain();
    this.view = { ...this.view, ready: true };
    this.publish();
  }

  private publish(): void {
    const device = this.stored.filter(({ id }) => !this.held.has(id));
    const records = [...this.held.values(), ...device].sort((a, b) => b.createdAt - a.createdAt);
    const { refusal, unlisted } = this;
    const warning = refusal ?? unlisted ?? (this.unreadable > 0 ? UNREADABLE : null);
    this.view = { ready: this.view.ready, records, warning, unlisted };
    this.emit();
  }
}
