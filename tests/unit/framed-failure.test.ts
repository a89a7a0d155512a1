import { expect, it } from "vitest";
import { because, unframed, within } from "../../workers/contract";
import { failureText, says } from "../fixtures/failure-text";

it("a failure is framed once, whoever frames it, and its cause can be taken out again", () => {
  const cause = because("backtest/fewRows", { least: 3, given: 2 });
  const framed = within("backtest/testFailed", within("backtest/testFailed", cause));
  expect(failureText(framed)).toBe(says("backtest/testFailed", { cause }));
  expect(unframed("backtest/testFailed", framed)).toEqual(cause);
  expect(within("backtest/optimizationFailed", framed).reason).toBe("backtest/optimizationFailed");
});
