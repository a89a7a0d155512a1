import type { BrowserContext, Page } from "playwright";
import { expect, inject, it } from "vitest";
import { type End, tryAll } from "../../fixtures/trials";
import { goTo, priceList, type Session, startSession } from "../browser";

/** What a visit enters, and where; each value is expected at the next visit. */
const TYPED = [
  { path: "/market-analysis", name: "News Data", value: "Strong growth, weak demand" },
  { path: "/market-analysis", name: "SMA period", value: "7" },
  { path: "/profile", name: "Name", value: "Ada Example" },
  { path: "/settings", name: "Model", value: "small" },
] as const;
/** The message when settings were not saved. */
const NOT_KEPT = "does not let Prospect store data";

const fieldOf = (page: Page, name: string) => page.getByRole("main").getByRole("textbox", { name, exact: true });

interface Faults {
  /** All localStorage write calls so far. */
  calls: string[];
}

/** Makes one localStorage write call fail, as when storage is full or denied. */
async function arm(context: BrowserContext, at: number): Promise<void> {
  await context.addInitScript((failing) => {
    const calls: string[] = [];
    Object.assign(window, { storageFaults: { calls } });
    for (const method of ["setItem", "removeItem"] as const) {
      const real = Storage.prototype[method] as (...texts: string[]) => void;
      Storage.prototype[method] = function (this: Storage, ...texts: string[]) {
        if (this === localStorage && calls.push(`${method} ${texts[0]}`) - 1 === failing) {
          throw new DOMException("no room", "QuotaExceededError");
        }
        real.apply(this, texts);
      };
    }
  }, at);
}

/** Enters all values, and returns those for which the page did not say that they are not saved. */
async function visit({ context, origin }: Session): Promise<{ confirmed: (typeof TYPED)[number][]; calls: string[] }> {
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  const confirmed: (typeof TYPED)[number][] = [];
  for (const field of TYPED) {
    await goTo(page, field.path);
    await fieldOf(page, field.name).fill(field.value);
    await page.keyboard.press("Tab");
    // Saved after 300 ms by the page's clock.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 600)));
    if ((await page.getByRole("main").getByText(NOT_KEPT).count()) === 0) confirmed.push(field);
  }
  const { calls } = await page.evaluate(() => (window as unknown as { storageFaults: Faults }).storageFaults);
  await page.close();
  return { confirmed, calls };
}

/** A visitor for whom write call number `at` fails; then a page without faults checks what was saved. */
async function tried(at: number): Promise<string[]> {
  const session = await startSession(inject("origin"));
  try {
    await arm(session.context, at);
    const { confirmed, calls } = await visit(session);
    const next = await session.context.newPage();
    for (const { path, name, value } of confirmed) {
      await next.goto(session.origin + path);
      await expect.poll(() => fieldOf(next, name).inputValue(), { message: `${name} after ${calls[at]}`, timeout: 5000 }).toBe(value);
    }
    expect(session.errors, calls[at]).toEqual([]);
    return calls;
  } finally {
    await session.close();
  }
}

it("each localStorage write call fails once: the input is there at the next visit, or the page said that it is not saved", async (test) => {
  const calls = await tried(-1);
  const faults = calls.map((call, at) => [`${at} ${call}`, at] as const);
  const attempt = async (at: number): Promise<End> => {
    await tried(at);
    return "held";
  };
  await tryAll(test, `writing calls of localStorage: ${calls.length} of ${calls.length}`, faults, attempt, { patience: 60_000 });
}, 900_000);

const KILLS = 40;

it(`a page that is closed while it saves, ${KILLS} times: stored data survive, and the check finds nothing`, async (test) => {
  const session = await startSession(inject("origin"));
  let before = 0;
  const attempt = async (time: number): Promise<End> => {
    const page = await session.context.newPage();
    await page.goto(`${session.origin}/garch-model?tab=data`);
    const field = page.locator("input[type=file]").first();
    await field.setInputFiles({ name: `${time}.csv`, mimeType: "text/csv", buffer: Buffer.from(priceList(20_000, time)) });
    if (time % 2) await page.getByText("20,000").first().waitFor();
    await page.keyboard.press("Control+Enter");
    // Spread over the time that reading, saving and fitting take.
    await page.evaluate((wait) => new Promise((done) => setTimeout(done, wait)), (time % 10) * 40);
    await page.close();
    const check = await session.open("/settings");
    await check.getByRole("button", { name: "Check my data" }).click();
    const found = await check.getByText(/^No errors found: [\d,]+ datasets?/).innerText();
    const datasets = Number(/([\d,]+) dataset/.exec(found)?.[1]);
    expect(datasets).toBeGreaterThanOrEqual(before);
    before = datasets;
    await check.close();
    return "held";
  };
  const kills = Array.from({ length: KILLS }, (_, time) => [`the ${time + 1}. time`, time] as const);
  await tryAll(test, "pages closed while they save", kills, attempt, { patience: 60_000 });
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThanOrEqual(KILLS);
  await session.close();
}, 600_000);
