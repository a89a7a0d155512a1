import { because, failBecause, type Outcome, succeed } from "../../workers/contract";
import type { OtherPrices } from "../../workers/indicators/jobs/compare-prices";
import type { ChartDesk, ListedSeries } from "../charts/chart-desk";
import { compute } from "../client/compute";
import { datedLength, stepsPerYear } from "../state/annualization";
import { drawings } from "../state/drawings";
import { settings } from "../state/settings";
import { workspace } from "../state/workspace";
import { listedSeries } from "./listed-series";

const gone = ({ name }: ListedSeries) => failBecause("bad-input", because("indicators/gone", { name }));

async function loaded(listed: ListedSeries, signal: AbortSignal): Promise<Outcome<OtherPrices>> {
  const series = await workspace.load(listed.hash, { signal });
  if (!series.ok) return series.failure.code === "canceled" ? series : gone(listed);
  const { columns, primary, times } = series.value;
  const column = listed.column === null ? columns[primary] : columns.find(({ name }) => name === listed.column);
  return column ? succeed({ name: listed.name, values: column.values, times }) : gone(listed);
}

/** The work charts of prices ask for, done by the workers of the page, and what is drawn on them, kept on the device. */
export const desk: ChartDesk = {
  indicator: (input, signal) => compute.run("compute-indicator", input, { signal, unlisted: true }),
  measure: (input, signal) => {
    const periodsPerYear = stepsPerYear(settings.read().annualization, datedLength({ length: input.closes.length, times: input.times }));
    return compute.run("measure-span", { ...input, periodsPerYear }, { signal, unlisted: true });
  },
  drawings,
  listed: {
    subscribe(listener) {
      // The list is read when somebody first looks at it.
      void workspace.open();
      return workspace.subscribe(listener);
    },
    read: listedSeries,
  },
  async compare({ others, ...price }, signal) {
    const read = await Promise.all(others.map((one) => loaded(one, signal)));
    const found = read.flatMap((one) => (one.ok ? [one.value] : []));
    // Another view asks anew: such answers are not worth keeping.
    const outcome = await compute.run("compare-prices", { ...price, others: found }, { signal, unlisted: true, cache: false });
    if (!outcome.ok) return outcome;
    const answers = outcome.value.others.values();
    const all = read.map((one) => (one.ok ? (answers.next().value ?? one) : one));
    return succeed({ ...outcome.value, others: all as Outcome<Float64Array>[] });
  },
};
