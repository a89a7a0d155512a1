import { BASEL } from "../../../workers/risk/schema";
import { plain } from "../../lib/format.ts";
import type { OutOfSample } from "./use-out-of-sample";

type Tested = Pick<OutOfSample, "levels" | "basel">;

/** The backtest of a model's value at risk at one level, as a row. */
export type ModelLevel = Tested["levels"][number] & Pick<Tested, "basel"> & { sample: "in-sample" | "out of sample" };

/** Significance level of the tests. */
export const LEVEL = 0.05;
/** Fewer expected exceptions tell little. */
const FEW = 5;

export const levelsOf = ({ levels, basel }: Tested, sample: ModelLevel["sample"]): ModelLevel[] =>
  levels.map((found) => ({ ...found, sample, basel: found.confidence === BASEL.confidence ? basel : null }));

/** A confidence level as text, not rounded: 97.5%. */
export const level = (confidence: number) => `${plain(Math.round(1e6 * confidence) / 1e4)}%`;

export const isRejected = ({ unconditional, independence, conditional, shortfall }: ModelLevel) =>
  [unconditional, independence, conditional, shortfall].some((test) => test && test.pValue < LEVEL);

/** What the tests say of the rows, and what to do about it. */
export function advice(rows: readonly ModelLevel[]): string {
  const of = (meets: (row: ModelLevel) => boolean) =>
    rows
      .filter(meets)
      .map(({ confidence }) => level(confidence))
      .join(", ")
      .replace(/, (?!.*, )/, " and ");
  const isOff = ({ unconditional }: ModelLevel) => unconditional.pValue < LEVEL;
  const often = of((row) => isOff(row) && row.counts.exceptions > row.expected);
  const rarely = of((row) => isOff(row) && row.counts.exceptions < row.expected);
  const clustered = of(({ independence }) => independence.pValue < LEVEL);
  const larger = of(({ shortfall }) => shortfall !== null && shortfall.pValue < LEVEL);
  const few = of(({ expected }) => expected < FEW);
  const found = [
    often && `losses exceed the VaR too often at ${often} (try errors with heavier tails, or an asymmetric model)`,
    rarely && `losses exceed the VaR too rarely at ${rarely} (it is too conservative)`,
    clustered && `exceptions cluster at ${clustered} (the model adapts too slowly to changing volatility)`,
    larger && `losses beyond the VaR are larger than the ES at ${larger} (the tail of the errors is too light)`,
  ].filter(Boolean);
  const result = found.length > 0 ? `${found.join("; ")}.` : "the tests do not reject this VaR and ES at the 5% level.";
  return few ? `${result} Fewer than ${FEW} exceptions are expected at ${few}: the tests have little power there.` : result;
}
