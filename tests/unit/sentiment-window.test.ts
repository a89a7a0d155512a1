import { expect, it } from "vitest";
import type { DecisionBody } from "../../src/state/decision-body";
import { sentimentWindow } from "../../src/tools/llm-trader/sentiment-window";

const HOUR = 3_600_000;
const at = (hours: number, sentiment: number) => ({ body: { at: hours * HOUR, sentiment } as DecisionBody });

it("covers the 24 hours up to and including the latest analysis, in any order", () => {
  expect(sentimentWindow([])).toBeNull();
  expect(sentimentWindow([at(100, 0.25)])).toEqual({ mean: 0.25, analyses: 1 });
  expect(sentimentWindow([at(47, 1), at(24, 0.5), at(23, 0), at(0, 1)])).toEqual({ mean: 0.75, analyses: 2 });
  expect(sentimentWindow([at(0, 1), at(23.9, 0)])).toEqual({ mean: 0.5, analyses: 2 });
});
