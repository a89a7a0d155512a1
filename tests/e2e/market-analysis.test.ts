import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { count, fixed, percent } from "../../src/lib/format";
import { analyzeMarket } from "../../workers/engine/jobs/analyze-market";
import { resultOf } from "../fixtures/failure-text";
import { goldenColumn, goldenJson } from "../fixtures/golden";
import { itInAll, LONG } from "../fixtures/in-all";
import { testContext } from "../kernels/context";
import { complexityTwin, trendTwin } from "../kernels/reference/patterns";
import { logReturnsTwin, volatilityTwin } from "../kernels/reference/series-statistics";
import { exported, openEmpty, sharedSession } from "./browser";
import { colorOf, dropFile, upload } from "./dynamics-page";

const session = sharedSession();

const box = (page: Page) => page.getByRole("textbox", { name: "Market Data" });
const news = (page: Page) => page.getByRole("textbox", { name: "News Data" });
const submit = (page: Page) => page.getByRole("button", { name: "Get Trading Decision" });
const action = (page: Page) => page.getByTestId("action");
/** The alerts' texts, without empty lines, in which engines differ. */
const alerts = async (page: Page) => {
  const texts = await page.getByRole("main").getByRole("alert").allInnerTexts();
  return texts.map((text) => text.replace(/\n+/g, "\n"));
};
const hyphened = (text: string) => text.replaceAll("−", "-");
/** The facts of a panel by name, without the letters of info buttons and the captions of figures. */
const facts = async (page: Page, name: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await page
      .getByRole("region", { name, exact: true })
      .locator("dl > div")
      .evaluateAll((rows) =>
        rows.map((row) => {
          const said = row.querySelector("dd")?.cloneNode(true) as HTMLElement;
          for (const small of said.querySelectorAll("small")) small.remove();
          return [row.querySelector("dt")?.textContent?.replace(/i$/, "").trim() ?? "", said.textContent?.trim() ?? ""];
        }),
      ),
  );

const BOTH = "Both market data and news data are required";
const TOO_FEW = "At least 2 market data points required";
const CSV_TOO_FEW = "CSV must contain at least 2 valid price points";
const CSV_FAILED = "CSV processing failed: Invalid CSV format";
const NO_CSV = "CSV processing failed: Please upload a CSV file";

/** What is in the form, and the message after Ctrl+Enter. */
const ASKED: readonly (readonly [what: string, prices: string, news: string, message: string])[] = [
  ["nothing", "", "", BOTH],
  ["prices alone", "100, 101", "", BOTH],
  ["prices, and white space for news", "100, 101", " \n\t ", BOTH],
  ["news alone", "", "strong growth", BOTH],
  ["white space for prices", " \n ", "strong growth", BOTH],
];
/** Invalid prices, with both fields filled. */
const TYPED: readonly (readonly [prices: string, message: string])[] = [
  ["abc, def", TOO_FEW],
  ["100", TOO_FEW],
  ["<script>window.hacked = 1</script>", TOO_FEW],
];
const FILES: readonly (readonly [what: string, name: string, content: string | Buffer, message: string])[] = [
  ["a table of words", "words.csv", "name,note\nx,y\nz,w\n", `${CSV_FAILED}\nAt row 2, value “x,y”`],
  ["one row", "one.csv", "Date,Close\n2024-01-02,10\n", CSV_TOO_FEW],
  ["one number among words", "short.csv", "price\n10\nabc\n", `${CSV_TOO_FEW}\nAt row 3, column price, value “abc”`],
  ["nothing", "empty.csv", "", CSV_FAILED],
  ["a picture", "photo.png", Buffer.from("89504e470d0a1a0a0000000d49484452000000", "hex"), `${NO_CSV}: this is a PNG picture`],
  ["a picture called a CSV", "photo.csv", Buffer.from("89504e470d0a1a0a0000000d49484452000000", "hex"), `${NO_CSV}: this is a PNG picture`],
];

