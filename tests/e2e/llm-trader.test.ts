import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL, family, inLongRuns, itInAll, itInLongRuns } from "../fixtures/in-all";
import { auditEverywhere, LATER_TAB, unreached } from "./audit";
import { choose, exported, fillClipboard, quiet, sharedSession } from "./browser";
import { type ChatServer, chatServer } from "./chat-server";
import { colorOf, dropFile, repeatRun } from "./dynamics-page";

const session = sharedSession({ serviceWorker: "installed" });
const SECRET = "sk-never-shown-anywhere";

/** Seven positive words, one of them weighted 1.5, and one negative: 7.5 / 8.5. */
const TEXT =
  "Strong growth strongly supports the recovery of oil markets. Profits beat forecasts, OPEC expects robust demand this quarter, and analysts upgraded the industry in spite of some risk.";
const SCORE = 7.5 / 8.5;

const inPercent = (share: number) => `${(100 * share).toFixed(1)}%`;
const box = (page: Page) => page.getByRole("textbox", { name: "News Content" });
const submit = (page: Page) => page.getByRole("button", { name: "Generate Trading Signal" });
const stat = async (page: Page, region: string, label: string) => {
  const name = page.getByRole("region", { name: region }).locator("dt").filter({ hasText: label });
  const places = await name.evaluateAll((terms, wanted) => terms.findIndex((term) => term.textContent?.startsWith(wanted)), label);
  return (await name.nth(places).locator("xpath=following-sibling::dd[1]").innerText()).trim();
};
const alert = (page: Page) => page.getByRole("alert").first().innerText();

/**
 * Mean return of holding for a month after LONG signals on these days, read from the sample's file: from the first price on or after each
 * day.
 */
function meanMove(days: readonly string[]): string {
  const rows = readFileSync("public/samples/wti_1986_2019.csv", "utf8")
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(","))
    .flatMap(([day, price]) => (Number(price) > 0 ? [{ time: Date.parse(day), price: Number(price) }] : []));
  const from = (time: number) => rows.find((row) => row.time >= time) ?? { time: Number.NaN, price: Number.NaN };
  const moves = days.map((day) => {
    const entry = from(Date.parse(day));
    return Math.log(from(new Date(entry.time).setUTCMonth(new Date(entry.time).getUTCMonth() + 1)).price / entry.price);
  });
  return `${((100 * moves.reduce((sum, move) => sum + move, 0)) / moves.length).toFixed(2).replace("-", "−")}%`;
}

