import type { Millis } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { shownCharts } from "../../charts/shown-charts";
import { compute } from "../../client/compute";
import { OPEN_VIEWS } from "../../ui/tabs.tsx";
import { wholeTables } from "../../ui/whole-tables.ts";

/** Width of the results while they are read, in CSS pixels: about that of a page, and the same in every window. */
const WIDTH = 940;
/** Charts of millions of rows take less, and so do most follow-up jobs of a result. */
const MAX_WAIT: Millis = 15_000;
/** A chart still reading its data, or part of a view whose code or result is loading. */
const UNFINISHED = "[role=application][aria-busy=true], [data-waiting]";
/** Jobs that run independently of the screen and do not affect what it shows. Batches are not listed at all. */
const APART: ReadonlySet<string> = new Set<keyof Jobs>(["answer-api", "test-kernels", "check-data", "make-backup", "seal-file"]);

/**
 * Mounts every view of the results, those behind other tabs off-screen.
 * @param patience how long to wait for computation and rendering
 * @returns restores the page
 */
export async function openViews(results: HTMLElement, patience = MAX_WAIT): Promise<() => void> {
  // A container, so that container queries use this width rather than that of the window.
  results.style.cssText = `width:${WIDTH}px;container-type:inline-size`;
  wholeTables.set(true);
  for (const list of document.querySelectorAll("main [role=tablist]")) list.dispatchEvent(new CustomEvent(OPEN_VIEWS));
  await nextDrawing();
  const hidden = [...results.querySelectorAll<HTMLElement>("[role=tabpanel].hidden")];
  for (const view of hidden) {
    view.style.cssText = `display:block;position:absolute;left:-99999px;width:${WIDTH}px;height:1px;overflow:hidden;visibility:hidden`;
  }
  const end = performance.now() + patience;
  do await nextDrawing();
  while (performance.now() < end && isUnfinished(results));
  // The last content renders with the next paint.
  await nextDrawing();
  return () => {
    wholeTables.set(false);
    results.style.cssText = "";
    for (const view of hidden) view.style.cssText = "";
  };
}

function isUnfinished(results: Element): boolean {
  // Text is measured for layout, so fonts must have loaded.
  const computing = compute.jobs().some(({ job }) => !APART.has(job));
  if (computing || document.fonts.status === "loading" || results.querySelector(UNFINISHED)) return true;
  return [...results.querySelectorAll("[data-report=chart]")].some((element) => shownCharts.get(element)?.picture === null);
}

/** After the next paint, when size observers have been notified. */
const nextDrawing = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