describe("the form as specified", () => {
  const first = sharedSession();

  it("says Loading Dashboard... until the kernels are there, and no longer; input typed meanwhile stays", async () => {
    const page = await first.current.context.newPage();
    let arrive: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await first.current.context.route(/\.wasm$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${first.current.origin}/market-analysis`);
    const overlay = page.getByText("Loading Dashboard...", { exact: true });
    await overlay.waitFor();
    await news(page).pressSequentially("steady");
    arrive();
    await overlay.waitFor({ state: "detached" });
    expect(await news(page).inputValue()).toBe("steady");
    expect(await submit(page).isDisabled()).toBe(true);
    await page.close();
    expect(first.current.errors).toEqual([]);
  });

  it("waits for prices and news, says what is missing in the specified words, and removes the message once it is there", async () => {
    const page = await openEmpty(session.current, "/market-analysis");
    expect(await news(page).getAttribute("aria-required")).toBe("true");
    expect(await page.locator('main input[type="file"][accept=".csv"]').count()).toBe(1);
    await page.getByText("At least 2 comma-separated price points", { exact: true }).waitFor();
    for (const [name, value] of Object.entries({ "SMA period": "5", "EMA period": "5", "RSI period": "14" }))
      expect(await page.getByRole("textbox", { name }).inputValue(), name).toBe(value);
    expect(await page.getByRole("button", { name: /Annualization basis/ }).innerText()).toContain("252");
    expect(await alerts(page)).toEqual([]);
    for (const [what, prices, text, message] of ASKED) {
      await box(page).fill(prices);
      await news(page).fill(text);
      expect(await submit(page).isDisabled(), what).toBe(true);
      await page.keyboard.press("Control+Enter");
      await expect.poll(() => alerts(page), { message: what }).toEqual([message]);
      expect([await box(page).inputValue(), await news(page).inputValue()]).toEqual([prices, text]);
    }
    await news(page).fill("steady");
    for (const [prices, message] of TYPED) {
      await box(page).fill(prices);
      await expect.poll(() => alerts(page), { message: prices }).toEqual([expect.stringContaining(message)]);
      expect(await submit(page).isEnabled()).toBe(true);
      expect(await box(page).inputValue()).toBe(prices);
    }
    await box(page).fill("100, 101");
    await expect.poll(() => alerts(page)).toEqual([]);
    await submit(page).click();
    await action(page).waitFor();
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    await page.close();
  });

  it("fills in ten generated prices around 100, and starts with a real series in one press", async () => {
    const page = await openEmpty(session.current, "/market-analysis");
    await page.getByRole("button", { name: "Fill Sample Data", exact: true }).click();
    await page.getByText(/^At least 2 comma-separated price points\. Generated, seed \d+\.$/).waitFor();
    const values = (await box(page).inputValue()).split(", ").map(Number);
    expect(values).toHaveLength(10);
    for (const value of values) expect(Math.abs(value - 100)).toBeLessThanOrEqual(10);
    await box(page).fill("");
    await page.getByRole("button", { name: "Start with a sample" }).click();
    await action(page).waitFor();
    await page.getByText("8,321 prices, SMA 20, EMA 20, RSI 14", { exact: true }).waitFor();
    await page.close();
  });

  itInAll(
    "refuses each file that is no CSV in the specified words; typed values, news and decision stay; a valid file removes the message",
    async () => {
      const page = await openEmpty(session.current, "/market-analysis");
      await box(page).fill("1, 2, 3");
      await news(page).fill("steady");
      await submit(page).click();
      await action(page).waitFor();
      const decided = await page.getByRole("region", { name: "Recommended Action" }).innerText();
      const kept = async (what: string) => {
        expect(await box(page).inputValue(), what).toBe("1, 2, 3");
        expect(await news(page).inputValue(), what).toBe("steady");
        expect(await page.getByRole("region", { name: "Recommended Action" }).innerText(), what).toBe(decided);
      };
      for (const [what, name, content, message] of FILES) {
        await dropFile(page, page.getByText("or drop a .csv file here"), content, name);
        await expect.poll(() => alerts(page), { message: what }).toEqual([message]);
        await kept(what);
      }
      // A file that is deleted before it is read.
      const folder = mkdtempSync(join(tmpdir(), "prospect-gone-"));
      writeFileSync(join(folder, "gone.csv"), "price\n1\n2\n");
      await page.evaluate(() => document.body.append(Object.assign(document.createElement("input"), { type: "file", id: "lent" })));
      await page.locator("#lent").setInputFiles(join(folder, "gone.csv"));
      rmSync(folder, { recursive: true });
      await page.evaluate(() => {
        const lent = document.querySelector<HTMLInputElement>("#lent");
        const dataTransfer = new DataTransfer();
        if (lent?.files) dataTransfer.items.add(lent.files[0]);
        document
          .querySelector("main aside textarea")
          ?.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }));
        lent?.remove();
      });
      await expect.poll(() => alerts(page)).toEqual(["CSV processing failed: Failed to read file"]);
      await kept("a file that is gone");
      await upload(page, "price\n10\n11.5\n12\n");
      await page.getByText("3 prices read, 0 dropped").first().waitFor();
      await expect.poll(() => alerts(page)).toEqual([]);
      await page.close();
    },
  );

  itInAll(
    "uses the column headed price, value, close or amount, puts typed values first, fills an empty field, and can remove the file",
    async () => {
      const page = await openEmpty(session.current, "/market-analysis");
      for (const [at, head] of ["PRICE", "Value", "Adj close", "amount"].entries()) {
        // The matched column comes first here, and the one after it has no numbers.
        for (const [price, csv, name] of [
          [at + 10, `id,${head}\n7,${at + 10}\n8,x\n9,12.5\n`, `${head}.csv`],
          [at + 20, `${head},note\n${at + 20},a\nx,b\n12.5,c\n`, `first ${head}.csv`],
        ] as const) {
          await upload(page, csv, name);
          await expect.poll(() => box(page).inputValue(), { message: name }).toBe(`${price}, 12.5`);
          await page.getByText(`The field shows the prices of ${name}; they are used once.`, { exact: true }).waitFor();
          await page.getByRole("button", { name: `Remove ${name}` }).click();
          await expect.poll(() => box(page).inputValue(), { message: name }).toBe("");
        }
      }
      await box(page).fill("1, 2, x, 3");
      await news(page).fill("steady");
      await upload(page, "Date,Close\n2024-01-02,10\n2024-01-03,11.5\n2024-01-04,12\n");
      await page.getByText("3 prices typed, then 3 of prices.csv: 6 in total.", { exact: true }).waitFor();
      await submit(page).click();
      await page.getByText("6 prices, SMA 5, EMA 5, RSI 14", { exact: true }).waitFor();
      expect(await facts(page, "CSV Data Analysis")).toMatchObject({
        "Data points": "3",
        Average: "11.17",
        Min: "10.00",
        Max: "12.00",
        "File name": "prices.csv",
        "Upload time": expect.stringMatching(/\d{4}, \d{1,2}:\d{2}/),
      });
      // Below 15 points the RSI is the specified neutral value.
      expect((await facts(page, "Market Features")).RSI).toBe("50.0");
      await box(page).fill("");
      await submit(page).click();
      await page.getByText("3 prices, SMA 5, EMA 5, RSI 14", { exact: true }).waitFor();
      await page.getByRole("button", { name: "Remove prices.csv" }).click();
      expect(await submit(page).isDisabled()).toBe(true);
      await page.close();
    },
  );

  it("shows Buy in green, Sell in red and Hold in yellow, each with its shape and reason", async () => {
    const page = await openEmpty(session.current, "/market-analysis");
    const rising = "100, 101, 100.5, 102, 101.5, 103, 102, 104, 103, 105, 104, 106";
    const shown = async () => (await action(page).innerText()).trim();
    for (const [prices, text, said, color, reason] of [
      [rising, "strong growth", "▲ Buy", "green", /Buy rule \d: trend 0\.\d+ is above 0/],
      [rising.split(", ").reverse().join(", "), "weak decline, bearish risk", "▼ Sell", "red", /Sell rule \d: trend −0\.\d+ is below 0/],
      ["100, 100, 100, 100", "steady", "■ Hold", "yellow", /No Buy or Sell rule is met\./],
    ] as const) {
      await box(page).fill(prices);
      await news(page).fill(text);
      await page.keyboard.press("Control+Enter");
      await expect.poll(shown).toBe(said);
      expect(await colorOf(action(page)), said).toBe(color);
      expect(await page.getByRole("region", { name: "Recommended Action" }).innerText()).toMatch(reason);
    }
    await page.close();
  });
});

const NEWS = "Strong growth and bullish momentum lift the market, though analysts warn of risk and weak demand.";
/** All rows of a column, or a sample of them. */
type Reference = { full: (number | null)[] } | { sampleIndex: number[]; sampleValue: (number | null)[] };
interface IndicatorGolden {
  expected: Record<"sma20" | "ema20" | "rsi14" | "momentum10", Reference>;
}
const pointsOf = (reference: Reference): (readonly [row: number, value: number | null])[] =>
  "full" in reference
    ? reference.full.map((value, row) => [row, value])
    : reference.sampleIndex.map((row, at) => [row, reference.sampleValue[at]]);

const WITH_FIGURES = [["xts_sample_180", "CSV"], ...(LONG ? [["sp500_1999_2018", "CSV of a vendor"]] : [])];
describe.each(WITH_FIGURES)("the figures of %s (%s)", (name) => {
  it("are those of TTR 0.24.3 and of plain sums, in the panels and in every row of the saved series", async ({ skip }) => {
    const prices = await goldenColumn(`series/${name}.csv`, "Close");
    if (prices === null) return skip("golden series not present");
    const { sma20, ema20, rsi14, momentum10 } = (await goldenJson<IndicatorGolden>(`indicators/ttr_${name}.json`)).expected;
    const last = prices.length - 1;
    const newest = (reference: Reference) => {
      const [row, value] = pointsOf(reference).at(-1) ?? [];
      expect(row).toBe(last);
      return value ?? Number.NaN;
    };
    const page = await openEmpty(session.current, "/market-analysis");
    await news(page).fill(NEWS);
    const file = `${name}.csv`;
    await upload(
      page,
      readFileSync(name.startsWith("xts") ? `tests/fixtures/golden/series/${file}` : `../shared/golden/series/${file}`),
      file,
    );
    await page
      .getByText(`${count(prices.length)} prices read`)
      .first()
      .waitFor();
    await submit(page).click();
    await page.getByText(`${count(prices.length)} prices, SMA 20, EMA 20, RSI 14`, { exact: true }).waitFor();

    const trend = trendTwin(prices, 5, 20)[last];
    const volatility = volatilityTwin(logReturnsTwin(prices), 19, Math.sqrt(252))[last];
    const curiosity = Math.min(1, 0.4 * volatility + 0.3 * Math.abs(trend) + 0.3 * complexityTwin(prices, 20)[last]);
    const shown = Object.fromEntries(Object.entries(await facts(page, "Market Features")).map(([key, value]) => [key, hyphened(value)]));
    expect(shown).toEqual({
      Trend: trend.toFixed(2),
      RSI: newest(rsi14).toFixed(1),
      Volatility: `${(100 * volatility).toFixed(1)}%`,
      Momentum: newest(momentum10).toFixed(2),
    });
    const sum = prices.reduce((total, price) => total + price, 0);
    expect(await facts(page, "CSV Data Analysis")).toMatchObject({
      "Data points": count(prices.length),
      Average: fixed(sum / prices.length, 2),
      Min: fixed(Math.min(...prices), 2),
      Max: fixed(Math.max(...prices), 2),
      "File name": file,
    });
    const found = resultOf(
      await analyzeMarket(
        { prices, times: null, news: NEWS, settings: { smaPeriod: null, emaPeriod: null, rsiPeriod: 14, annualization: 252 } },
        await testContext(),
      ),
    );
    const { result, replay } = found;
    const scores = hyphened(await page.getByRole("region", { name: "Scores" }).innerText());
    for (const figure of [
      `${(100 * curiosity).toFixed(1)}%`,
      `${(100 * result.marketConfidence).toFixed(1)}%`,
      // strong, growth, bullish against risk, weak.
      "60.0%",
      "5 sentiment words, confidence 50%",
    ])
      expect(scores).toContain(figure);
    const decided = page.getByRole("region", { name: "Recommended Action" });
    expect(await decided.innerText()).toContain(result.explanation);
    expect(await action(page).innerText()).toContain(result.action);
    await page.getByText("Rule trace").click();
    expect(await page.getByRole("table", { name: "Rule trace" }).getByRole("row").count()).toBe(18);
    const track = hyphened(await page.getByRole("table", { name: "Track record on this series" }).innerText());
    const { actions, benchmark } = replay ?? expect.unreachable();
    for (const { count: fired, hitRate, meanReturn } of [actions.Buy, actions.Sell, actions.Hold, benchmark])
      for (const figure of [count(fired), percent(hitRate), percent(meanReturn, 2)]) expect(track).toContain(hyphened(figure));

    const [head, ...rows] = (await exported(page, /Series as CSV/)).trim().split("\r\n");
    const names = head.split(",");
    expect(rows).toHaveLength(prices.length);
    for (const [column, reference] of [
      ["SMA 20", sma20],
      ["EMA 20", ema20],
      ["RSI 14", rsi14],
    ] as const) {
      const at = names.indexOf(column);
      const apart = pointsOf(reference).map(([row, wanted]) => {
        const cell = rows[row].split(",")[at];
        return wanted === null ? Number(cell !== "") : Math.abs(Number(cell) - wanted) / Math.max(1, Math.abs(wanted));
      });
      // Within the references' own tolerance.
      expect(Math.max(...apart), column).toBeLessThan(1e-9);
    }
    await page.close();
  });
});

it("logged no errors", () => expect(session.current.errors).toEqual([]));
