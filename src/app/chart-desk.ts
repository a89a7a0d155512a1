import type { ChartDesk } from "../charts/chart-desk";
import { compute } from "../client/compute";

/** The work charts of prices ask for, done by the workers of the page. */
export const desk: ChartDesk = {
  indicator: (input, signal) => compute.run("compute-indicator", input, { signal, unlisted: true }),
};
