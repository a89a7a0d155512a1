import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { ALL, family, LONG } from "../fixtures/in-all";
import { ENGINE, priceList, sharedSession } from "./browser";

const session = sharedSession();

interface Field {
  name: string;
  value: string;
}

/** Every page with input fields, and what is typed there, by accessible name. */
const PAGES: readonly { path: string; open?: string; fields: readonly Field[] }[] = [
  { path: "/", fields: [{ name: "Paste prices or returns, 100 values or more", value: "1\n2\n3" }] },
  {
    path: "/market-analysis",
    fields: [
      { name: "Market Data", value: "100.5, 101.25, 99.75" },
      { name: "News Data", value: "Strong growth, weak demand" },
      { name: "SMA period", value: "7" },
    ],
  },
  {
    path: "/garch-model",
    fields: [
      { name: "Market Data", value: priceList(120) },
      { name: "GARCH(p)", value: "2" },
      { name: "Loss Aversion", value: "1.5" },
    ],
  },
  {
    path: "/garch-model?tab=settings",
    fields: [
      { name: "Steps per year", value: "52" },
      { name: "Reference window", value: "10" },
    ],
  },
  {
    path: "/demo",
    fields: [
      { name: "Full Name", value: "Ada Example" },
      { name: "Business Email", value: "ada@example.com" },
      { name: "Use Case", value: "Two funds,\nin two lines" },
    ],
  },
  {
    path: "/profile",
    fields: [
      { name: "Name", value: "Ada Maria Example" },
      { name: "Role", value: "Analyst" },
    ],
  },
  {
    path: "/settings",
    fields: [
      { name: "Endpoint", value: "https://models.example/v1" },
      { name: "Model", value: "small" },
    ],
  },
  { path: "/settings", fields: [{ name: "Endpoint", value: "http://half-typ" }] },
  {
    path: "/risk-management?tab=settings",
    fields: [
      { name: "Portfolio Data", value: priceList(120) },
      { name: "Max Drawdown (%)", value: "15" },
      { name: "Lookback Period", value: "126" },
    ],
  },
  {
    path: "/markov-regime",
    fields: [
      { name: "Market Data", value: priceList(130) },
      { name: "Forecast horizon", value: "10" },
    ],
  },
  {
    path: "/lyapunov",
    fields: [
      { name: "Market Data", value: priceList(140) },
      { name: "Dimension", value: "4" },
    ],
  },
  {
    path: "/market-curiosity",
    fields: [
      { name: "Market Data", value: priceList(150) },
      { name: "Seed", value: "9" },
    ],
  },
  {
    path: "/llm-trader",
    fields: [
      { name: "News Content", value: "Strong growth" },
      { name: "Market Context", value: "Half a context" },
    ],
  },
  {
    path: "/quant-edge-ai",
    fields: [
      { name: "Market Data", value: "100.5, 101.25, 99.75" },
      { name: "News Data", value: "Weak demand" },
    ],
  },
  { path: "/convert-data", fields: [{ name: "Trading results", value: "Date,Profit\n2024-01-02,half" }] },
  {
    path: "/backtester",
    fields: [
      { name: "Market Data", value: priceList(160) },
      { name: "Initial Capital", value: "50000" },
    ],
  },
  {
    path: "/strategy-builder",
    fields: [
      { name: "Strategy Name", value: "Not saved yet" },
      { name: "Stop Loss %", value: "3" },
      { name: "Description", value: "Half a description" },
    ],
  },
  {
    path: "/portfolio",
    fields: [
      { name: "Asset Data", value: "Date,A,B\n2024-01-02,1,2" },
      { name: "Maximum weight", value: "60" },
    ],
  },
  {
    path: "/clients",
    open: "Add client",
    fields: [
      { name: "Name", value: "A client not saved yet" },
      { name: "Note", value: "Half a note" },
    ],
  },
];
const TYPED = PAGES.map(({ path, open, fields }) => [path, open, fields] as const);
/** In short runs these represent crashes and a second tab: a form, a dialog and settings. Reloads are tested on more screens. */
const CRASHED = LONG ? ["/market-analysis", "/clients", "/risk-management?tab=settings"] : ["/clients"];

const fieldOf = (page: Page, { name }: Field) =>
  page.getByRole("main").or(page.getByRole("dialog")).getByRole("textbox", { name, exact: true });

async function opened(path: string, button?: string, open = session.current.open): Promise<Page> {
  const page = await open(path);
  if (button) await page.getByRole("button", { name: button }).first().click();
  return page;
}

