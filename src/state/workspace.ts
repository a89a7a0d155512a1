import { usedSpace } from "../../workers/capabilities";
import { type Failure, type Outcome, type Series, succeed, WORKSPACE } from "../../workers/contract";
import type { Jobs } from "../../workers/jobs";
import type { Dataset } from "../../workers/storage/dataset";
import { storage } from "../client/compute";
import type { Pool, RunOptions } from "../client/pool";
import { persist } from "../lib/capabilities";
import { Listened } from "../lib/store";
import { failureText } from "../lib/texts.ts";
import { OtherTabs } from "./other-tabs";
import { type Source, sourceAtom } from "./source-atom";

const UNREADABLE = "Some saved datasets could not be read and are not listed.";

export interface ListedDataset extends Dataset {
  /** saving: being written. device: stored. memory: storage refused it, so it is kept until the tab is closed. */
  kept: "saving" | "device" | "memory";
}

export interface WorkspaceView {
  /** False until the list has been read for the first time. */
  ready: boolean;
  /** Newest first. */
  datasets: readonly ListedDataset[];
  /** Why loaded series are not saved, or which could not be read; null if everything is fine. */
  warning: string | null;
}

interface Held {
  series: Series;
  dataset: ListedDataset;
}

/** Makes the browser ask before the page is left. */
const ask = (event: Event) => event.preventDefault();

/** The datasets of this device, as seen by one tab. What storage refuses is kept in memory, and the view says so. */
export class Workspace extends Listened implements Source<WorkspaceView> {
  private view: WorkspaceView = { ready: false, datasets: [], warning: null };
  private stored: readonly Dataset[] = [];
  private readonly held = new Map<string, Held>();
  /** Series in use on the page: loading them again returns the same columns. */
  private readonly inUse = new Map<string, WeakRef<Series>>();
  private readonly otherTabs: OtherTabs;
  private opening: Promise<void> | null = null;
  private refusal: Failure | null = null;
  private unreadable = 0;
  private readonly saves = new Map<string, Promise<ListedDataset>>();
  private askedToPersist = false;

  constructor(
    private readonly pool: Pool<Jobs>,
    private readonly name: string,
  ) {
    super();
    this.otherTabs = new OtherTabs(name, () => void this.refresh());
  }

  read = (): WorkspaceView => this.view;

  /** Reads the list for the first time and cleans up; settles when the view is ready. */
  open(): Promise<void> {
    this.opening ??= this.refresh(true);
    return this.opening;
  }

  /** Adds a series at once and stores it on the device; settles when it is stored, or kept in memory because storage refused. */
  async add(series: Series): Promise<ListedDataset> {
    const { hash } = series;
    const known = this.saves.get(hash) ?? this.held.get(hash)?.dataset;
    if (known) return known;
    this.inUse.set(hash, new WeakRef(series));
    // A dataset already in the list keeps its name; saving again repairs damaged numbers.
    if (!this.stored.some((dataset) => dataset.hash === hash)) this.hold(series, "saving");
    return this.save(series);
  }

  /** A dataset with its numbers, under its current name. */
  async load(hash: string, options: Pick<RunOptions, "signal" | "onProgress"> = {}): Promise<Outcome<Series>> {
    const there = this.held.get(hash)?.series ?? this.inUse.get(hash)?.deref();
    if (there) {
      const name = this.nameOf(hash) ?? there.name;
      return succeed(name === there.name ? there : { ...there, name });
    }
    const outcome = await this.pool.run("load-series", { workspace: this.name, hash }, { ...options, cache: false });
    if (outcome.ok) this.inUse.set(hash, new WeakRef(outcome.value));
    return outcome;
  }

  /** The name of a dataset in the list; undefined if it is not, or not yet. */
  nameOf(hash: string): string | undefined {
    return this.view.datasets.find((dataset) => dataset.hash === hash)?.name;
  }

  async rename(hash: string, name: string): Promise<Outcome<Dataset>> {
    const held = await this.inMemory(hash);
    if (!held) return this.changed(await this.pool.run("rename-series", { workspace: this.name, hash, name }, { cache: false }));
    return succeed(this.hold({ ...held.series, name }, "memory"));
  }

  /** Removes a dataset. `undo` restores it, even after the list has changed. */
  async remove(hash: string): Promise<Outcome<{ undo: () => Promise<Outcome<Dataset>> }>> {
    const held = await this.inMemory(hash);
    if (held && !this.stored.some((dataset) => dataset.hash === hash)) {
      this.held.delete(hash);
      this.publish();
      return succeed({ undo: async () => succeed(await this.add(held.series)) });
    }
    const removed = await this.changed(await this.pool.run("remove-series", { workspace: this.name, hash }, { cache: false }));
    if (!removed.ok) return removed;
    if (held) {
      this.held.delete(hash);
      this.publish();
    }
    const undo = async () => this.changed(await this.pool.run("restore-series", { workspace: this.name, hash }, { cache: false }));
    return succeed({ undo });
  }