describe("news analysis", () => {
  it("has the specified tabs, labels and defaults", async () => {
    const page = await session.current.open("/llm-trader");
    expect(await page.getByRole("tab").allInnerTexts()).toEqual(["News Analysis", "Reflection Analysis", "Model Settings"]);
    await page.getByText("Market Sentiment Trends").waitFor();
    await page.getByText("Sample", { exact: true }).first().waitFor();
    expect(await submit(page).isDisabled()).toBe(true);
    await page.getByRole("tab", { name: "Reflection Analysis" }).click();
    for (const [label, shown, options] of [
      ["Timeframe", "1D", ["1D", "1W", "1M", "3M"]],
      ["Analysis Depth", "Medium", ["Basic", "Medium", "Deep"]],
    ] as const) {
      const select = page.getByRole("button", { name: new RegExp(`${shown} ${label}|${label}`) });
      expect(await select.innerText()).toContain(shown);
      await select.click();
      await page.getByRole("option").first().waitFor();
      expect((await page.getByRole("option").allInnerTexts()).map((option) => option.split("\n")[0])).toEqual(options);
      await page.keyboard.press("Escape");
      await page.getByRole("option").first().waitFor({ state: "detached" });
    }
    const insights = page.getByRole("button", { name: "Generate Insights" });
    await insights.waitFor();
    expect(await insights.isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "Market Context" }).fill("bullish");
    expect(await insights.isDisabled()).toBe(false);
    await page.getByRole("textbox", { name: "Market Context" }).fill("  ");
    expect(await insights.isDisabled()).toBe(true);
    expect(await page.getByText(/^accuracy/).count()).toBe(3);
    await page.getByRole("tab", { name: "Model Settings" }).click();
    expect(await page.getByRole("textbox", { name: "Confidence Threshold, as a number" }).inputValue()).toBe("60");
    for (const label of ["Enable Reflection Analysis", "Include Market Context"])
      expect(await page.getByLabel(label).isChecked()).toBe(true);
    for (const label of ["Accuracy (7 days)", "Predictions", "Avg Confidence", "Response Time"])
      await page.getByText(label, { exact: true }).waitFor();
    await page.close();
  });

  itInLongRuns("analyzes a long text that was pasted just before the shortcut is pressed", async () => {
    const page = await session.current.open("/llm-trader");
    const filler = "Markets were quiet and prices little changed on the day. ".repeat(ALL ? 60_000 : 15_000);
    await fillClipboard(page, `${TEXT} ${filler}`);
    await box(page).click();
    await page.keyboard.press("Control+V");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => stat(page, "Trading Signal", "Sentiment"), { timeout: 20_000 }).toBe(SCORE.toFixed(2));
    expect(await page.getByRole("alert").count()).toBe(0);
    await page.getByRole("button", { name: "Clear", exact: true }).first().click();
    await page.close();
  });

  itInAll("refuses bad texts in the specified words, and keeps them", async () => {
    const page = await session.current.open("/llm-trader");
    for (const [text, message] of [
      ["", "Please enter news content for analysis"],
      ["   ", "Please enter news content for analysis"],
      ["Strong growth", "Analysis failed: Input text too short. Minimum 20 words required."],
      [
        "<script>window.hacked=1</script> <img src=x onerror=window.hacked=1>",
        "Analysis failed: Input text too short. Minimum 20 words required.",
      ],
    ]) {
      await box(page).fill(text);
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => alert(page)).toBe(message);
      expect(await box(page).inputValue()).toBe(text);
    }
    await box(page).fill(`<script>window.hacked = 1</script><img src=x onerror="window.hacked=1"> ${TEXT}`);
    await submit(page).click();
    await page.getByTestId("direction").waitFor();
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    await page.close();
  });

  it("scores by the specified formula, with the figures of a hand calculation", async () => {
    const page = await session.current.open("/llm-trader");
    await box(page).fill(TEXT);
    await page.getByRole("textbox", { name: "Market Context" }).fill("a bullish market");
    await submit(page).click();
    await expect.poll(() => stat(page, "Trading Signal", "Sentiment")).toBe(SCORE.toFixed(2));
    expect(await page.getByTestId("direction").innerText()).toContain("LONG");
    expect(await stat(page, "Trading Signal", "Confidence")).toBe(`${(100 * Math.min(1, (1.2 * (SCORE - 0.7)) / 0.3)).toFixed(1)}%`);
    await page.getByText(/Context bullish: for LONG it multiplies by 1.2/).waitFor();
    await page.getByText('"strongly" weights "growth" 1.5 times.').waitFor();
    expect(await colorOf(page.getByTestId("direction"))).toBe("green");
    // Company Earnings twice (profits, quarter), Geopolitical Events (OPEC) and Industry News once.
    expect((await page.getByRole("region", { name: "Key Topics" }).innerText()).split("\n").slice(-3)).toEqual([
      "Company Earnings 0.75 × 2",
      "Geopolitical Events 0.70 × 1",
      "Industry News 0.60 × 1",
    ]);
    const topics = (2 * 0.75 + 0.7 + 0.6) / 4;
    const strength = Math.min(1, 1.2 * (0.4 * 2 * (SCORE - 0.5) + 0.3 * topics + 0.3));
    const confidence = (1.2 * (SCORE - 0.7)) / 0.3;
    expect(await stat(page, "Trading Signal", "Strength")).toBe(inPercent(strength));
    // The leading topic's timeframe; eight of ten sentiment words.
    expect(await stat(page, "Trading Signal", "Timeframe")).toBe("1W");
    expect(await stat(page, "Trading Signal", "News confidence")).toBe("80%");
    expect(await page.getByRole("region", { name: "Analysis Reasoning" }).getByRole("listitem").count()).toBe(8);
    expect(await stat(page, "Market Impact Assessment", "Immediate")).toBe(inPercent(strength * confidence));
    // Geopolitics count double in the long run.
    expect(await stat(page, "Market Impact Assessment", "Long-term")).toBe(inPercent((2 * 0.75 + 2 * 0.7 + 0.6) / 5));
    expect(await stat(page, "Market Impact Assessment", "Volatility")).toBe("High");
    await page.close();
  });

  itInLongRuns("marks signals below the threshold, and keeps the threshold after a reload", async () => {
    const page = await session.current.open("/llm-trader?tab=settings");
    const number = page.getByRole("textbox", { name: "Confidence Threshold, as a number" });
    await number.fill("95");
    await page.keyboard.press("Enter");
    await page.reload();
    await expect.poll(() => number.inputValue()).toBe("95");
    await page.getByRole("tab", { name: "News Analysis" }).click();
    await page.getByRole("textbox", { name: "Market Context" }).fill("");
    await submit(page).click();
    await page.getByText("below threshold", { exact: true }).first().waitFor();
    await page.getByRole("tab", { name: "Model Settings" }).click();
    await number.fill("60");
    await page.keyboard.press("Enter");
    await page.close();
  });
});

