import "../../src/styles.css";
import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { Account } from "../../src/analysis/next/keep-account";
import { NextSteps } from "../../src/analysis/next/next-steps.tsx";
import { offerInputs } from "../../src/state/screen-inputs";
import { useRunKeys } from "../../src/ui/use-run-keys";
import { fail, type Outcome } from "../../workers/contract";
import { testSeries } from "../fixtures/series";

it("a step that is still making its dataset is given up once the tool runs again", async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const account = ({ signal }: { signal?: AbortSignal }) => {
    signals.push(signal);
    return new Promise<Outcome<Account>>((resolve) =>
      signal?.addEventListener("abort", () => resolve(fail("canceled", "runtime/canceled"))),
    );
  };
  const run = { text: "1\n2\n3", settings: {} };
  const { rerender } = await render(<NextSteps tool="backtester" run={run} account={account} busy={false} />);
  await page.getByRole("button", { name: "Risk of this strategy" }).click();
  await vi.waitFor(() => expect(signals).toHaveLength(1));
  await rerender(<NextSteps tool="backtester" run={run} account={account} busy={false} />);
  expect(signals[0]?.aborted).toBe(false);
  await rerender(<NextSteps tool="backtester" run={run} account={account} busy />);
  expect(signals[0]?.aborted).toBe(true);
});

it.each([
  [0, 1],
  [3, 0],
] as const)("with %d values of zero or below, %d step leads to a tool that refuses them", async (count, offered) => {
  const { quality, ...rest } = testSeries("next-steps", [1, 2, 3]);
  const series = { ...rest, quality: { ...quality, zeroOrNegative: { ...quality.zeroOrNegative, count } } };
  const run = { text: "", series, settings: {} };
  await render(<NextSteps tool="risk-management" run={run} />);
  expect(page.getByRole("button", { name: "Bull and bear regimes" }).elements()).toHaveLength(1);
  expect(page.getByRole("button", { name: "Backtest a strategy on it" }).elements()).toHaveLength(offered);
});

it.each([
  ["", 0],
  ["1\n2\n3", 1],
] as const)("a step with a text alone runs a tool whose prices are %j %d times", async (text, times) => {
  const [path, run] = [window.location.href, vi.fn()];
  const Arrived = () => {
    useRunKeys({ run });
    return null;
  };
  window.history.replaceState(null, "", "/market-analysis");
  offerInputs("market-analysis/data", { text, hash: null });
  await render(
    <>
      <Arrived />
      <NextSteps tool="llm-trader" run={{ text: "", settings: {} }} />
    </>,
  );
  await page.getByRole("button", { name: "Trading decision with this text" }).click();
  // A run begins in a task that the press queues before this one.
  await new Promise((resolve) => setTimeout(resolve));
  expect(run).toHaveBeenCalledTimes(times);
  offerInputs("market-analysis/data", { text: "", hash: null });
  window.history.replaceState(null, "", path);
});
