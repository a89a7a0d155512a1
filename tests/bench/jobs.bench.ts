import { EMA, RSI, SMA } from "technicalindicators";
import { it } from "vitest";
import { analyzeMarket } from "../../workers/engine/jobs/analyze-market";
import { fitGarchJob } from "../../workers/volatility/jobs/fit-garch";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { benchContext } from "./context";
import { jobSettings, pricesOf } from "./job-inputs";
import { measure, report } from "./measure";

const LENGTH = 10_000;
const context = await benchContext();

it("jobs of ten thousand prices", async ({ task }) => {
  const prices = pricesOf(context, LENGTH);
  const values = [...prices];
  const model = { p: 1, q: 1, preSample: "sample" } as const;
  const timings = await measure([
    { name: "job analyze-market", run: () => analyzeMarket({ prices, ...jobSettings }, context) },
    {
      name: "technicalindicators: its SMA, EMA and RSI alone",
      run: () => [SMA.calculate({ period: 20, values }), EMA.calculate({ period: 20, values }), RSI.calculate({ period: 14, values })],
    },
    ...(["normal", "t", "skewt"] as const).map((distribution) => ({
      name: `job fit-garch, ${distribution}`,
      run: () => fitGarchJob({ values: prices, kind: "prices", model: { ...model, distribution }, options: DEFAULT_FIT_OPTIONS }, context),
    })),
  ]);
  report(task.meta, "whole jobs with their copies, 10k prices", timings, { count: LENGTH, unit: "value" });
});