async function fill(page: Page, fields: readonly Field[]): Promise<void> {
  for (const field of fields) {
    await fieldOf(page, field).fill(field.value);
    await page.keyboard.press("Tab");
  }
  // Input is saved 300 ms after the last key, by the page's clock; waiting by the same clock also works on a busy machine.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
}

const shown = (page: Page, fields: readonly Field[]): Promise<string[]> =>
  Promise.all(fields.map((field) => fieldOf(page, field).inputValue()));
const values = (fields: readonly Field[]) => fields.map(({ value }) => value);

/**
 * Kills the tab's process, as running out of memory does, without notice to the page. Only Chromium has an address for that; elsewhere the
 * page is closed.
 */
async function crash(page: Page): Promise<void> {
  if (ENGINE !== "chromium") return page.close({ runBeforeUnload: false });
  const crashed = page.waitForEvent("crash");
  page.goto("chrome://crash").catch(() => undefined);
  await crashed;
  await page.close();
}

describe("what was typed", () => {
  const reloaded = async (path: string, button: string | undefined, fields: readonly Field[]) => {
    const page = await opened(path, button);
    await fill(page, fields);
    await page.reload();
    await page.locator("main h1").first().waitFor();
    if (button) await page.getByRole("button", { name: button }).first().click();
    await expect.poll(() => shown(page, fields)).toEqual(values(fields));
    await page.close();
  };
  family(
    TYPED,
    (_, place) => place % (LONG ? 2 : 12) === 0,
    (typed) => it.each(typed)("%s: is there after a reload", reloaded),
  );

  family(
    TYPED,
    ([path]) => CRASHED.includes(path),
    (typed) =>
      it.each(typed)("%s: is there after a crash of the tab, in another tab, and after a reload", async (path, button, fields) => {
        const first = await opened(path, button);
        await fill(first, fields);
        await crash(first);

        // A further tab reads the same data, so it is tested only in the full run.
        const tabs: Page[] = [];
        for (let tab = 0; tab < (ALL ? 2 : 1); tab++) {
          // A reused tab would continue with what it had at this screen.
          const page = await opened(path, button, session.current.openAlone);
          await expect.poll(() => shown(page, fields)).toEqual(values(fields));
          tabs.push(page);
        }
        for (const page of tabs) {
          await page.reload();
          await page.locator("main h1").first().waitFor();
          if (button) await page.getByRole("button", { name: button }).first().click();
          await expect.poll(() => shown(page, fields)).toEqual(values(fields));
          await page.close();
        }
      }),
  );

  it("typed in two tabs at once is kept from both, unless it is in the same field", async () => {
    const [first, second] = [await session.current.open("/demo"), await session.current.open("/demo")];
    await fill(first, [{ name: "Company", value: "From the first tab" }]);
    await fill(second, [{ name: "Full Name", value: "From the second tab" }]);
    await first.reload();
    const both = [
      { name: "Company", value: "From the first tab" },
      { name: "Full Name", value: "From the second tab" },
    ];
    await expect.poll(() => shown(first, both)).toEqual(values(both));
    await first.close();
    await second.close();
  });
});

describe("what was saved", () => {
  it("series, run, client and settings are there after their tab crashed, and in the other tab at once", async () => {
    const other = await session.current.open("/runs");
    const page = await session.current.open("/garch-model");
    await page.getByRole("button", { name: /DM\/GBP/ }).click();
    await page.getByText("1,974").first().waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByText("Persistence", { exact: true }).first().waitFor();
    await other
      .getByRole("button", { name: /^Open GARCH/ })
      .first()
      .waitFor();
    await crash(page);

    const clients = await session.current.open("/clients");
    await clients.getByRole("button", { name: "Add client" }).first().click();
    await fieldOf(clients, { name: "Name", value: "" }).fill("Kept client");
    await clients.keyboard.press("Enter");
    await clients.getByRole("heading", { name: "Kept client" }).waitFor();
    await crash(clients);

    const after = await session.current.open("/clients");
    await after.getByRole("heading", { name: "Kept client" }).waitFor();
    await after.goto(`${session.current.origin}/garch-model`);
    await after.getByText("1,974").first().waitFor();
    await other.reload();
    await other
      .getByRole("button", { name: /^Open GARCH/ })
      .first()
      .click();
    await other.waitForURL("**/garch-model");
    await other.getByText("1,974").first().waitFor();
    await after.close();
    await other.close();
  });
});
