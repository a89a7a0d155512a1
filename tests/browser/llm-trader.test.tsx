import "../../src/styles.css";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { clearDecisions, decisions } from "../../src/state/decisions.ts";
import LlmTrader from "../../src/tools/llm-trader/llm-trader.tsx";
import { articlesOf } from "../../src/tools/llm-trader/trader-inputs.ts";
import { itInLongRuns } from "../fixtures/in-all";

const LONG =
  "Strong growth and a bullish rally: profits beat every forecast, analysts upgraded the sector, and the recovery gains from robust demand and higher earnings this quarter.";
const SHORT =
  "Weak demand and a bearish selloff: losses mount, analysts downgraded the sector, and the slump deepens on fear of recession, fraud and a lawsuit over risk this quarter.";

const box = () => page.getByRole("textbox", { name: "News Content" });
const submit = () => page.getByRole("button", { name: "Generate Trading Signal" });
const direction = () => page.getByTestId("direction");
const tab = (name: string) => page.getByRole("tab", { name });

/** Shows a cut text to its end by keyboard; returns whether it is cut. */
async function openCut(text: Locator): Promise<() => boolean> {
  await expect.element(text).toBeVisible();
  const isCut = () => text.element().scrollWidth > text.element().clientWidth;
  expect(isCut()).toBe(true);
  (text.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(isCut).toBe(false);
  return isCut;
}

beforeEach(async () => {
  for (const name of Object.keys(localStorage)) if (name.startsWith("prospect.")) localStorage.removeItem(name);
  window.history.replaceState(window.history.state, "", window.location.pathname);
  await decisions.open();
  await clearDecisions();
  const screen = await render(<LlmTrader />);
  await expect.element(box()).toBeVisible();
  await box().fill("");
  await screen.unmount();
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, "LanguageModel");
});

async function open() {
  const screen = await render(<LlmTrader />);
  await expect.element(box()).toBeVisible();
  return screen;
}

itInLongRuns("turns a text into a signal with topics, reasons and impact, and keeps it in the history", async () => {
  await open();
  await expect.element(page.getByText(/sample sources, until you have five analyses \(0 so far\)/)).toBeVisible();
  await expect.element(submit()).toBeDisabled();
  await box().fill(LONG);
  await submit().click();
  await expect.element(direction()).toHaveTextContent("▲ LONG");
  await expect.element(page.getByText("Market Impact Assessment")).toBeVisible();
  await expect.element(page.getByText(/positive words \(strong/)).toBeVisible();
  await expect.element(page.getByTestId("marked-text").getByText("bullish")).toBeVisible();
  await expect.element(page.getByText(/\(1 so far\)/)).toBeVisible();
  await box().fill(SHORT);
  await expect.element(page.getByText(/have changed since this signal/)).toBeVisible();
  await submit().click();
  await expect.element(direction()).toHaveTextContent("▼ SHORT");
  await tab("Reflection Analysis").click();
  await expect.element(page.getByRole("table", { name: "Historical Analysis" })).toHaveTextContent(/SHORT.*LONG/s);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect.element(page.getByText("accuracy 85%")).toBeVisible();
});

it("the history shows one line of a text and, pressed, all of it", async () => {
  await open();
  await box().fill(LONG);
  await submit().click();
  await tab("Reflection Analysis").click();
  const text = page.getByRole("table", { name: "Historical Analysis" }).getByText(LONG);
  const isCut = await openCut(text);
  await userEvent.keyboard("{Enter}");
  await expect.poll(isCut).toBe(true);
});

itInLongRuns("refuses what it cannot analyze in the specified words, and keeps the text", async () => {
  await open();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Please enter news content for analysis");
  await box().fill("too short");
  await submit().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Analysis failed: Input text too short. Minimum 20 words required.");
  await expect.element(box()).toHaveValue("too short");
});

it("reads several articles, each with its date", async () => {
  expect(articlesOf(`2018-03-05\n${LONG}\n---\n${SHORT}`, null)).toEqual([
    { text: LONG, published: Date.UTC(2018, 2, 5) },
    { text: SHORT, published: null },
  ]);
  await open();
  await box().fill(`2018-03-05\n${LONG}\n---\n2018-03-06\n${SHORT}\n---\nfar too short`);
  await submit().click();
  const table = page.getByRole("table", { name: "Articles" });
  await expect.element(table).toHaveTextContent(/LONG.*2018-03-05.*SHORT.*2018-03-06.*too short/s);
  await expect.element(direction()).toHaveTextContent("LONG");
  await table.getByRole("button", { name: /^Weak demand/ }).click();
  await expect.element(direction()).toHaveTextContent("SHORT");
});

it("an article that could not be analyzed can be read to its end in the list", async () => {
  const long = `Shares of the company rose after ${"unexpectedly ".repeat(6)}good earnings, analysts said on Monday`;
  await open();
  await box().fill(`${LONG}\n---\n${long}`);
  await submit().click();
  await openCut(page.getByRole("table", { name: "Articles" }).getByText(long));
});

it("shows the market context only when it is included, and reads its regime", async () => {
  await open();
  await page.getByRole("textbox", { name: "Market Context" }).fill("a bullish uptrend");
  await box().fill(LONG);
  await submit().click();
  await expect.element(page.getByText(/Context bullish: for LONG it multiplies by 1.2/)).toBeVisible();
  await tab("Model Settings").click();
  await page.getByText("Include Market Context").click();
  await tab("News Analysis").click();
  await expect.element(page.getByRole("textbox", { name: "Market Context" })).not.toBeInTheDocument();
  await tab("Model Settings").click();
  await page.getByText("Include Market Context").click();
});

it("uses the browser's built-in model where there is one: it labels, the formulas decide", async () => {
  const marks = JSON.stringify({ phrases: [{ quote: "Weak demand", sentiment: "negative" }], topics: [] });
  const prompt = vi.fn(async () => marks);
  const availability = vi.fn(async (_: object) => "available");
  const create = vi.fn(async (_: object) => ({ prompt, destroy: () => undefined }));
  Object.assign(globalThis, { LanguageModel: { availability, create } });
  await open();
  await tab("Model Settings").click();
  await page.getByRole("button", { name: /^Lexicon engine/ }).click();
  await page.getByRole("option", { name: "Browser model" }).click();
  await tab("News Analysis").click();
  await box().fill(SHORT);
  await submit().click();
  await expect.element(page.getByText("1 negative passage (Weak demand)", { exact: false })).toBeVisible();
  await expect.element(direction()).toHaveTextContent("SHORT");
  expect(prompt).toHaveBeenCalledTimes(1);
  for (const asked of [availability, create]) expect(asked.mock.calls[0][0]).toMatchObject({ expectedOutputs: [{ languages: ["en"] }] });
  prompt.mockResolvedValue("LONG, trust me");
  await submit().click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent(/^Analysis failed: the model's reply was refused: not the requested JSON/);
  await page.getByRole("button", { name: "Analyze with the lexicon engine" }).click();
  await expect.element(page.getByText(/negative words/)).toBeVisible();
  // Inputs are kept between visits, and later tests use the built-in engine.
  await tab("Model Settings").click();
  await page.getByRole("button", { name: /^Browser model/ }).click();
  await page.getByRole("option", { name: "Lexicon engine" }).click();
});
