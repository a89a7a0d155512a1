import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "check-formula": lazily(() => import("./check-formula").then(({ checkFormula }) => checkFormula)),
  "mine-factors": lazily(() => import("./mine-factors").then(({ mineFactors }) => mineFactors)),
  "search-formulas": lazily(() => import("./search-formulas").then(({ searchFormulasJob }) => searchFormulasJob)),
};