/** Twenty words without any sentiment word, topic or weight. */
const PLAIN = "the committee met on monday and published the usual list of figures about the past month for everybody to read";
/** Texts by the words that count, and the base confidence that follows from their score. */
const TEXTS = [
  { words: "strong growth rally recovery risk", direction: "LONG", color: "green", score: 4 / 5, base: (4 / 5 - 0.7) / 0.3 },
  { words: "weak decline bearish recession growth", direction: "SHORT", color: "red", score: 1 / 5, base: (0.3 - 1 / 5) / 0.3 },
  { words: "strong growth rally weak risk", direction: "NEUTRAL", color: "yellow", score: 3 / 5, base: 1 - 2 * (3 / 5 - 0.5) },
] as const;
const REGIMES = [
  ["bullish", "bullish", { LONG: 1.2, SHORT: 0.8, NEUTRAL: 1 }],
  ["bearish", "bearish", { LONG: 0.8, SHORT: 1.2, NEUTRAL: 1 }],
  ["volatile", "volatile", { LONG: 0.7, SHORT: 0.7, NEUTRAL: 1.2 }],
  ["neutral", "neutral", { LONG: 1, SHORT: 1, NEUTRAL: 1 }],
  ["nothing that names a regime", "neutral", { LONG: 1, SHORT: 1, NEUTRAL: 1 }],
  ["", "unknown", { LONG: 1, SHORT: 1, NEUTRAL: 1 }],
] as const;
/** Words that change the weight of the preceding word: amplifiers, then dampeners. */
const WEIGHTS = [
  ...(["strongly", "very", "extremely", "significantly"] as const).map(
    (word, at) => [`growth ${word}`, "risk", [1.5, 1.3, 1.8, 1.4][at]] as const,
  ),
  ...(["severely", "deeply", "critically", "seriously"] as const).map(
    (word, at) => [`risk ${word}`, "growth", [1.5, 1.3, 1.8, 1.4][at]] as const,
  ),
];

