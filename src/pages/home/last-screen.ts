import { screenAt } from "../../routes.ts";

/** Of the screens used last, newest first, the one to go on with: work is done there, unlike in the settings or the documentation. */
export const lastScreen = (paths: readonly string[]): string | undefined =>
  paths.find((path) => {
    const screen = screenAt(path);
    return screen?.dataField ?? screen?.group;
  });

let looked = false;

/** Whether the installed app has just been opened at its start: not reloaded, not sent here by a link, not given a file. True at most once. */
export function isAppStart(): boolean {
  if (looked) return false;
  looked = true;
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return matchMedia("(display-mode: standalone)").matches && entry?.type === "navigate" && entry.name === `${location.origin}/`;
}
