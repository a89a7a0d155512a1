import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { family, itInAll } from "../fixtures/in-all";
import { priceList, sharedSession } from "./browser";
import { noise, upload, watchHarm, words } from "./dynamics-page";

const session = sharedSession();

interface Screen {
  name: string;
  path: string;
  /** The message for a file that is not a CSV. */
  noCsv: string;
  /** The message for a table without a Close column; null if any column will do. */
  noClose: string | null;
  fewest: { prices: number; message: string };
  /** The button's label while it runs. */
  busy: string;
  /** The section with the result. */
  result: string;
}

const SCREENS: Screen[] = [
  {
    name: "Markov Regime",
    path: "/markov-regime",
    noCsv: "Please upload a CSV file with Date and Close columns",
    noClose: "Please upload a CSV file with Date and Close columns",
    fewest: { prices: 80, message: "Analysis failed: at least 100 returns are needed, 79 given" },
    busy: "Analyzing...",
    result: "Key figures of the series",
  },
  {
    name: "Lyapunov",
    path: "/lyapunov",
    noCsv: "Please upload a CSV file with Close, High, and Low price columns",
    noClose: "Please upload a CSV file with Close, High, and Low price columns",
    fewest: { prices: 80, message: "Analysis failed: at least 100 values are needed to estimate a Lyapunov exponent, 79 given" },
    busy: "Run Analysis",
    result: "Lyapunov exponent",
  },
  {
    name: "Market Curiosity",
    path: "/market-curiosity",
    noCsv: "Please upload a CSV file",
    noClose: null,
    fewest: { prices: 30, message: "Analysis failed: at least 30 returns are needed to measure structure, 29 given" },
    busy: "Analyzing...",
    result: "Key figures",
  },
];

/** Changes the page's title if it is ever executed. */
const MARKUP = `<img src=x onerror="document.title='owned'">`;
const SCRIPT = `<html><head><script>document.title = 'owned'</script></head><body onload="document.title='owned'">${MARKUP}</body></html>`;

const day = (row: number) => new Date(Date.UTC(2020, 0, 1) + row * 86_400_000).toISOString().slice(0, 10);
const table = (prices: readonly (number | string)[]) => `Date,Close\n${prices.map((price, row) => `${day(row)},${price}`).join("\n")}\n`;
const prices = (length: number) => priceList(length).split("\n").map(Number);
const GOOD = table(prices(400));

/** Prices with one return of 60 standard deviations of the others. */
function outlier(): string {
  const list = prices(400);
  const returns = list.slice(1).map((price, row) => Math.log(price / list[row]));
  const deviation = Math.sqrt(returns.reduce((sum, value) => sum + value * value, 0) / returns.length);
  return table(list.map((price, row) => (row < 300 ? price : price * Math.exp(60 * deviation))));
}

/** A spreadsheet export from Western Europe: semicolons, decimal commas, Windows-1252. */
function windows1252(): Buffer {
  const rows = prices(400).map((price, row) => `${day(row)};Société Générale;${String(price).replace(".", ",")}`);
  return Buffer.from(`Date;Désignation;Close\n${rows.join("\n")}\n`, "latin1");
}

const alert = (page: Page) => page.getByRole("main").getByRole("alert").first();
const headed = (page: Page, { result }: Screen) => page.getByRole("region", { name: result, exact: true });
const given = (page: Page, values: RegExp | string) => page.locator("aside").getByText(values).filter({ visible: true }).first();
const runIt = (page: Page) => page.getByRole("button", { name: "Run Analysis" }).first().click();

interface Refused {
  what: string;
  make: (screen: Screen) => string | Buffer;
  name?: string;
  /** The expected message; null where the screen can compute with the input. */
  message: (screen: Screen) => string | null;
  /** The input is read as a series, and refused when analyzed. */
  read?: boolean;
}

