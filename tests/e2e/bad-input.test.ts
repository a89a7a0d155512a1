import type { Page } from "playwright";
import { expect, it } from "vitest";
import { ALL, LONG } from "../fixtures/in-all";
import { sharedSession } from "./browser";
import { dropFile, NO_CSV, upload, watchHarm } from "./dynamics-page";

const session = sharedSession();

const DAYS = 120;
const day = (t: number) => new Date(Date.UTC(2020, 0, 1) + t * 86_400_000).toISOString().slice(0, 10);
const price = (t: number) => 100 + 3 * Math.sin(t) + t / 50;
const table = (value: (t: number) => string) => `Date,Close\n${Array.from({ length: DAYS }, (_, t) => `${day(t)},${value(t)}`).join("\n")}`;
const SCRIPT = "<html><body><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'></body></html>";
const noise = NO_CSV.find(([name]) => name === "50 MB of noise")?.[1] ?? (() => "");

/** Every kind of bad or odd input, as a file. */
const KINDS = {
  "not a CSV": () => "Just a letter, without a table.\nIt says nothing in figures.",
  "no Close column": () => "Date,Note,Remark\n2020-01-01,a,b\n2020-01-02,c,d\n",
  "one row": () => "Date,Close\n2020-01-01,101.5\n",
  "all equal": () => table(() => "100"),
  "text in numbers": () => table((t) => (t % 10 === 3 ? "n/a" : price(t).toFixed(2))),
  "60-sigma outlier": () => table((t) => (t === 80 ? 40 * price(t) : price(t)).toFixed(2)),
  "50 MB of noise": noise,
  "HTML with script": () => SCRIPT,
  "UTF-16": () => Buffer.from(`\uFEFF${table((t) => price(t).toFixed(2))}`, "utf16le"),
  "Windows' encoding": () => Buffer.from(`${table((t) => price(t).toFixed(2)).replace("Close", "Schlu\u00df")}`, "latin1"),
} as const satisfies Record<string, () => string | Buffer>;
type Kind = keyof typeof KINDS;

/** An error message, or how many values were read. */
type Answer = string | number;

interface Screen {
  path: string;
  /** The field that gets the file, and what is typed in it beforehand. */
  field: string;
  typed: string;
  noun: string;
  /** Noun for values of a file, if it differs. */
  readNoun?: string;
  answers: Record<Kind, Answer>;
  /** Runs on the input and waits for the result. */
  run?: (page: Page, kind: Kind) => Promise<void>;
}

const FORMAT = "Invalid data format";
const CSV = "CSV processing failed: Invalid CSV format";
/** The message for a web page without a table of numbers. */
const HTML = "The HTML page has no column of numbers";
const CONVERT = "Data processing failed: No valid data patterns found in input.";
const read = {
  "all equal": DAYS,
  "text in numbers": DAYS - 12,
  "60-sigma outlier": DAYS,
  "UTF-16": DAYS,
  "Windows' encoding": DAYS,
} as const;
const everywhere = (answer: Answer) => Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, answer])) as Record<Kind, Answer>;

/** Both decision screens have the same form. */
const DECISION: Omit<Screen, "path"> = {
  field: "Market Data",
  typed: "100, 101, 99, 102",
  noun: "price",
  answers: {
    ...everywhere(CSV),
    "one row": "CSV must contain at least 2 valid price points",
    "50 MB of noise": "CSV processing failed: Please upload a CSV file",
    "HTML with script": `CSV processing failed: ${HTML}`,
    ...read,
  },
  run: async (page) => {
    await page.getByRole("textbox", { name: "News Data" }).fill("Strong growth and bullish momentum.");
    await page.keyboard.press("Control+Enter");
    await page
      .getByText(/^[▲▼■]?\s*(Buy|Sell|Hold)$/)
      .first()
      .waitFor();
  },
};

const SCREENS: Screen[] = [
  {
    path: "/garch-model",
    field: "Market Data",
    typed: "100\n101\n99\n102",
    noun: "value",
    answers: {
      ...everywhere("Invalid CSV format"),
      "one row": "CSV must contain at least 2 valid price points",
      "50 MB of noise": "Please upload a CSV file",
      "HTML with script": HTML,
      ...read,
    },
    run: async (page, kind) => {
      await page.keyboard.press("Control+Enter");
      if (kind === "all equal") {
        await page.getByRole("alert").getByText("Failed to analyze data: the values have zero variance", { exact: true }).waitFor();
        return;
      }
      await page.getByText("Persistence", { exact: true }).first().waitFor();
      await page.getByRole("tab", { name: "Data Input" }).click();
    },
  },
  {
    path: "/risk-management",
    field: "Portfolio Data",
    typed: "100\n101\n99\n102",
    noun: "value",
    answers: { ...everywhere(FORMAT), "one row": "Insufficient data points: 1 given, 2 needed", ...read },
    run: async (page) => {
      await page.keyboard.press("Control+Enter");
      await page.getByRole("region", { name: "Key figures of the risk" }).waitFor();
    },
  },
  {
    path: "/quant-edge-ai",
    ...DECISION,
  },
  {
    path: "/market-analysis",
    ...DECISION,
  },
  {
    path: "/llm-trader?tab=reflection",
    field: "Prices with dates",
    typed: "2020-01-01,100\n2020-01-02,101",
    noun: "price",
    answers: {
      ...everywhere("Invalid CSV format"),
      "one row": "CSV must contain at least 2 valid price points",
      "50 MB of noise": "Please upload a CSV file",
      "HTML with script": HTML,
      ...read,
    },
  },
  {
    path: "/convert-data",
    field: "Trading results",
    typed: "Balance: 5",
    noun: "figure",
    readNoun: "value",
    // A file that is no trade report is read as a table of prices if possible.
    answers: { ...everywhere(CONVERT), ...read },
  },
];

