import type { Millis } from "../../../workers/contract";
import type { Jobs } from "../../../workers/jobs";
import { shownCharts } from "../../charts/shown-charts";
import { compute } from "../../client/compute";
import { OPEN_VIEWS } from "../../ui/tabs.tsx";
import { wholeTables } from "../../ui/whole-tables.ts";

/** Width of the results while they are read, in CSS pixels: about that of a sheet of paper, and the same in every window. */
const WIDTH = 940;
/** Charts of millions of rows are there well before, and most of what is computed behind a result. */
const MAX_WAIT: Millis = 15_000;
/** A chart that is still read, or a part of a view whose code or result is on its way. */
const UNFINISHED = "[role=application][aria-busy=true], [data-waiting]";
/** Jobs that go on whatever screen is open, and have no part in what it shows. A batch is not listed at all. */
const APART: ReadonlySet<string> = new Set<keyof Jobs>(["answer-api", "test-kernels", "check-data", "make-backup", "seal-file"]);

/**
 * Has every view of the results drawn, those behind other tabs out of sight.
 * @param patience how long what is still computed or drawn is waited for
 * @returns puts the page back as it was
 */
export async function openViews(results: HTMLElement, patience = MAX_WAIT): Promise<() => void> {
  // Whatever goes by the room it has goes by this, and not by that of the window.
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
  // What came last is drawn with the next paint.
  await nextDrawing();
  return () => {
    wholeTables.set(false);
    results.style.cssText = "";
    for (const view of hidden) view.style.cssText = "";
  };
}

function isUnfinished(results: Element): boolean {
  // Until a face is there its letters have another width, and a drawing is laid out by those.
  const computing = compute.jobs().some(({ job }) => !APART.has(job));
  if (computing || document.fonts.status === "loading" || results.querySelector(UNFINISHED)) return true;
  return [...results.querySelectorAll("[data-report=chart]")].some((element) => shownCharts.get(element)?.picture === null);
}

/** After the next paint, when size observers have been notified. */
const nextDrawing = () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
