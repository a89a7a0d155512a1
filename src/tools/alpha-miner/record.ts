import { recordRun } from "../../state/runs";
import { copyShareLink } from "../../state/share";
import { type AlphaSettings, contentOf, sharedSettings } from "./settings";
import type { AlphaRun } from "./use-alpha";
import type { SearchRun } from "./use-search";

const SCREEN = "/alpha-miner";

/** Writes a finished run into the list of runs; nobody waits for it. */
export function recordAlpha({ series, settings, input, value }: AlphaRun, text: string, clock: { startedAt: number; millis: number }) {
  return recordRun({
    screen: SCREEN,
    title: `${value.factors.length} alpha factors, ${series.name}`,
    job: "mine-factors",
    input,
    data: { data: { series, text } },
    outcome: { ok: true, value },
    figures: value.factors.flatMap(({ name, performance, informationRatio }) => [
      { label: `${name}, performance`, value: 100 * performance, unit: "%" },
      { label: `${name}, IR`, value: informationRatio, unit: "" },
    ]),
    ...clock,
    settings: sharedSettings(settings),
    content: contentOf(settings),
  });
}

/** Writes a finished search into the list of runs. */
export function recordSearch({ series, settings, input, value, millis }: SearchRun, text: string, startedAt: number) {
  const { found, statistics } = value;
  const best = found[0];
  return recordRun({
    screen: SCREEN,
    title: `${statistics.trials} formulas tried, ${series.name}`,
    job: "search-formulas",
    input,
    data: { data: { series, text } },
    outcome: { ok: true, value },
    figures: [
      { label: "Formulas tried", value: statistics.trials, unit: "" },
      { label: "Best train IC", value: best?.train.ic ?? null, unit: "" },
      { label: "Its holdout IC", value: best?.holdout.ic ?? null, unit: "" },
      { label: "Deflated IC", value: best?.deflatedInformation ?? null, unit: "" },
    ],
    startedAt,
    millis,
    settings: sharedSettings(settings),
    content: contentOf(settings),
  });
}

/** Puts a link to the screen with its settings on the clipboard. */
export const copyLink = (settings: AlphaSettings): Promise<void> => copyShareLink(SCREEN, sharedSettings(settings));
