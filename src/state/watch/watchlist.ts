import { kernelDigest } from "virtual:build-facts";
import type { WatchedSource } from "../../../workers/batch/jobs/list-watched";
import type { WatchedFigures } from "../../../workers/batch/jobs/watch-series";
import type { Count, Failure, Millis, Outcome } from "../../../workers/contract";
import { compute, threadCount } from "../../client/compute";
import { Listened } from "../../lib/store";
import { failureText } from "../../lib/texts.ts";
import { stepsPerYear } from "../annualization";
import { figuresAs } from "../figures-as";
import { INPUT_PREFIX } from "../input-store";
import { takeInputs } from "../input-texts";
import { notices } from "../notices";
import { notifySystem } from "../notify-system";
import { readInputs } from "../screen-inputs";
import { settings } from "../settings";
import { type Source, sourceAtom } from "../source-atom";
import { type ListedDataset, workspace } from "../workspace";
import { compared, type MetAlert, WATCH_DEFAULTS, WATCH_INPUTS, watchInputsSchema } from "./alerts";
import { type Found, type Held, rowStore } from "./row-store";

/** A series of the list, with its result so far. */
export interface WatchedRow extends WatchedSource {
  key: string;
  perYear: number;
  found: Found | null;
}

interface WatchView {
  /** False until the datasets of this device are known. */
  ready: boolean;
  rows: readonly WatchedRow[];
  /** Rows are being computed. */
  busy: boolean;
  /** Why nothing can be computed at all. */
  failure: Failure | null;
}

/** How often listeners are notified while the list fills. */
const NOTIFY_EVERY: Millis = 400;
/** Changes within this time are handled together. */
const REST: Millis = 150;
/** Number of unused rows at which they are deleted. */
const MAX_STRAYS = 2000;
const SAVED_TOGETHER: Count = 50;
/** Version of a row's content: incremented when it changes, so that earlier rows are not reused. */
const FORM = 3;
const PATH = "/watchlist";
/** Yields to anything the user runs, and is not listed. */
const UNSEEN = { priority: "batch", cache: false, unlisted: true } as const;

/** The loaded series with their figures: computed in the background, stored by the content of each series. */
class Watchlist extends Listened implements Source<WatchView> {
  private view: WatchView = { ready: false, rows: [], busy: false, failure: null };
  private kept = new Map<string, Found>();
  private reading: Promise<void> | null = null;
  /** Computations in progress, by row. */
  private readonly flights = new Map<string, AbortController>();
  private unsaved = new Map<string, Found>();
  private newest = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  private notifiedAt = 0;
  private following = false;
  /** Alerts that are met, if the device has no storage. */
  private held: Held = {};

  read = (): WatchView => this.view;

  /** Computes missing rows now and after every change of datasets or settings. */
  follow(): void {
    if (this.following) return;
    this.following = true;
    void workspace.open();
    workspace.subscribe(this.later);
    settings.subscribe(this.later);
    figuresAs.subscribe(this.later);
    // Otherwise this tab would write its outdated list of alerts over another tab's, and each would report the other's alerts again.
    window.addEventListener("storage", ({ key, newValue }) => {
      if (key === INPUT_PREFIX + WATCH_INPUTS && newValue !== null) takeInputs({ [key]: newValue }, true);
    });
    this.later();
  }

  /** Checks every row against the alerts, and reports those newly met. */
  async compare(): Promise<void> {
    const { alerts } = readInputs(WATCH_INPUTS, watchInputsSchema, WATCH_DEFAULTS);
    const rows = new Map<string, WatchedFigures>();
    // Newest first: older versions of a series are ignored.
    for (const { name, found } of this.view.rows) if (found?.figures && !rows.has(name)) rows.set(name, found.figures);
    let met: readonly MetAlert[] = [];
    const turn = (before: Held): Held => {
      const next = compared(alerts, rows, before);
      met = next.met;
      return next.held;
    };
    this.held = (await rowStore.turn(turn)) ?? turn(this.held);
    for (const { title, detail } of met) {
      notices.add({ kind: "alert", title, detail, path: PATH });
      void notifySystem(title, detail, "prospect-alert");
    }
  }

  /** Recomputes every row. */
  async again(): Promise<void> {
    for (const flight of this.flights.values()) flight.abort();
    this.flights.clear();
    const keys = [...this.kept.keys()];
    this.kept.clear();
    await rowStore.forget(keys);
    await this.refresh();
  }

