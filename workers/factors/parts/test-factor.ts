import { type Outcome, succeed } from "../../contract";
import type { JobContext } from "../../runtime/job";
import { failureText } from "../../texts";
import type { FormulaAsset } from "../formula/data";
import { provenFormula } from "../formula/read";
import { mineAssets } from "../mine-assets";
import { mineSeries } from "../mine-series";
import type { FactorAnswer, FactorQuestion } from "../report";
import type { FactorSettings } from "../schema";
import type { FactorTask } from "../tasks";

export interface TestFactorInput {
  assets: readonly FormulaAsset[];
  /** Sums and counts of each step's news; null if there are none. */
  news: { tone: Float64Array; count: Float64Array } | null;
  settings: FactorSettings;
  task: FactorTask;
  question: FactorQuestion;
}

/** One factor of a mining run (`mine-factors.ts`), or its information at some horizons. */
export async function testFactor(input: TestFactorInput, context: JobContext): Promise<Outcome<FactorAnswer>> {
  const { assets, news, settings, task, question } = input;
  const kernels = await context.load("factors");
  if (task.formula && question.whole) {
    context.progress(0, `Checking ${task.name}`);
    const proven = provenFormula(context, kernels, task.formula.text, assets, settings.lookback);
    const reason = proven.ok ? proven.value.trouble : failureText(proven.failure);
    if (reason !== null) return succeed({ mined: { factor: null, reason }, information: question.horizons.map(() => null) });
  }
  context.progress(0, `Testing ${task.name}`);
  return context.arena.scope(() =>
    succeed(
      assets.length > 1
        ? mineAssets(context, kernels, assets, task, settings, question)
        : mineSeries(context, kernels, { asset: assets[0], news }, task, settings, question),
    ),
  );
}
