import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { goldenJson } from "../fixtures/golden";
import { family, itInAll, itInLongRuns } from "../fixtures/in-all";
import { rsiTwin } from "../kernels/reference/indicators";
import { complexityTwin, trendTwin } from "../kernels/reference/patterns";
import { logReturnsTwin, volatilityTwin } from "../kernels/reference/series-statistics";
import { auditEverywhere, LATER_TAB, unreached } from "./audit";
import { download, exported, priceList, sharedSession } from "./browser";
import { NO_CSV, upload } from "./dynamics-page";

const session = sharedSession();
/** A separate visit for typed input: a series loaded by another test would still be in the field. */
const typing = sharedSession();
const NEWS = "Strong growth and bullish momentum lift the market, though analysts warn of risk and weak demand.";

const cell = async (page: Page, field: string) =>
  (
    await page.getByRole("table", { name: "Analysis result" }).getByRole("row", { name: field }).getByRole("cell").nth(1).innerText()
  ).replaceAll("−", "-");

/** The rule trace as shown: each clause with its conditions (quantity, value, limit, whether it is met). */
async function traceOf(page: Page): Promise<{ name: string; conditions: string[][] }[]> {
  const clauses: { name: string; conditions: string[][] }[] = [];
  for (const row of (await page.getByRole("table", { name: "Rule trace" }).getByRole("row").all()).slice(1)) {
    const cells = (await row.locator("th, td").allInnerTexts()).map((text) => text.replaceAll("−", "-").trim());
    if (cells[0] !== "") clauses.push({ name: cells[0].split(/\s*·/)[0], conditions: [] });
    clauses.at(-1)?.conditions.push(cells.slice(-4));
  }
  return clauses;
}

/** The figures of the sample's last point, by plain twins. */
function expected() {
  const lines = readFileSync("public/samples/wti_1986_2019.csv", "utf8").trim().split(/\r?\n/).slice(1);
  const prices = Float64Array.from(
    lines.map((line) => line.split(",")[1]).filter((text) => text !== "" && Number.isFinite(Number(text))),
    Number,
  );
  const last = prices.length - 1;
  const trend = trendTwin(prices, 5, 20)[last];
  const volatility = volatilityTwin(logReturnsTwin(prices), 19, Math.sqrt(252))[last];
  const rsi = rsiTwin(prices, 14)[last];
  const curiosity = Math.min(1, 0.4 * volatility + 0.3 * Math.abs(trend) + 0.3 * complexityTwin(prices, 20)[last]);
  return { count: prices.length, trend, volatility, rsi, curiosity, momentum: prices[last] - prices[last - 10] };
}