describe("the specified rules, constant by constant", () => {
  const rules = sharedSession({ serviceWorker: "installed" });
  const articles = (page: Page) => page.getByRole("grid", { name: "Articles" }).or(page.getByRole("table", { name: "Articles" }));
  /** The cells of an article's row. */
  const row = async (page: Page, at: number) =>
    (
      await articles(page)
        .getByRole("row")
        .nth(at + 1)
        .innerText()
    )
      .split(/\s*\t\s*|\n+/)
      .map((cell) => cell.trim());

  itInAll("needs 20 words, no fewer; the Market Context field appears and disappears with its setting", async () => {
    const page = await rules.current.open("/llm-trader");
    await box(page).fill(PLAIN.split(" ").slice(1).join(" "));
    await submit(page).click();
    await expect.poll(() => alert(page)).toBe("Analysis failed: Input text too short. Minimum 20 words required.");
    await box(page).fill(PLAIN);
    await submit(page).click();
    // Without sentiment words the score is 0.5.
    await expect.poll(() => stat(page, "Trading Signal", "Sentiment")).toBe("0.50");
    expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
    expect(await page.getByTestId("direction").innerText()).toContain("NEUTRAL");
    expect(await stat(page, "Trading Signal", "Confidence")).toBe("100.0%");
    expect(await stat(page, "Market Impact Assessment", "Volatility")).toBe("Normal");
    await page.getByRole("region", { name: "Key Topics" }).getByText("None of the eight topics is mentioned.", { exact: true }).waitFor();
    await box(page).fill(" \n\t ");
    expect(await submit(page).isDisabled()).toBe(true);
    const context = page.getByRole("textbox", { name: "Market Context" });
    await context.fill("bullish");
    await page.getByRole("tab", { name: "Model Settings" }).click();
    await page.getByText("Include Market Context", { exact: true }).click();
    await page.getByRole("tab", { name: "News Analysis" }).click();
    await context.waitFor({ state: "detached" });
    await box(page).fill(TEXTS[0].words.concat(" ", PLAIN));
    await submit(page).click();
    // Text in a field that is not shown is ignored.
    await page.getByText("No market context: confidence unchanged.", { exact: true }).waitFor();
    await page.getByRole("tab", { name: "Model Settings" }).click();
    await page.getByText("Include Market Context", { exact: true }).click();
    await page.getByRole("tab", { name: "News Analysis" }).click();
    expect(await context.inputValue()).toBe("bullish");
    await page.close();
  });

  itInAll("multiplies the confidence of each direction by the regime of the context", async () => {
    const page = await rules.current.open("/llm-trader");
    await box(page).fill(TEXTS.map(({ words }) => `${words} ${PLAIN}`).join("\n---\n"));
    for (const [context, regime, factors] of REGIMES) {
      await page.getByRole("textbox", { name: "Market Context" }).fill(context);
      await submit(page).click();
      await page.getByText(/The text or settings have changed/).waitFor({ state: "detached" });
      for (const [at, { words, direction, color, score, base }] of TEXTS.entries()) {
        await expect
          .poll(() => row(page, at), { message: `${direction}, ${context}` })
          .toEqual(
            expect.arrayContaining([
              expect.stringContaining(direction),
              inPercent(Math.min(1, base * factors[direction])),
              score.toFixed(2),
            ]),
          );
        await articles(page)
          .getByRole("button", { name: new RegExp(`^${words}`) })
          .click();
        await expect.poll(() => page.getByTestId("direction").innerText()).toContain(direction);
        expect(await colorOf(page.getByTestId("direction")), direction).toBe(color);
        const reasons = page.getByRole("region", { name: "Analysis Reasoning" });
        await reasons
          .getByText(regime === "unknown" ? "No market context" : `Context ${regime}`)
          .first()
          .waitFor();
      }
    }
    await page.getByRole("textbox", { name: "Market Context" }).fill("");
    await page.close();
  });

  itInAll("weights the word before an amplifier or dampener, and shows five topics at most", async () => {
    const page = await rules.current.open("/llm-trader");
    await box(page).fill(WEIGHTS.map(([weighted, plain]) => `${weighted} then ${plain} ${PLAIN}`).join("\n---\n"));
    await submit(page).click();
    for (const [at, [weighted, , weight]] of WEIGHTS.entries()) {
      const score = weighted.startsWith("growth") ? weight / (weight + 1) : 1 / (weight + 1);
      await expect.poll(() => row(page, at), { message: weighted }).toContain(score.toFixed(2));
    }
    await box(page).fill(`inflation and gdp, an uptrend, earnings, sanctions, resistance, a merger and optimism: ${PLAIN}`);
    await submit(page).click();
    await expect
      .poll(async () => (await page.getByRole("region", { name: "Key Topics" }).innerText()).split("\n").slice(-5))
      .toEqual([
        "Monetary Policy 0.90 × 1",
        "Economic Growth 0.85 × 1",
        "Market Trends 0.80 × 1",
        "Company Earnings 0.75 × 1",
        "Geopolitical Events 0.70 × 1",
      ]);
    await page.close();
  });

  itInAll("lists every constant, and keeps the last 100 decisions", { timeout: 240_000 }, async () => {
    const page = await rules.current.openAlone("/llm-trader?tab=settings");
    await page.getByRole("button", { name: /Constants of the engine/ }).click();
    const constants = page
      .getByRole("group", { name: /Constants of the engine/ })
      .or(page.locator("dl[aria-label='Constants of the engine']"))
      .last();
    expect((await constants.innerText()).split("\n").filter((line) => line.trim() !== "")).toEqual([
      ...["Minimum words", "20", "Minimum confidence", "0.65", "Sentiment window", "24 hours", "Topics shown", "5 at most"],
      ...["Reflection depth", "3 worst misses", "History", "100 at most", "Volatility threshold", "0.15"],
      ...["LONG above, SHORT below", "0.7, 0.3", "Strength weights", "0.4 sentiment, 0.3 topics, 0.3 context"],
      ...["Bullish multipliers", "LONG 1.2, SHORT 0.8, NEUTRAL 1", "Bearish multipliers", "LONG 0.8, SHORT 1.2, NEUTRAL 1"],
      ...["Volatile multipliers", "LONG 0.7, SHORT 0.7, NEUTRAL 1.2"],
      ...["Amplifiers", "strongly 1.5, very 1.3, extremely 1.8, significantly 1.4"],
      ...["Dampeners", "severely 1.5, deeply 1.3, critically 1.8, seriously 1.4"],
    ]);
    await page.getByRole("tab", { name: "News Analysis" }).click();
    await box(page).fill(Array.from({ length: 101 }, (_, at) => `number ${at} ${PLAIN}`).join("\n---\n"));
    await submit(page).click();
    await page.getByRole("tab", { name: "Model Settings" }).click();
    await expect.poll(() => stat(page, "Model Performance", "Predictions"), { timeout: 90_000 }).toBe("100");
    await page.getByRole("tab", { name: "Reflection Analysis" }).click();
    await page.getByText("100 of 100, latest 100 retained", { exact: true }).waitFor();
    expect(await page.getByRole("radio", { name: "7d" }).isChecked()).toBe(true);
    for (const window of ["1d", "1m"]) await page.getByRole("radio", { name: window }).waitFor({ state: "attached" });
    const history = page.getByRole("table", { name: "Historical Analysis" }).or(page.getByRole("grid", { name: "Historical Analysis" }));
    // The count reaches a hundred before the last two of the 102 have arrived.
    await expect.poll(() => history.innerText(), { timeout: 90_000 }).toContain("number 100 ");
    for (const gone of ["number 0 ", "strong growth"]) await expect.poll(() => history.innerText()).not.toContain(gone);
    expect(await history.getByRole("row").count()).toBe(101);
    // The ages in the list as time passes.
    const HOUR = 3_600_000;
    for (const [later, window, said] of [
      [3.5 * HOUR, "7d", "3h ago"],
      [50 * HOUR, "7d", "2d ago"],
      [50 * HOUR, "1d", "No signals in this window."],
      [8 * 24.5 * HOUR, "7d", "No signals in this window."],
      [8 * 24.5 * HOUR, "1m", "8d ago"],
    ] as const) {
      await page.clock.setFixedTime(Date.now() + later);
      await page.reload();
      await page.getByText(window, { exact: true }).click();
      await expect.poll(() => history.innerText(), { message: `${later / HOUR} hours, ${window}` }).toContain(said);
    }
    await page.getByText("7d", { exact: true }).click();
    await page.close();
  });
});

