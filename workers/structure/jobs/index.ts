import { lazily } from "../../runtime/lazy-job";

/** One line per question this domain answers; each is fetched when it is first asked for. */
// biome-ignore format: one line per job
export const jobs = {
  "measure-structure": lazily(() => import("./measure-structure").then(({ measureStructure }) => measureStructure)),
};