describe("the decision engine's console on real prices", () => {
  it("shows every field; the figures are those of the plain references on the same file", async () => {
    const page = await session.current.open("/quant-edge-ai");
    await page.getByRole("button", { name: "Load sample series" }).click();
    await page.getByText("8,321 prices read").waitFor();
    await page.getByRole("textbox", { name: "News Data" }).fill(NEWS);
    await page.getByRole("button", { name: "Get Trading Decision" }).click();
    await page.getByTestId("action").waitFor();
    const wanted = expected();
    expect(await cell(page, "marketFeatures.trend")).toBe(wanted.trend.toFixed(4));
    expect(await cell(page, "marketFeatures.volatility")).toBe(wanted.volatility.toFixed(4));
    expect(await cell(page, "marketFeatures.rsi")).toBe(wanted.rsi.toFixed(2));
    expect(await cell(page, "curiosityScore")).toBe(wanted.curiosity.toFixed(4));
    expect(Number(await cell(page, "marketFeatures.momentum"))).toBeCloseTo(wanted.momentum, 3);
    // strong, growth, bullish against risk, weak.
    expect(await cell(page, "newsAnalysis.score")).toBe("0.6000");
    expect(await cell(page, "newsAnalysis.wordCount")).toBe("5");
    expect(await cell(page, "marketData")).toBe("8,321 numbers");
    const action = (await page.getByTestId("action").innerText()).slice(2);
    const scores = { Buy: "0.10 / 0.80 / 0.10", Sell: "0.10 / 0.10 / 0.80", Hold: "0.60 / 0.20 / 0.20" }[action];
    expect(await cell(page, "decisionScores")).toBe(scores);
    // Every clause of the specification with its limit, evaluated on the page's own figures; the first one met decides.
    const shift = Math.min(1, 0.05 * wanted.volatility);
    const clauses = await traceOf(page);
    expect(clauses.map(({ name, conditions }) => [name, conditions.map(([quantity, , limit]) => `${quantity} ${limit}`)])).toEqual([
      ["Buy 1", ["Trend > 0", "RSI, 0 to 1 < 0.8", `Combined score > ${(0.55 + shift).toFixed(4)}`]],
      ["Buy 2", ["Trend > 0", "Momentum > 0", "RSI, 0 to 1 < 0.7"]],
      ["Buy 3", ["RSI, 0 to 1 < 0.3", "News sentiment > 0.6"]],
      ["Sell 1", ["Trend < 0", "RSI, 0 to 1 > 0.2", `Combined score < ${(0.45 - shift).toFixed(4)}`]],
      ["Sell 2", ["Trend < 0", "Momentum < 0", "RSI, 0 to 1 > 0.3"]],
      ["Sell 3", ["RSI, 0 to 1 > 0.7", "News sentiment < 0.4", "Trend < 0"]],
    ]);
    const met = ([, value, limit]: readonly string[]) => {
      const [sign, threshold] = limit.split(" ");
      return sign === ">" ? Number(value) > Number(threshold) : Number(value) < Number(threshold);
    };
    for (const { conditions } of clauses)
      for (const condition of conditions) expect(condition[3], condition.join(" ")).toBe(met(condition) ? "✓ yes" : "✕ no");
    const first = clauses.find(({ conditions }) => conditions.every(met));
    expect(action).toBe(first?.name.split(" ")[0] ?? "Hold");
    // The combined score equals the sum written on the page.
    const [, ...parts] =
      /Combined score (\S+) = market score (\S+) × (\S+) \+ news sentiment (\S+) × (\S+) \+ curiosity (\S+) × (\S+)\.(?:\s|$)/.exec(
        (await page.locator("main").innerText()).replaceAll("−", "-"),
      ) ?? [];
    const [combined, market, marketWeight, sentiment, sentimentWeight, curiosity, curiosityWeight] = parts.map(Number);
    expect([marketWeight, curiosityWeight, sentiment]).toEqual([0.5, 0.15, 0.6]);
    // 0.35, scaled by the direction of the trend.
    expect(sentimentWeight).toBeCloseTo(0.35 * (wanted.trend > 0 ? 1.2 : wanted.trend < 0 ? 0.8 : 1), 9);
    expect(market * marketWeight + sentiment * sentimentWeight + curiosity * curiosityWeight).toBeCloseTo(combined, 3);
    expect(Number(await cell(page, "marketConfidence"))).toBeCloseTo(market, 3);
    expect(await cell(page, "sentimentConfidence")).toBe("0.5000");
    expect(await cell(page, "confidence")).toBe(action === "Hold" ? "0.60" : "0.80");
    await page.close();
  });

  itInAll("shows the indicators that TTR 0.24.3 computes", async () => {
    const { sma20, ema20, rsi14, momentum10 } = (
      await goldenJson<{ expected: Record<string, { full: number[] }> }>("indicators/ttr_xts_sample_180.json")
    ).expected;
    const page = await typing.current.open("/quant-edge-ai");
    await upload(page, readFileSync("tests/fixtures/golden/series/xts_sample_180.csv"), "xts.csv");
    await page.getByText("180 prices read").first().waitFor();
    await page.getByRole("textbox", { name: "News Data" }).fill(NEWS);
    await page.getByRole("button", { name: "Get Trading Decision" }).click();
    await page.getByTestId("action").waitFor();
    for (const [field, { full }, digits] of [
      ["technicalIndicators.sma", sma20, 2],
      ["technicalIndicators.ema", ema20, 2],
      ["technicalIndicators.rsi", rsi14, 2],
      ["marketFeatures.rsi", rsi14, 2],
      ["marketFeatures.momentum", momentum10, 6],
    ] as const)
      expect(await cell(page, field), field).toBe(full[179].toFixed(digits));
    await page.getByRole("button", { name: "Remove xts.csv" }).click();
    await page.close();
  });

  itInLongRuns("shows the limits of the specification, and decides by those of the regime on request", async () => {
    const page = await session.current.open("/quant-edge-ai");
    await page.getByText("8,321 prices read").waitFor();
    await page.getByRole("button", { name: /^Rule defaults/ }).click();
    await page.getByRole("option", { name: "By regime" }).click();
    for (const [regime, buy, sell] of [
      ["Trending bullish", "0.55", "0.42"],
      ["Trending bearish", "0.58", "0.45"],
      ["Volatile, uncertain", "0.6", "0.4"],
      ["Ranging", "0.57", "0.43"],
      ["Normal", "0.56", "0.44"],
    ]) {
      expect(await page.getByRole("textbox", { name: `${regime}, buy above` }).inputValue()).toBe(buy);
      expect(await page.getByRole("textbox", { name: `${regime}, sell below` }).inputValue()).toBe(sell);
    }
    await page.getByRole("button", { name: "Get Trading Decision" }).click();
    // The sample ends in a falling, volatile market.
    expect(await cell(page, "regime")).toBe("trending_bearish");
    const limits = await page.getByText(/^Limits: buy above/).innerText();
    const [buy, sell, moved] = [...limits.matchAll(/\d\.\d{4}/g)].map(([figure]) => Number(figure));
    expect([buy - moved, sell + moved].map((limit) => limit.toFixed(3))).toEqual(["0.580", "0.450"]);
    await page.getByRole("button", { name: /^By regime/ }).click();
    await page.getByRole("option", { name: "Rule defaults" }).click();
    await page.close();
  });

  itInAll("decides by a custom profile, which survives a reload, can be renamed, exported as a file and imported", async () => {
    const page = await session.current.open("/quant-edge-ai");
    await page.getByRole("button", { name: "Load sample series" }).click();
    await page.getByText("8,321 prices read").waitFor();
    const because = page.getByText(/^Sell rule \d: /);
    await page.getByRole("textbox", { name: "News Data" }).fill(NEWS);
    await page.getByRole("button", { name: "Get Trading Decision" }).click();
    await page.getByText(/^Sell rule 1: .* combined score/).waitFor();
    await page.getByRole("button", { name: /^Rule defaults/ }).click();
    await page.getByRole("option", { name: "By regime" }).click();
    // All scores of the sample's falling market are above this, so the first sell rule no longer decides.
    await page.getByRole("textbox", { name: "Trending bearish, sell below" }).fill("0.02");
    await page.keyboard.press("Tab");
    await page.getByRole("textbox", { name: "Profile name" }).fill("Patient");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: /^Patient/ }).waitFor();
    await page.getByRole("button", { name: "Get Trading Decision" }).click();
    await expect.poll(() => because.innerText()).toMatch(/^Sell rule 2: /);

    await page.reload();
    await page.getByRole("button", { name: /^Patient/ }).waitFor();
    expect(await page.getByRole("textbox", { name: "Trending bearish, sell below" }).inputValue()).toBe("0.02");
    await page.getByRole("textbox", { name: "Profile name" }).fill("Slow");
    await page.getByRole("button", { name: "Rename profile" }).click();
    await page.getByRole("button", { name: /^Slow/ }).waitFor();
    await page.getByRole("button", { name: "Get Trading Decision" }).click();
    await expect.poll(() => because.innerText()).toMatch(/^Sell rule 2: /);
    const exported = JSON.parse(await download(page, () => page.getByRole("button", { name: "Export profiles" }).click()));
    expect(exported.profiles.map(({ name }: { name: string }) => name)).toEqual(["Slow"]);
    expect(exported.profiles[0].limits.trending_bearish).toEqual({ buy: 0.58, sell: 0.02 });
    await page.getByRole("button", { name: "Remove profile" }).click();
    await page.getByRole("button", { name: /^By regime/ }).waitFor();
    await page.getByRole("alertdialog").filter({ hasText: "Profile Slow removed" }).getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: /^Slow/ }).click();
    await page.getByRole("option", { name: "Rule defaults" }).click();
    await page.close();
  });

  itInAll("replays 33 years, proves that no decision used future data, steps back with every rule, and keeps the run", async () => {
    const page = await session.current.open("/quant-edge-ai?tab=replay");
    await page.getByText("8,321 prices read").waitFor();
    await page.getByRole("button", { name: "Replay history" }).click();
    await page.getByText("8,302 decisions from step 20 on").waitFor();
    await page.getByRole("button", { name: "Run check" }).click();
    await page.getByTestId("proof").waitFor();
    expect(await page.getByTestId("proof").innerText()).toMatch(/(\d+) of \1 steps are bit-identical/);
    await page.getByRole("textbox", { name: "Step, as a number" }).fill("1000");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByTestId("step-note").innerText()).toMatch(/^Step 1,000, .*decided from 1,000 prices; .*Bit-identical/);
    const [csv] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV", exact: true }).last().click()]);
    const lines = readFileSync(await csv.path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines).toHaveLength(8322);
    await page.goto(`${session.current.origin}/runs`);
    await page
      .getByText(/^Replay: 8,302 decisions/)
      .first()
      .waitFor();
    await page.close();
  });

  it("saves a decision with its trace, and keeps its run", async () => {
    const page = await session.current.open("/quant-edge-ai");
    await page.getByRole("button", { name: "Load sample series" }).click();
    await page.getByText("8,321 prices read").waitFor();
    await page.getByRole("textbox", { name: "News Data" }).fill(NEWS);
    await page.getByRole("button", { name: "Get Trading Decision" }).click();
    await page.getByTestId("action").waitFor();
    const report = JSON.parse(await exported(page, /Results as JSON/));
    expect(report.trace.clauses).toHaveLength(6);
    await page.goto(`${session.current.origin}/runs`);
    await page
      .getByText(/^Decision: /)
      .first()
      .waitFor();
    await page.close();
  });

  it("passes axe on every tab, and everything is reachable by keyboard", async () => {
    const page = await session.current.open("/quant-edge-ai");
    await page.getByRole("button", { name: "Load sample series" }).first().click();
    await page.getByText("8,321 prices read").waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByTestId("action").waitFor();
    expect(await auditEverywhere(page)).toEqual([]);
    await page.keyboard.press("Alt+2");
    await page.getByRole("button", { name: "Replay history" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByTestId("step-note").waitFor();
    expect(await auditEverywhere(page, LATER_TAB)).toEqual([]);
    expect(await unreached(page)).toEqual([]);
    await page.keyboard.press("Alt+3");
    await page.getByRole("button", { name: "Decide for 1 column" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("grid", { name: "Decisions by column" }).waitFor();
    expect(await auditEverywhere(page, LATER_TAB)).toEqual([]);
    await page.close();
  });
});

describe("the console with typed and hostile input", () => {
  itInLongRuns("says what is missing or wrong, keeps the input and runs nothing", async () => {
    const page = await typing.current.open("/quant-edge-ai");
    const submit = page.getByRole("button", { name: "Get Trading Decision" });
    expect(await submit.isDisabled()).toBe(true);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Both market data and news data are required").waitFor();
    const box = page.getByRole("textbox", { name: "Market Data" });
    const hostile = "<script>window.hacked = 1</script>, <img src=x onerror=window.hacked=1>";
    await box.fill(hostile);
    await page.getByRole("textbox", { name: "News Data" }).fill(hostile);
    await page.getByRole("alert").first().waitFor();
    expect(await box.inputValue()).toBe(hostile);
    await box.fill("100, 100, 100, 100");
    await submit.click();
    await page.getByTestId("action").waitFor();
    expect(await page.getByTestId("action").innerText()).toContain("Hold");
    await page.getByRole("tab", { name: "Replay" }).click();
    await page.getByRole("button", { name: "Replay history" }).click();
    await page.getByText("A replay needs at least 20 prices; 4 given").waitFor();
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    await page.close();
  });

  itInAll("decides for every column of a wide table, and saves the list", async () => {
    const page = await typing.current.open("/quant-edge-ai?tab=batch");
    const columns = ["A", "B", "C"].map((_, seed) => priceList(60, seed + 1).split("\n"));
    const rows = columns[0].map((_, t) => columns.map((column) => column[t]).join(","));
    await page.getByRole("textbox", { name: "Market Data" }).fill(`A,B,C\n${rows.join("\n")}`);
    await page.getByRole("button", { name: "Decide for 3 columns" }).click();
    const table = page.getByRole("grid", { name: "Decisions by column" });
    await table.waitFor();
    expect(await table.getByRole("row").count()).toBe(4);
    const [csv] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "CSV", exact: true }).click()]);
    const [head, first] = readFileSync(await csv.path(), "utf8").split("\r\n");
    expect(head).toMatch(/^Column,Action,Rule,Regime,Combined score/);
    expect(first).toMatch(/^A,(Buy|Sell|Hold),/);
    await page.close();
  });
});

describe("bad input", () => {
  family(
    NO_CSV,
    (_, place) => place === 0,
    (cases) =>
      it.for(cases)("refuses %s as a CSV with a message, executes nothing, and keeps what was there", async ([, make]) => {
        const page = await typing.current.open("/quant-edge-ai?tab=decision");
        await page.getByRole("textbox", { name: "Market Data" }).fill("100, 101, 102");
        await page.getByRole("textbox", { name: "News Data" }).fill(NEWS);
        await upload(page, make(), "file.csv");
        await expect
          .poll(() => page.getByRole("alert").first().innerText(), { timeout: 15_000 })
          .toMatch(/^(CSV processing failed: |CSV must)/);
        expect(await page.title()).not.toBe("owned");
        expect(await page.getByRole("textbox", { name: "Market Data" }).inputValue()).toBe("100, 101, 102");
        expect(await page.getByRole("textbox", { name: "News Data" }).inputValue()).toBe(NEWS);
        await page.close();
      }),
  );
});