describe("when the code of an analysis cannot be loaded", () => {
  const cut = sharedSession();

  inLongRuns(() =>
    family(
      [
        ["analyze-news", "News Analysis", "Generate Trading Signal", "Analysis failed. Please try again."],
        ["reflect-news", "Reflection Analysis", "Generate Insights", "Reflection analysis failed. Please try again."],
      ],
      (_, place) => place === 0,
      (jobs) =>
        it.each(jobs)("%s: the specified message, and the same press works once it is there again", async (job, tab, press, message) => {
          const page = await cut.current.context.newPage();
          await cut.current.context.route(new RegExp(`assets/${job}-`), (route) => route.abort());
          await page.goto(`${cut.current.origin}/llm-trader`);
          await box(page).fill(TEXT);
          await page.getByRole("tab", { name: tab }).click();
          await page.getByRole("textbox", { name: "Market Context" }).fill("bullish");
          await page.getByRole("button", { name: press }).click();
          await expect.poll(() => alert(page)).toBe(message);
          await cut.current.context.unroute(new RegExp(`assets/${job}-`));
          await page.getByRole("button", { name: press }).click();
          await page.getByTestId(tab === "News Analysis" ? "direction" : "insights").waitFor();
          expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
          await page.close();
        }),
    ),
  );
});

