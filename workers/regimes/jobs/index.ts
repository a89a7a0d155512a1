import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "fit-regimes": lazily(() => import("./fit-regimes").then(({ fitRegimesJob }) => fitRegimesJob)),
  "shade-regimes": lazily(() => import("./shade-regimes").then(({ shadeRegimes }) => shadeRegimes)),
  "time-regimes": lazily(() => import("./time-regimes").then(({ timeRegimes }) => timeRegimes)),
};