  private later = (): void => {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => void this.refresh(), REST);
  };

  /** Updates the list of series; computations for rows no longer in it are canceled. */
  private async refresh(): Promise<void> {
    const { ready, datasets } = workspace.read();
    if (!ready) return;
    const turn = ++this.newest;
    this.reading ??= rowStore.read().then((rows) => {
      this.kept = rows;
    });
    const asked = datasets.map(({ hash, name, columns, quality }) => ({ hash, name, columns, symbolOf: quality.symbolOf }));
    const [listed] = await Promise.all([compute.run("list-watched", { datasets: asked }, UNSEEN), this.reading]);
    if (turn !== this.newest) return;
    if (!listed.ok) return this.show({ ready, failure: listed.failure, busy: false });
    const rows = rowsOf(listed.value, datasets, this.kept);
    const keys = new Set(rows.map(({ key }) => key));
    for (const [key, flight] of this.flights) if (!keys.has(key)) flight.abort();
    const wanted = byPrograms();
    this.show({ ready, rows, busy: rows.some(({ found }) => isLacking(found, wanted)), failure: null });
    this.fill();
  }

  /** Computes rows on all available workers, yielding to anything the user runs. */
  private fill(): void {
    const wanted = byPrograms();
    const isMissing = ({ key }: WatchedRow) => !this.flights.has(key) && isLacking(this.kept.get(key) ?? null, wanted);
    while (this.flights.size < threadCount() && !this.view.failure) {
      const row = this.view.rows.find(isMissing);
      if (!row) break;
      const flight = new AbortController();
      this.flights.set(row.key, flight);
      void this.find(row, flight);
    }
    if (this.flights.size === 0) void this.finish();
  }

  private async find(row: WatchedRow, flight: AbortController): Promise<void> {
    const outcome = await figuresOf(row, flight.signal);
    if (this.flights.get(row.key) !== flight) return;
    this.flights.delete(row.key);
    if (!flight.signal.aborted) this.take(row.key, outcome);
    this.fill();
  }

  private take(key: string, outcome: Outcome<WatchedFigures>): void {
    if (!outcome.ok && outcome.failure.code === "not-loaded") {
      this.show({ failure: outcome.failure });
      return;
    }
    const found: Found = outcome.ok ? { figures: outcome.value, failure: null } : { figures: null, failure: failureText(outcome.failure) };
    this.kept.set(key, found);
    this.unsaved.set(key, found);
    if (this.unsaved.size >= SAVED_TOGETHER) void this.save();
    const time = performance.now();
    if (time - this.notifiedAt < NOTIFY_EVERY) return;
    this.notifiedAt = time;
    this.show({ rows: this.filled() });
  }

  private filled = (): WatchedRow[] =>
    this.view.rows.map((row) => {
      const found = this.kept.get(row.key) ?? null;
      return found === row.found ? row : { ...row, found };
    });

  /** Called when every row has been computed. */
  private async finish(): Promise<void> {
    this.show({ rows: this.filled(), busy: false });
    await this.save();
    await this.compare();
    await this.tidy();
  }

  private async save(): Promise<void> {
    const rows = this.unsaved;
    this.unsaved = new Map();
    if (rows.size > 0) await rowStore.add(rows);
  }

  private async tidy(): Promise<void> {
    if (this.kept.size - this.view.rows.length < MAX_STRAYS) return;
    const wanted = new Set(this.view.rows.map(({ key }) => key));
    const strays = [...this.kept.keys()].filter((key) => !wanted.has(key));
    for (const key of strays) this.kept.delete(key);
    await rowStore.forget(strays);
  }

  private show(change: Partial<WatchView>): void {
    this.view = { ...this.view, ...change };
    this.emit();
  }
}

/** Other programs' figures are computed once one of them is chosen. */
const byPrograms = () => figuresAs.read() !== "prospect";

/** Whether something of a row is still to be computed; until then it shows what it has. */
const isLacking = (found: Found | null, programs: boolean): boolean =>
  !found || (programs && found.figures !== null && !("byTool" in found.figures));

function rowsOf(listed: readonly WatchedSource[], datasets: readonly ListedDataset[], kept: ReadonlyMap<string, Found>): WatchedRow[] {
  const { annualization } = settings.read();
  const steps = new Map<string, Count>(datasets.map((dataset) => [dataset.hash, stepsPerYear(annualization, dataset)]));
  return listed.map((source) => {
    const perYear = steps.get(source.hash) ?? stepsPerYear(annualization, null);
    // Same numbers, kernels and settings give the same figures.
    const key = JSON.stringify([source.hash, source.column, perYear, kernelDigest, FORM]);
    return { ...source, key, perYear, found: kept.get(key) ?? null };
  });
}

/** The figures of a row. Only the requested column is passed to the worker. */
async function figuresOf({ hash, column, perYear }: WatchedRow, signal: AbortSignal): Promise<Outcome<WatchedFigures>> {
  const loaded = await workspace.load(hash, { signal });
  if (!loaded.ok) return loaded;
  const { name, length, times, columns, primary } = loaded.value;
  const own = columns.filter((one, place) => (column === null ? place === primary : one.name === column));
  return compute.run(
    "watch-series",
    { series: { hash, name, length, times, columns: own, primary: 0 }, column, perYear, byPrograms: byPrograms() },
    { ...UNSEEN, signal },
  );
}

export const watchlist = new Watchlist();
export const watchlistAtom = sourceAtom(watchlist);
