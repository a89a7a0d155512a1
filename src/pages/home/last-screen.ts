import { screenAt } from "../../routes.ts";

/** Of the most recent screens, newest first, the one to resume: one for work, unlike settings or documentation. */
export const lastScreen = (paths: readonly string[]): string | undefined =>
  paths.find((path) => {
    const screen = screenAt(path);
    return screen?.dataField ?? screen?.group;
  });

let looked = false;

/** Whether the installed app has just been launched at its start page: not a reload, a link, or a file. True at most once. */
export function isAppStart(): boolean {
  if (looked) return false;
  looked = true;
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return matchMedia("(display-mode: standalone)").matches && entry?.type === "navigate" && entry.name === `${location.origin}/`;
}