  /** Series to be saved again. */
  refused(): Series[] {
    return [...this.held.values()].map(({ series }) => series).filter(({ hash }) => !this.saves.has(hash));
  }

  isKept(): boolean {
    return this.otherTabs.closed || this.refusal === null;
  }

  /** Bytes used by and available to this site; null if the browser does not report it. */
  async space(): Promise<{ used: number; available: number } | null> {
    return usedSpace();
  }

  close(): void {
    this.otherTabs.close();
  }

  private refuse(failure: Failure): void {
    this.refusal = failure;
    void import("./try-again").then(({ tryAgain }) => tryAgain(this, this.name));
  }

  /** The dataset, if storage has refused it; waits for a save in progress. */
  private async inMemory(hash: string): Promise<Held | undefined> {
    await this.saves.get(hash);
    return this.held.get(hash);
  }

  private hold(series: Series, kept: ListedDataset["kept"]): ListedDataset {
    const { times, columns, ...rest } = series;
    const dataset: ListedDataset = {
      ...rest,
      columns: columns.map(({ name, role }) => ({ name, role })),
      span: times && series.length > 0 ? { from: times[0], to: times[series.length - 1] } : null,
      savedAt: Date.now(),
      removedAt: null,
      kept,
    };
    this.held.set(series.hash, { series, dataset });
    this.publish();
    return dataset;
  }

  save(series: Series): Promise<ListedDataset> {
    const { hash } = series;
    const saving = this.trySaving(series).finally(() => {
      this.saves.delete(hash);
      if (this.saves.size === 0) removeEventListener("beforeunload", ask);
    });
    this.saves.set(hash, saving);
    // Leaving the page ends the worker that is saving, and the new data would be lost.
    addEventListener("beforeunload", ask);
    return saving;
  }

  private async trySaving(series: Series): Promise<ListedDataset> {
    const outcome = await this.pool.run("save-series", { workspace: this.name, series }, { cache: false });
    if (!outcome.ok) {
      this.refuse(outcome.failure);
      return this.hold(series, "memory");
    }
    await this.changed(outcome);
    this.held.delete(series.hash);
    if (this.held.size === 0) this.refusal = null;
    this.publish();
    this.persist();
    return { ...outcome.value, kept: "device" };
  }

  /**
   * After a change on the device: reloads the list and notifies the other tabs. What storage has confirmed counts even without the list.
   */
  private async changed(outcome: Outcome<Dataset>): Promise<Outcome<Dataset>> {
    if (!outcome.ok) return outcome;
    const { value } = outcome;
    const others = this.stored.filter(({ hash }) => hash !== value.hash);
    this.stored = value.removedAt === null ? [...others, value] : others;
    this.otherTabs.post();
    await this.refresh();
    return outcome;
  }

  /** Storage jobs are serialized, so the list that arrives last is the newest. */
  async refresh(tidy = false): Promise<void> {
    const outcome = await this.pool.run("list-series", { workspace: this.name, tidy }, { cache: false });
    if (outcome.ok) {
      this.stored = outcome.value.datasets;
      this.unreadable = outcome.value.unreadable;
      if (this.held.size === 0) this.refusal = null;
    } else this.refuse(outcome.failure);
    this.view = { ...this.view, ready: true };
    this.publish();
  }

  /** Asks the browser once not to evict stored data. It may refuse, without further effect. */
  private persist(): void {
    if (this.askedToPersist) return;
    this.askedToPersist = true;
    void persist();
  }

  private publish(): void {
    const held = [...this.held.values()].map(({ dataset }) => dataset);
    const device = this.stored.filter(({ hash }) => !this.held.has(hash)).map((dataset) => ({ ...dataset, kept: "device" as const }));
    const datasets = [...held, ...device].sort((a, b) => b.savedAt - a.savedAt);
    const warning = (this.refusal && failureText(this.refusal)) ?? (this.unreadable > 0 ? UNREADABLE : null);
    this.view = { ready: this.view.ready, datasets, warning };
    this.emit();
  }
}

/** The workspace of the app. */
export const workspace = new Workspace(storage, WORKSPACE);

/** The user's datasets; the list is loaded on first use. */
export const workspaceAtom = sourceAtom({
  read: workspace.read,
  subscribe: (listener) => {
    void workspace.open();
    return workspace.subscribe(listener);
  },
});