const notCsv = ({ noCsv }: Screen) => noCsv;
const REFUSED: Refused[] = [
  { what: "a picture", make: () => Buffer.from("89504e470d0a1a0a0000000d49484452000000", "hex"), name: "photo.png", message: notCsv },
  { what: "a letter", make: () => "Dear Sir or Madam,\nplease find enclosed\n", name: "letter.txt", message: notCsv },
  { what: "a table of words", make: () => "name,note\nx,y\nz,w\n", message: notCsv },
  { what: "HTML with a script", make: () => SCRIPT, name: `${MARKUP.replaceAll("/", "")}.csv`, message: notCsv },
  { what: "markup where the prices should be", make: () => table([MARKUP.replaceAll('"', "'"), "b"]), message: notCsv },
  { what: "50 MB of noise", make: () => noise(50_000_000), message: notCsv },
  { what: "an empty file", make: () => " \n", message: notCsv },
  { what: "one row", make: () => table([5]), message: () => "CSV must contain at least 2 valid price points" },
  {
    what: "no Close column",
    make: () =>
      `Date,Open,High,Low\n${prices(400)
        .map((price, row) => `${day(row)},${price},${price + 1},${price - 1}`)
        .join("\n")}\n`,
    message: ({ noClose }) => noClose,
    read: true,
  },
  {
    what: "equal prices",
    make: () => table(new Array(400).fill(7)),
    message: () => "Analysis failed: the values have zero variance",
    read: true,
  },
  { what: "too few rows", make: ({ fewest }) => table(prices(fewest.prices)), message: ({ fewest }) => fewest.message, read: true },
];

interface Taken {
  what: string;
  make: () => string | Buffer;
  read: string;
  /** Contains the same numbers as the good series, so the figures must be equal. */
  same: boolean;
  /** The reasons for dropped rows, and their row numbers. */
  dropped?: Record<string, string>;
}

const TAKEN: Taken[] = [
  { what: "an outlier of 60 standard deviations", make: outlier, read: "400 values read", same: false },
  {
    what: "words and markup among the numbers",
    make: () => table(prices(400).map((price, row) => (row === 20 ? "n/a" : row === 50 ? MARKUP.replaceAll('"', "'") : price))),
    read: "398 values read, 2 dropped",
    same: false,
    dropped: { "no value": "1 \\(row 22\\)", "not a number": "1 \\(row 52\\)" },
  },
  { what: "UTF-16 with a mark", make: () => Buffer.from(`\uFEFF${GOOD}`, "utf16le"), read: "400 values read", same: true },
  { what: "UTF-16 without a mark", make: () => Buffer.from(GOOD, "utf16le"), read: "400 values read", same: true },
  { what: "Windows' encoding with decimal commas", make: windows1252, read: "400 values read", same: true },
];

