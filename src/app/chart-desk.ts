import { datedLength } from "../../workers/step-name";
import type { ChartDesk } from "../charts/chart-desk";
import { compute } from "../client/compute";
import { stepsPerYear } from "../state/annualization";
import { drawings } from "../state/drawings";
import { settings } from "../state/settings";
import { workspace } from "../state/workspace";
import { listedSeries } from "./listed-series";

/** Computations requested by price charts, run by the page's workers, and drawings, stored on the device. */
export const desk: ChartDesk = {
  indicator: (input, signal) => compute.run("compute-indicator", input, { signal, unlisted: true }),
  measure: (input, signal) => {
    const periodsPerYear = stepsPerYear(settings.read().annualization, datedLength({ length: input.closes.length, times: input.times }));
    return compute.run("measure-span", { ...input, periodsPerYear }, { signal, unlisted: true });
  },
  drawings,
  listed: {
    subscribe(listener) {
      // The list of series is loaded when first needed.
      void workspace.open();
      return workspace.subscribe(listener);
    },
    read: listedSeries,
  },
  compare: async (input, signal) => (await import("./compare-listed")).compareListed(input, signal),
};
