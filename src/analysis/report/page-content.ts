import type { Millis } from "../../../workers/contract";
import { clockTime } from "../../lib/format.ts";
import type { ReportAbout, ReportDraft } from "./about.ts";
import { methodsOf } from "./methods.ts";
import { openViews } from "./open-views.ts";
import { readPage } from "./read-page.ts";
import { settingFacts } from "./setting-facts.ts";

/**
 * The report content of a screen: every view of it, verbatim. @param told called once all views are mounted @param patience as in
 * `openViews`
 */
export async function pageContent(aboutOf: () => ReportAbout, results: HTMLElement, patience?: Millis): Promise<ReportDraft> {
  const close = await openViews(results, patience);
  const { blocks, provenance, columns } = await readPage(results).finally(close);
  // Results of follow-up jobs are available only now.
  const about = aboutOf();
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
