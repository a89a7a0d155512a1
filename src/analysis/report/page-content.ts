import type { Millis } from "../../../workers/contract";
import { clockTime } from "../../lib/format.ts";
import type { ReportAbout, ToldContent } from "./about.ts";
import { methodsOf } from "./methods.ts";
import { openViews } from "./open-views.ts";
import { readPage } from "./read-page.ts";
import { settingFacts } from "./setting-facts.ts";

/** A screen as a report holds it: every view of it, letter by letter. @param told asked once all views are there @param patience as of `openViews` */
export async function pageContent(told: () => ReportAbout, results: HTMLElement, patience?: Millis): Promise<ToldContent> {
  const close = await openViews(results, patience);
  const { blocks, provenance, columns } = await readPage(results).finally(close);
  // What follows on the result is there only now.
  const about = told();
  return {
    title: about.title,
    computedAt: clockTime(about.at),
    sources: about.sources,
    settings: settingFacts(window.location.pathname, about.settings),
    blocks,
    methods: await methodsOf(provenance),
    result: about.result,
    columns,
  };
}
