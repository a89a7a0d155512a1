import type { Count, Series } from "../../../workers/contract";
import { compute } from "../../client/compute";
import { isPassing, passingHash } from "../../state/passing-period";
import { workspace } from "../../state/workspace";
import { Pace } from "./pace";
import { NOTHING, type Shown } from "./reader-state";
import type { SeriesReader } from "./series-reader";

/** The rows `from` to `to` of a series while a hand still moves over it: its columns are in those of the series, and nothing is computed for it. */
function passingPeriod(whole: Series, from: Count, to: Count): Series {
  const cut = (values: Float64Array) => values.subarray(from, to);
  return {
    ...whole,
    hash: passingHash(whole.hash, from, to),
    length: to - from,
    times: whole.times && cut(whole.times),
    columns: whole.columns.map((column) => ({ ...column, values: cut(column.values) })),
    period: { of: whole.hash, name: whole.name, length: whole.length, from, to },
  };
}

/** Puts a period of the series in a field in its place, and the whole back. */
export class PeriodChooser {
  private cutting = false;

  private readonly pace: Pace;

  constructor(private readonly place: SeriesReader["place"]) {
    place.pace ??= new Pace();
    this.pace = place.pace;
  }

  /** Whether a series that is drawn is the one in the field, and no period is on its way: on a busy machine drawing comes late. */
  isNewest(drawn: Series): boolean {
    return this.place.read().series === drawn && !this.pace.isWaiting && !(this.cutting && this.place.isReading());
  }

  /** What is in the field is a period that is only looked at, or one waits for the result to keep up. */
  get isPassing(): boolean {
    const { series } = this.place.read();
    return this.pace.isWaiting || (series !== null && isPassing(series));
  }

  /** Shows the rows `from` to `to` while the hand moves; nothing is kept of it. */
  show(from: Count, to: Count): void {
    this.pace.ask(() => {
      const whole = this.whole();
      if (!whole?.series || (this.place.isReading() && !this.cutting)) return;
      if (this.cutting) this.place.stop();
      this.choose({ ...whole, series: passingPeriod(whole.series, from, to), whole });
    });
  }

  /** Makes them a dataset of their own, called by `label`. */
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
        // The whole first: in a list that is sorted by time the period is above it.
        void workspace.add(series).then(() => workspace.add(outcome.value));
        this.place.keep({ text: "", hash: outcome.value.hash });
      },
    );
    this.cutting = true;
    // The card under the hand stays where it is.
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

  /** Fetches the whole of a period that has come back over a reload, so that another can be chosen; false where it is not there any more. */
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

  /** What a period is chosen from. */
  private whole(): Shown | null {
    const shown = this.place.read();
    return shown.whole ?? (shown.series?.period ? null : shown);
  }
}