describe("history and reflection", () => {
  itInLongRuns("compares dated signals with the linked prices", async () => {
    const page = await session.current.open("/llm-trader");
    // Oil fell by half that quarter.
    await box(page).fill(["2014-10-01", "2014-10-15", "2014-11-03"].map((day) => `${day}\n${TEXT}`).join("\n---\n"));
    await submit(page).click();
    await page.getByRole("table", { name: "Articles" }).waitFor();
    await page.getByText("your last five analyses").waitFor();
    await page.getByRole("tab", { name: "Reflection Analysis" }).click();
    await page.getByRole("button", { name: /WTI/ }).first().click();
    await page.getByText("8,321 prices read").waitFor();
    await page.getByRole("textbox", { name: "Market Context" }).fill("bullish");
    await choose(page, /^1D/, /^1M/);
    await choose(page, /^Medium/, /^Deep/);
    await page.getByRole("button", { name: "Generate Insights" }).click();
    await page.getByTestId("insights").waitFor();
    expect(await page.getByTestId("insights").innerText()).toMatch(/3 signals scored over 1M: 0 of 3 right, 0%/);
    await page.getByText("Worst misses").waitFor();
    expect(await stat(page, "Reflection", "Mean move")).toBe(meanMove(["2014-10-01", "2014-10-15", "2014-11-03"]));
    await expect
      .poll(() => page.getByRole("table", { name: "Historical Analysis" }).innerText())
      .toMatch(/(just now|1m ago)\s+2014-11-03\s+▲ LONG/);
    await page.getByRole("tab", { name: "Model Settings" }).click();
    await expect.poll(() => stat(page, "Model Performance", "Accuracy (7 days)")).toBe("0.0%");
    await page.getByRole("tab", { name: "News Analysis" }).click();
    await page.getByRole("button", { name: "Fill from dataset" }).click();
    await expect.poll(() => page.getByRole("textbox", { name: "Market Context" }).inputValue()).toMatch(/^Bearish market in a downtrend/);
    await page.getByRole("textbox", { name: "Market Context" }).fill("");
    expect(await exported(page, /History as CSV/)).toMatch(/^Analyzed,News date,Direction,Strength,Confidence/);
    await page.close();
  });

  itInAll("keeps several articles as one run, even if the page is left at once, and repeats it to the same bits", async () => {
    const page = await session.current.open("/llm-trader");
    await box(page).fill([TEXT, TEXT].join("\n---\n"));
    await submit(page).click();
    await page
      .getByRole("button", { name: /^Strong growth/ })
      .nth(1)
      .waitFor();
    await repeatRun(page, session.current.origin, "Signals of 2 articles");
    await page.close();
  });

  itInLongRuns("clears the history with Undo", async () => {
    const page = await session.current.open("/llm-trader?tab=reflection");
    const table = page.getByRole("table", { name: "Historical Analysis" });
    await table.waitFor();
    const before = await table.getByRole("row").count();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page
      .getByText(/^accuracy/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => table.getByRole("row").count()).toBe(before);
    await page.close();
  });
});

