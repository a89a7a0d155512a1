import "../../src/styles.css";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ColumnCaution } from "../../src/analysis/data/column-caution.tsx";
import { datasetOf } from "../../src/analysis/data/dataset-of";
import { dated } from "../../src/analysis/data/save-table";
import { compute } from "../../src/client/compute";
import { offerInputs } from "../../src/state/screen-inputs";
import { workspace } from "../../src/state/workspace";
import Backtester from "../../src/tools/backtester/backtester.tsx";
import { BACKTESTER_DEFAULTS } from "../../src/tools/backtester/settings";
import { findingsInBothThemes } from "./axe.ts";

const START = Date.UTC(2023, 0, 1);
const day = (t: number) => new Date(START + t * 86_400_000).toISOString().slice(0, 10);
const prices = (from: number) =>
  Array.from({ length: 300 }, (_, t) => `${from < 0 ? "" : `${day(t)},`}${(100 + 12 * Math.sin(t / 17)).toFixed(3)}`).join("\n");
const news = Array.from({ length: 30 }, (_, i) => `${day(9 * i)} ${i % 2 ? "Strong growth and bullish demand" : "Weak demand and risk"}`);

async function empty() {
  const { strategy } = BACKTESTER_DEFAULTS;
  offerInputs("backtester", {
    ...BACKTESTER_DEFAULTS,
    strategy: { ...strategy, type: "behavioral", behavioralFactors: { momentum: 0, meanReversion: 0, sentiment: 1 } },
    startDate: day(0),
    endDate: day(299),
  });
  offerInputs("dated-news", { news: "" });
  await workspace.open();
  for (const { hash } of workspace.read().datasets) await workspace.remove(hash);
}
beforeEach(empty);
afterEach(empty);

const section = () => page.getByRole("button", { name: /^Sentiment/ });
const join = () => page.getByRole("button", { name: "Join as a column" });
/** The dataset with the joined column: it is listed only once it is stored, after the field shows it. */
const joined = () => workspace.read().datasets.find(({ name }) => name.endsWith("with sentiment"));
const box = (name: string) => page.getByRole("textbox", { name, exact: true });

it("joins dated news to the prices as a column Sentiment, which the strategy then trades", { timeout: 60_000 }, async () => {
  await render(
    <main>
      <Backtester />
    </main>,
  );
  expect(section().elements()).toHaveLength(0);
  await box("Market Data").fill(prices(-1));
  await section().click();
  await expect.element(page.getByText("not available: needs prices with dates")).toBeVisible();
  expect(join().elements()).toHaveLength(0);
  await box("Market Data").fill(`Date,Close\n${prices(0)}`);
  await box("News Data").fill("Undated words of growth");
  await join().click();
  await expect.element(page.getByText(/No dated news falls on a row of the data/)).toBeVisible();
  await box("News Data").fill(news.join("\n"));
  await join().click();
  await expect.element(page.getByText(/^The data has a column Sentiment/)).toBeVisible();
  await expect.element(page.getByText(/with sentiment$/).first()).toBeVisible();
  expect(await findingsInBothThemes()).toEqual([]);
  await page
    .getByRole("button", { name: /^Run Backtest/ })
    .first()
    .click();
  await expect.element(page.getByRole("region", { name: /^Trade statistics|^Performance/ }).first()).toBeVisible();
  // Without the column the only weight of this strategy has nothing to weigh.
  expect(page.getByText(/Sentiment is not available/).elements()).toHaveLength(0);
  await expect.poll(() => joined()?.columns.map(({ name }) => name)).toEqual(["Close", "Sentiment"]);
});

it("a sample joined with news is still a sample, and the column analyzed is as certain as before", { timeout: 60_000 }, async () => {
  await render(
    <main>
      <Backtester />
    </main>,
  );
  await page
    .getByRole("button", { name: /^WTI crude oil/ })
    .first()
    .click();
  const chip = page.getByText("Sample", { exact: true });
  await expect.element(chip.first()).toBeVisible();
  await section().click();
  await box("News Data").fill("2010-03-01 Strong growth and bullish demand");
  await join().click();
  await expect.element(page.getByText(/with sentiment$/).first()).toBeVisible();
  await expect.element(chip.first()).toBeVisible();
  await expect.poll(joined).toMatchObject({ origin: "sample", primary: 0 });
  expect(joined()?.quality.doubts ?? []).toEqual([]);
  const loaded = await workspace.load(joined()?.hash ?? "");
  const { container } = await render(<ColumnCaution series={loaded.ok ? loaded.value : expect.fail("not loaded")} chosen={null} />);
  expect(container.textContent).toBe("");
});

it.each([
  ["Date,Alpha,Beta", "Alpha"],
  ["Date,DCOILWTICO,Volume", null],
] as const)("%s: a caution names the analyzed column only where the reader could not tell", async (header, named) => {
  const rows = prices(0).replaceAll("\n", ",5\n");
  const read = await compute.run("read-series", { source: `${header}\n${rows},5`, name: "table", origin: "file" }, { cache: false });
  const series = read.ok ? read.value : expect.fail("the table was not read");
  const { container, rerender } = await render(<ColumnCaution series={series} chosen={null} />);
  expect(container.textContent?.match(/: (\w+) is analyzed/)?.[1] ?? null).toBe(named);
  await rerender(<ColumnCaution series={series} chosen={series.columns[1].name} />);
  expect(container.textContent).toBe("");
});

it("a column chosen for a table is still the one analyzed after news is joined", { timeout: 60_000 }, async () => {
  const table = `Date,Alpha,Beta\n${prices(0).replaceAll("\n", ",1\n")},1`;
  const read = await compute.run(
    "read-series",
    { source: table, name: "two", origin: "file", options: { column: "Beta" } },
    { cache: false },
  );
  const series = read.ok ? read.value : expect.fail("the table was not read");
  const columns = [...series.columns, { name: "Sentiment", values: series.columns[0].values }];
  const made = await datasetOf(dated(series.times, columns), "two with sentiment", { of: series });
  expect(made).toMatchObject({ ok: true, value: { primary: 1, origin: "file" } });
  expect(made.ok && made.value.quality.doubts).toEqual([]);
});