/**
 * In short runs each screen gets every sixth kind, starting one kind later than the previous screen, so every kind is used on some screen.
 */
const TURNS = LONG ? 4 : 6;
const givenTo = (screen: number): Kind[] => (Object.keys(KINDS) as Kind[]).filter((_, place) => ALL || place % TURNS === screen % TURNS);

it.for(SCREENS.map((screen, place) => ({ ...screen, kinds: givenTo(place) })))(
  "$path: $kinds.length kinds of bad input have their messages, nothing is lost and nothing executed",
  { timeout: 300_000 },
  async ({ path, field, typed, noun, readNoun = noun, answers, run, kinds }) => {
    const page = await session.current.open(path);
    const harm = watchHarm(page, session.current.origin);
    const box = page.getByRole("textbox", { name: field });
    const alerts = () => page.locator("main").getByRole("alert").allInnerTexts();
    for (const kind of kinds) {
      const answer = answers[kind];
      await box.fill(typed);
      // Wait until the typed values are read, so that only the file's message remains.
      await page
        .getByText(new RegExp(`^\\d+ ${noun}s? (read|found)`))
        .first()
        .waitFor();
      // With equal names, they would be newer versions of the first file.
      await upload(page, KINDS[kind](), `${kind}.csv`);
      if (typeof answer === "string") {
        await expect.poll(alerts, { timeout: 20_000, message: kind }).toEqual([expect.stringContaining(answer)]);
        await expect.poll(() => box.inputValue(), { message: kind }).toBe(typed);
      } else {
        await page
          .getByText(`${answer} ${readNoun}s read, ${DAYS - answer} dropped`)
          .first()
          .waitFor();
        expect(await alerts(), kind).toEqual([]);
        if (kind === "text in numbers") {
          await page.getByRole("button", { name: `Details of ${kind}.csv` }).click();
          // Row numbers are those of the file, counting its header as row 1.
          await page.getByRole("dialog").getByText("12 (rows 5, 15, 25, 35, 45…)").waitFor();
          await page.keyboard.press("Escape");
        }
        await run?.(page, kind);
        expect(await page.locator("main").innerText(), kind).not.toMatch(/NaN|Infinity|undefined/);
        await page.getByRole("button", { name: /^Remove .+\.csv$/ }).click();
      }
      expect(await harm(), kind).toEqual([]);
    }
    // The typed values and every good dataset survive all of this and a reload.
    await box.fill(typed);
    await page
      .getByText(new RegExp(`^\\d+ ${noun}s? (read|found)`))
      .first()
      .waitFor();
    await page.reload();
    await expect.poll(() => box.inputValue()).toBe(typed);
    if (kinds.some((kind) => typeof answers[kind] === "number")) {
      await page.getByRole("button", { name: "Use a loaded series" }).first().click();
      await page
        .getByText(/\.csv$/)
        .first()
        .waitFor();
      await page.keyboard.press("Escape");
    }
    expect(await harm()).toEqual([]);
    await page.close();
  },
);

const SHORT = "Analysis failed: Input text too short. Minimum 20 words required.";
/** Any text is accepted as news: a table of numbers is neutral. */
const NEWS: Record<Kind, string> = {
  ...(everywhere("NEUTRAL") as Record<Kind, string>),
  "not a CSV": SHORT,
  "no Close column": SHORT,
  "one row": SHORT,
  "50 MB of noise": "Invalid news content provided",
  "HTML with script": SHORT,
};

it("/llm-trader: every kind of bad input as news has its message or a neutral signal, nothing is lost and nothing executed", {
  timeout: 300_000,
}, async () => {
  const typed = "Strong growth, typed before.";
  const page = await session.current.open("/llm-trader");
  const harm = watchHarm(page, session.current.origin);
  const box = page.getByRole("textbox", { name: "News Content" });
  const alerts = () => page.locator("main").getByRole("alert").allInnerTexts();
  for (const kind of Object.keys(KINDS) as Kind[]) {
    await box.fill(typed);
    await dropFile(page, box, KINDS[kind](), "news.txt");
    if (kind === "50 MB of noise") {
      await expect.poll(alerts, { timeout: 20_000 }).toContain(NEWS[kind]);
      expect(await box.inputValue()).toBe(typed);
      // Further typing removes the message.
      await box.fill(`${typed} And more.`);
      await expect.poll(alerts).not.toContain(NEWS[kind]);
    } else {
      await expect.poll(() => box.inputValue(), { message: kind }).not.toBe(typed);
      await page.keyboard.press("Control+Enter");
      if (NEWS[kind] === "NEUTRAL") {
        await expect.poll(alerts, { message: kind }).toEqual([]);
        await page.getByTestId("direction").getByText("NEUTRAL").waitFor();
      } else await expect.poll(alerts, { message: kind }).toEqual([NEWS[kind]]);
    }
    expect(await harm(), kind).toEqual([]);
  }
  await page.close();
});