describe("a language model chosen by the user", () => {
  let chat: ChatServer;
  const good = JSON.stringify({
    phrases: [{ quote: "some risk", sentiment: "negative" }],
    topics: [{ quote: "OPEC", topic: "Geopolitical Events" }],
  });
  beforeAll(async () => {
    chat = await chatServer();
  });
  afterAll(() => chat?.close());

  async function connect(page: Page) {
    await page.goto(`${session.current.origin}/settings`);
    await page.getByRole("textbox", { name: "Endpoint" }).fill(`${chat.origin}/v1`);
    await page.getByRole("textbox", { name: "Model", exact: true }).fill("test-model");
    await page.getByLabel("Key", { exact: true }).fill(SECRET);
    await page.getByText("Keep the key on this device").click();
    await page.getByRole("button", { name: "Keep", exact: true }).click();
    await page.waitForFunction(() => localStorage.getItem("prospect.provider-key") !== null);
    await page.goto(`${session.current.origin}/llm-trader?tab=settings`);
    await choose(page, /^Lexicon engine/, "OpenAI-compatible endpoint");
    await page.getByText(`Analyzed texts are sent to ${chat.origin}. Nothing else is sent.`).waitFor();
    await page.getByRole("tab", { name: "News Analysis" }).click();
  }

  /** The screen with the model in its settings: entered by the previous test or, if that has not run in this session, now. */
  async function openConnected(): Promise<Page> {
    const page = await session.current.open("/llm-trader");
    if (await page.evaluate(() => localStorage.getItem("prospect.provider-key") === null)) await connect(page);
    return page;
  }

  it("is used once it is in the settings; the key is in no address, export, run or inputs", async () => {
    const page = await session.current.open("/settings");
    await connect(page);
    await box(page).fill(TEXT);
    chat.says = good;
    await submit(page).click();
    await page.getByText(/0 positive passages against 1 negative passage \(some risk\)/).waitFor();
    expect(await page.getByTestId("direction").innerText()).toContain("SHORT");
    const [call] = chat.calls;
    expect([call.url, call.key, call.origin, call.body.model]).toEqual([
      "/v1/chat/completions",
      `Bearer ${SECRET}`,
      session.current.origin,
      "test-model",
    ]);
    expect(await exported(page, /Results as JSON/)).not.toContain(SECRET);
    // The model's reply is stored with the run, so repeating it makes no call.
    const asked = chat.calls.length;
    const runs = await session.current.open("/runs");
    await repeatRun(runs, session.current.origin, "Signal: SHORT, analyzed by test-model");
    expect(chat.calls).toHaveLength(asked);
    expect(await runs.locator("main").innerText()).not.toContain(SECRET);
    await runs.close();
    const kept = await page.evaluate(
      (secret) => Object.keys(localStorage).filter((name) => localStorage.getItem(name)?.includes(secret)),
      SECRET,
    );
    expect(kept).toEqual([]);
    expect(page.url()).not.toContain(SECRET);
    await page.close();
  });

  it("is rejected whenever its reply is not in the requested form, and the built-in engine is one press away", async () => {
    const page = await openConnected();
    await box(page).fill(TEXT);
    for (const [says, words] of [
      ["BUY NOW!!!", /^Analysis failed: the model's reply was refused: not the requested JSON/],
      [
        '{"phrases":[],"topics":[],"signal":"LONG","confidence":1}',
        /^Analysis failed: the model's reply was refused: it violates the schema/,
      ],
      ['{"phrases":[{"quote":"<img src=x onerror=window.hacked=1>","sentiment":"positive"}],"topics":[]}', /is not in the text/],
      ["x".repeat(300_000), /was refused: too long/],
      [{ status: 401 }, /rejected the key \(status 401\)/],
      [{ status: 500 }, /responded with status 500/],
    ] as const) {
      chat.says = says;
      await submit(page).click();
      await expect.poll(() => alert(page)).toMatch(words);
      expect(await box(page).inputValue()).toBe(TEXT);
    }
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    await page.getByRole("button", { name: "Analyze with the lexicon engine" }).click();
    await page
      .getByText(/positive words/)
      .first()
      .waitFor();
    await page.close();
  });

  it("never receives a text that cannot be analyzed", async () => {
    const page = await openConnected();
    chat.calls.length = 0;
    await box(page).fill("too short");
    await submit(page).click();
    await expect.poll(() => alert(page)).toContain("Minimum 20 words required");
    expect(chat.calls).toEqual([]);
    await box(page).fill(TEXT);
    await page.close();
  });

  it("is the only host that can be reached, and only by the thread that calls it", async () => {
    const page = await openConnected();
    await box(page).fill(TEXT);
    chat.says = good;
    await submit(page).click();
    await page.getByText(/0 positive passages against 1 negative passage/).waitFor();
    const reached = (url: string) =>
      page.evaluate(
        (target) =>
          fetch(target, { method: "POST", body: "{}" }).then(
            () => true,
            () => false,
          ),
        url,
      );
    expect(await reached(`${chat.origin}/v1/chat/completions`)).toBe(false);
    const other = await chatServer();
    // The script as a thread loads it: from the cache, with the policy set by the service worker.
    const policy = () =>
      page.evaluate(async () => {
        for (const name of await caches.keys()) {
          const kept = (await (await caches.open(name)).keys()).find(({ url }) => url.includes("provider.worker"));
          if (kept) return (await fetch(new URL(kept.url).pathname)).headers.get("Content-Security-Policy");
        }
        return null;
      });
    await expect
      .poll(policy)
      .toBe(
        `default-src 'none'; script-src 'self'; connect-src 'self' ${chat.origin}; require-trusted-types-for 'script'; trusted-types default`,
      );
    expect(await policy()).not.toContain(other.origin);
    await other.close();
    await page.close();
  });

  itInLongRuns("that does not answer is named, with what to check", async () => {
    const gone = await chatServer();
    await gone.close();
    const page = await session.current.open("/settings");
    await page.getByRole("textbox", { name: "Endpoint" }).fill(`${gone.origin}/v1`);
    await page.goto(`${session.current.origin}/llm-trader`);
    await box(page).fill(TEXT);
    await submit(page).click();
    // The saved key was entered for the previous host, so this one does not get it.
    await expect.poll(() => alert(page)).toMatch(/^Analysis failed: The saved key was entered for a host other than http/);
    await page.goto(`${session.current.origin}/settings`);
    await page.getByRole("button", { name: "Forget" }).click();
    await page.goto(`${session.current.origin}/llm-trader`);
    await submit(page).click();
    await expect.poll(() => alert(page)).toMatch(/^Analysis failed: http:\/\/127\.0\.0\.1:\d+ did not respond\. Check that it is running/);
    await page.getByRole("tab", { name: "Model Settings" }).click();
    await choose(page, /^OpenAI-compatible endpoint/, "Lexicon engine");
    await page.close();
  });
});

describe("hostile texts", () => {
  const drop = (page: Page, bytes: Buffer) => dropFile(page, box(page), bytes, "news.txt");
  const fresh = sharedSession({ serviceWorker: "installed" });

  itInAll("decodes a text in UTF-16 and one in Windows-1252", async () => {
    const page = await fresh.current.open("/llm-trader");
    await drop(page, Buffer.from(`\uFEFF${TEXT}`, "utf16le"));
    await expect.poll(() => box(page).inputValue()).toBe(TEXT);
    await drop(page, Buffer.from(`Société Générale: ${TEXT}`, "latin1"));
    await expect.poll(() => box(page).inputValue()).toBe(`Société Générale: ${TEXT}`);
    await submit(page).click();
    await expect.poll(() => stat(page, "Trading Signal", "Sentiment")).toBe(SCORE.toFixed(2));
    await page.close();
  });

  itInAll(
    "reads a page with a script and a 60-sigma table as words, executes nothing; the run opens again and repeats to the same bits",
    async () => {
      const page = await fresh.current.open("/llm-trader");
      const prices = Array.from({ length: 300 }, (_, t) => (t === 290 ? 1e9 : 100 + Math.sin(t)).toFixed(4)).join("\n");
      const text = `<html><body><script>window.hacked = 1</script><img src=x onerror="window.hacked=1"></body></html>\n${TEXT}\n${prices}`;
      await box(page).fill(text);
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => stat(page, "Trading Signal", "Sentiment")).toBe(SCORE.toFixed(2));
      const strength = await stat(page, "Trading Signal", "Strength");
      expect(await page.locator("main").innerText()).not.toContain("NaN");
      expect(await page.getByTestId("marked-text").innerText()).toContain("window.hacked = 1");
      expect(await page.evaluate(() => "hacked" in window)).toBe(false);
      await repeatRun(page, fresh.current.origin, "Signal: LONG");
      await page.getByRole("button", { name: "Open Signal: LONG in" }).first().click();
      await page.getByRole("heading", { level: 1, name: "LLM Trader" }).waitFor();
      expect(await box(page).inputValue()).toBe(text);
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => stat(page, "Trading Signal", "Strength")).toBe(strength);
      expect(await page.evaluate(() => "hacked" in window)).toBe(false);
      await page.close();
    },
  );
});

const audited = sharedSession();

it("passes axe on every tab, and everything is reachable by keyboard", async () => {
  const page = await audited.current.open("/llm-trader");
  await box(page).fill(TEXT);
  await page.keyboard.press("Control+Enter");
  await page.getByTestId("direction").waitFor();
  expect(await auditEverywhere(page)).toEqual([]);
  expect(await unreached(page)).toEqual([]);
  for (const key of ["Alt+2", "Alt+3"]) {
    await page.keyboard.press(key);
    await quiet(page);
    expect(await auditEverywhere(page, LATER_TAB)).toEqual([]);
  }
  await page.close();
});
