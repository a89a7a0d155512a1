import { expect, it } from "vitest";
import { answerCuriosity, answerLyapunov, answerMarkov } from "../../../workers/api/answers/analyses";
import { failureText } from "../../fixtures/failure-text";
import { testContext } from "../context";
import { randomWalk } from "../reference/random";

const walk = randomWalk(401, 11);
const returns = [...walk.subarray(1)].map((price, t) => Math.log(price / walk[t]));
const csv = (header: string, values: readonly number[]) =>
  new Blob([`Date,${header}\n${values.map((value, t) => `${new Date(86_400_000 * t).toISOString().slice(0, 10)},${value}`).join("\n")}\n`]);

function numbersOf(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(numbersOf) : [];
}

it("an upload of returns in percent gets the same answers as fractions, recognized by header or by size", async () => {
  const context = await testContext();
  const percents = returns.map((one) => 100 * one);
  for (const answer of [answerCuriosity, answerMarkov, answerLyapunov]) {
    const asked = async (file: Blob) => {
      const outcome = await answer({ file }, context);
      if (!outcome.ok) throw new Error(failureText(outcome.failure));
      return numbersOf(outcome.value);
    };
    const fractions = await asked(csv("Log return", returns));
    expect(fractions.length).toBeGreaterThan(2);
    const headers = answer === answerLyapunov ? ["Spread"] : ["Log return (%)", "Log return", "Spread"];
    for (const file of headers.map((header) => csv(header, percents))) {
      const found = await asked(file);
      expect(found.length).toBe(fractions.length);
      // Starting values of fits, and distances of neighbors, differ by rounding.
      for (const [place, figure] of found.entries())
        expect(Math.abs(figure - fractions[place])).toBeLessThan(1e-6 * Math.max(1, Math.abs(fractions[place])));
    }
  }
});
