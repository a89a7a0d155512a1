import type { Count, Series } from "../../../workers/contract";
import { compute } from "../../client/compute";
import { isTransient, transientHash } from "../../state/passing-period";
import { workspace } from "../../state/workspace";
import { Pace } from "./pace";
import { NOTHING, type Shown } from "./reader-state";
import type { SeriesReader } from "./series-reader";

/**
 * Rows `from` to `to` of a series while the brush is being dragged: columns are views into those of the series, and nothing is computed.
 */
function passingPeriod(whole: Series, from: Count, to: Count): Series {
  const cut = (values: Float64Array) => values.subarray(from, to);
  return {
    ...whole,
    hash: transientHash(whole.hash, from, to),
    length: to - from,
    times: whole.times && cut(whole.times),
    columns: whole.columns.map((column) => ({ ...column, values: cut(column.values) })),
    period: { of: whole.hash, name: whole.name, length: whole.length, from, to },
  };
}

/** Replaces the series in a field by a period of it, and back. */
export class PeriodChooser {
  private cutting = false;

  private readonly pace: Pace;

  constructor(private readonly place: SeriesReader["place"]) {
    place.pace ??= new Pace();
    this.pace = place.pace;
  }

  /** Whether a rendered series is the one in the field, with no newer period pending: on a busy machine rendering lags behind. */
  isNewest(drawn: Series): boolean {
    return this.place.read().series === drawn && !this.pace.isWaiting && !(this.cutting && this.place.isReading());
  }

  /** The field contains a period that is only being previewed, or one is waiting for the result to catch up. */
  get isTransient(): boolean {
    const { series } = this.place.read();
    return this.pace.isWaiting || (series !== null && isTransient(series));
  }

  /** Previews rows `from` to `to` while dragging; nothing is stored. */
  show(from: Count, to: Count): void {
    this.pace.ask(() => {
      const whole = this.whole();
      if (!whole?.series || (this.place.isReading() && !this.cutting)) return;
      if (this.cutting) this.place.stop();
      this.choose({ ...whole, series: passingPeriod(whole.series, from, to), whole });
    });
  }

  /** Stores them as a separate dataset named `label`. */
  keep(from: Count, to: Count, label: string): void {
    this.pace.forget();
    const whole = this.whole();
    const series = whole?.series;
    if (!series) return;
    const passing = this.place.read();
    this.place.run(
      (signal) => compute.run("cut-period", { series, from, to, label }, { signal, priority: "reading" }),
      (outcome) => {
        this.cutting = false;
        if (!outcome.ok) {
          if (outcome.failure.code !== "canceled") this.place.show({ ...passing, failure: outcome.failure });
          return;
        }
        this.choose({ ...NOTHING, series: outcome.value, asLoaded: true, whole });
        // The whole series is added first, so that the period is above it in the list sorted by time.
        void workspace.add(series).then(() => workspace.add(outcome.value));
        this.place.keep({ text: "", hash: outcome.value.hash });
      },
    );
    this.cutting = true;
    // The card the user is operating on stays.
    this.place.show({ ...passing, rereading: true });
  }

  showWhole(): void {
    this.pace.forget();
    const { series, whole } = this.place.read();
    if (!whole) {
      if (series?.period) this.place.takeDataset(series.period.of);
      return;
    }
    this.place.stop();
    const typed = !whole.asLoaded && typeof whole.given?.source === "string" ? whole.given.source : null;
    this.place.keep(typed === null ? { text: "", hash: whole.series?.hash ?? null } : { text: typed, hash: null });
    this.choose(whole);
  }

  /** Loads the whole series of a period restored after a reload, so that another can be chosen; false if it no longer exists. */
  async fetchWhole(): Promise<boolean> {
    const { series } = this.place.read();
    if (this.whole() || !series?.period) return true;
    const outcome = await workspace.load(series.period.of);
    const now = this.place.read();
    if (outcome.ok && now.series === series) this.place.show({ ...now, whole: { ...NOTHING, series: outcome.value, asLoaded: true } });
    return outcome.ok;
  }

  private choose(shown: Shown): void {
    this.pace.chosen = shown.series;
    this.place.show(shown);
  }

  /** The series to choose a period from. */
  private whole(): Shown | null {
    const shown = this.place.read();
    return shown.whole ?? (shown.series?.period ? null : shown);
  }
}