describe.each(SCREENS)("$name with unsuitable input", (screen) => {
  /** In short runs each screen gets its share of every other input: all screens use the same reader, and `bad-input` covers the rest. */
  const turn = (_: unknown, place: number) => place % (2 * SCREENS.length) === SCREENS.indexOf(screen);
  let page: Page;
  let harm: () => Promise<string[]>;
  beforeAll(async () => {
    page = await session.current.open(screen.path);
    harm = watchHarm(page, session.current.origin);
    return () => page.close();
  });

  const clear = async () => {
    const button = page.getByRole("button", { name: "Clear", exact: true }).first();
    if (await button.isEnabled()) await button.click();
    await page.getByRole("button", { name: "Start with a sample" }).waitFor();
  };
  const giveGood = async () => {
    await upload(page, GOOD, "good.csv");
    await given(page, "good.csv").waitFor();
    await given(page, "400 values read").waitFor();
  };
  /** Starts with only a good series and its result. */
  const startWell = async () => {
    await clear();
    await giveGood();
    await runIt(page);
    await headed(page, screen).waitFor();
  };
  const alerts = () => page.getByRole("main").getByRole("alert").count();

  it("is empty: CSV files only, nothing to clear, no message", async () => {
    await clear();
    expect(await page.locator('main input[type="file"]').getAttribute("accept")).toBe(".csv");
    expect(await page.getByRole("button", { name: "Clear", exact: true }).isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Run Analysis" }).isEnabled()).toBe(true);
    expect(await page.getByRole("button", { name: "Export" }).count()).toBe(0);
    expect(await alerts()).toBe(0);
    // A press without a file shows a message, and a valid file removes it.
    await runIt(page);
    await expect.poll(() => alert(page).innerText()).toBe("Please select a file first");
    await giveGood();
    await expect.poll(alerts).toBe(0);
  });

  const test = screen === SCREENS[0] ? it : itInAll;
  test("is busy while it runs; Esc cancels, and the data stay", async () => {
    await clear();
    await upload(page, priceList(300_000), "long.csv");
    await given(page, "300,000 values read").waitFor();
    await page.keyboard.press("Control+Enter");
    const button = page.getByRole("button", { name: screen.busy, exact: true });
    await page.getByRole("progressbar").first().waitFor();
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    await page.getByRole("progressbar").first().waitFor({ state: "detached" });
    expect(await page.getByRole("button", { name: "Run Analysis", exact: true }).first().getAttribute("aria-disabled")).toBe(null);
    expect(await alerts()).toBe(0);
    await given(page, "300,000 values read").waitFor();
    expect(await headed(page, screen).count()).toBe(0);
  });

  if (screen.noClose === null)
    it("uses another column where none is called Close, and says which", async () => {
      await clear();
      const noClose = REFUSED.find(({ what }) => what === "no Close column") ?? expect.unreachable();
      await upload(page, noClose.make(screen), "bars.csv");
      await given(page, "400 values read").waitFor();
      await page.getByText("No column is named Close, Price or Value: Open is analyzed.", { exact: false }).waitFor();
      await runIt(page);
      await headed(page, screen).waitFor();
    });

  family(
    REFUSED.filter(({ message }) => message(screen) !== null).map((refused) => [refused.what, refused] as const),
    turn,
    (cases) =>
      it.for(cases)(
        "refuses %s in the specified words; data and result stay, nothing is executed",
        async ([, { make, name, message, read }]) => {
          await startWell();
          const before = await headed(page, screen).innerText();
          await upload(page, make(screen), name ?? `bad for ${screen.name}.csv`);
          if (read) {
            await given(page, /^bad for .+\.csv$/).waitFor();
            await runIt(page);
          }
          await expect.poll(() => alert(page).innerText(), { timeout: 30_000 }).toContain(message(screen));
          expect(await headed(page, screen).innerText()).toBe(before);
          if (!read) await given(page, "good.csv").waitFor();
          expect(await harm()).toEqual([]);
          expect(await words(page)).not.toMatch(/NaN|undefined/);
          // A valid file removes the message.
          await giveGood();
          await expect.poll(alerts).toBe(0);
        },
      ),
  );

  family(
    TAKEN.map((taken) => [taken.what, taken] as const),
    turn,
    (cases) =>
      it.for(cases)("computes with %s", async ([what, { make, read, same, dropped }]) => {
        await startWell();
        const before = await headed(page, screen).innerText();
        await clear();
        // With equal names, they would be newer versions of the first file.
        const name = `${what.replaceAll("'", "")}.csv`;
        await upload(page, make(), name);
        await given(page, read).waitFor();
        await runIt(page);
        await headed(page, screen).waitFor();
        expect((await headed(page, screen).innerText()) === before).toBe(same);
        expect(await alerts()).toBe(0);
        expect(await harm()).toEqual([]);
        if (dropped) {
          // Row numbers are those of the file, counting its header as row 1.
          await page.getByRole("button", { name: `Details of ${name}` }).click();
          for (const [reason, where] of Object.entries(dropped))
            await expect.poll(() => page.getByRole("dialog").innerText()).toMatch(new RegExp(`Rows dropped: ${reason}\\s+${where}`));
          await page.keyboard.press("Escape");
        }
        expect(await words(page)).not.toMatch(/NaN|undefined/);
      }),
  );

  it("keeps its data after a reload", async () => {
    await clear();
    await giveGood();
    await page.reload();
    await given(page, "400 values read").waitFor();
    expect(await harm()).toEqual([]);
  });

  it("ran without an error", () => expect(session.current.errors).toEqual([]));
});
