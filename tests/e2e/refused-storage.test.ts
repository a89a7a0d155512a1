import type { Page } from "playwright";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { screens } from "../../src/routes.ts";
import { family, LONG } from "../fixtures/in-all";
import { quiet, type Session, startSession, takeSample } from "./browser";

const ROUTES = screens.map(({ paths: [path] }) => path);
/** In a long run each screen gets one of the three kinds of storage, in a short one every fourth of those. */
const STORAGES = 3;
const turn = (storage: number) => (_: string, place: number) => place % (LONG ? STORAGES : 4 * STORAGES) === storage;
const KEY = "prospect.inputs.market-analysis";

/** Fills localStorage completely. */
function fill(): void {
  let text = "x".repeat(1 << 20);
  let place = 0;
  while (text.length > 0) {
    try {
      localStorage.setItem(`filler.${place}`, text);
      place++;
    } catch {
      text = text.slice(0, text.length >> 1);
    }
  }
}

/** As in a browser whose user has blocked all site data. */
function refuse(): void {
  Object.defineProperty(window, "localStorage", {
    get: () => {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    },
  });
}

const NEWS = "Strong growth, weak demand";

/** Whether the device holds a text, in localStorage or in the database used when that refuses. */
async function isKept(text: string): Promise<boolean> {
  try {
    if (Object.values(localStorage).some((kept) => kept.includes(text))) return true;
  } catch {
    // localStorage is blocked: look in the database.
  }
  const there = await indexedDB.databases();
  // Opening a missing database would create it, without its store.
  if (!there.some(({ name }) => name === "prospect-inputs")) return false;
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open("prospect-inputs");
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const kept = await new Promise<unknown[]>((resolve, reject) => {
    const all = database.transaction("texts").objectStore("texts").getAll();
    all.onsuccess = () => resolve(all.result);
    all.onerror = () => reject(all.error);
  });
  database.close();
  return JSON.stringify(kept).includes(text);
}

async function typed(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "News Data" }).fill(NEWS);
  await page.keyboard.press("Tab");
  await expect.poll(() => page.evaluate(isKept, NEWS)).toBe(true);
}
const news = (page: Page) => page.getByRole("textbox", { name: "News Data" }).inputValue();

/** A session whose storage is set up by `prepare`. */
function prepared(prepare: (session: Session) => Promise<unknown>): { current: Session } {
  const holder = {} as { current: Session };
  let close: () => Promise<void>;
  beforeAll(async () => {
    const session = await startSession(inject("origin"));
    holder.current = session;
    close = session.close;
    await prepare(session);
  });
  // A retry must not fail because of errors of the first attempt.
  beforeEach(({ task }) => {
    if (task.result?.retryCount) holder.current.errors.length = 0;
  });
  afterAll(() => close?.());
  return holder;
}

const stands = async (page: Page) => {
  await page.locator("main h1").first().waitFor();
  expect(await page.getByText("Something went wrong").count()).toBe(0);
};

describe("with localStorage full", () => {
  const session = prepared(async ({ context, origin, errors }) => {
    const page = await context.newPage();
    await page.goto(`${origin}/favicon.svg`);
    await page.evaluate(fill);
    await page.close();
    // Errors of the page opened for preparation, an image, do not count.
    errors.length = 0;
  });

  // Runs first: other tabs would have choices of their own waiting for room.
  it("what was chosen while it was full is saved once there is room", async () => {
    const page = await session.current.openAlone("/market-analysis");
    await page.getByRole("button", { name: "Collapse sidebar" }).click();
    await page.getByRole("button", { name: "Expand sidebar" }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("prospect.sidebar"))).toBeNull();
    await page.evaluate(() => localStorage.removeItem("filler.0"));
    await page.reload();
    await page.getByRole("button", { name: "Expand sidebar" }).waitFor();
    await page.evaluate(fill);
    await page.close();
  });

  family(ROUTES, turn(0), (routes) =>
    it.each(routes)("%s opens", async (path) => {
      const page = await session.current.open(path);
      await stands(page);
      await page.close();
      expect(session.current.errors).toEqual([]);
    }),
  );

  it("input is there after a reload, and the notice says where it is stored", async () => {
    const page = await session.current.open("/market-analysis");
    await typed(page);
    await page
      .getByRole("button", { name: /notifications/i })
      .first()
      .click();
    await page.getByText("saved in its database instead").first().waitFor();
    await page.reload();
    await expect.poll(() => news(page)).toBe(NEWS);
    await page.close();
  });
});

describe("with localStorage blocked", () => {
  const session = prepared(({ context }) => context.addInitScript(refuse));

  family(ROUTES, turn(1), (routes) =>
    it.each(routes)("%s opens", async (path) => {
      const page = await session.current.open(path);
      await stands(page);
      await page.close();
      expect(session.current.errors).toEqual([]);
    }),
  );

  it("input is there after a reload", async () => {
    const page = await session.current.open("/market-analysis");
    await typed(page);
    await page.reload();
    await expect.poll(() => news(page)).toBe(NEWS);
    await page.close();
  });
});

/** Deletes everything the device holds of the app while its page is open, and waits until the page has noticed. */
async function deleteAll(page: Page): Promise<void> {
  await page.evaluate(async (address) => {
    localStorage.setItem("there", "yes");
    await fetch(address);
    while (localStorage.getItem("there") !== null) await new Promise((next) => setTimeout(next, 20));
  }, inject("clearing"));
}

describe("with everything deleted while the page is open", () => {
  const session = prepared(async () => undefined);

  /** Waiting until a page is at rest takes time, so every other screen of its third is tested. */
  const everyOther = (_: string, place: number) => place % ((LONG ? 2 : 8) * STORAGES) === 2;
  family(ROUTES, everyOther, (routes) =>
    it.each(routes)("%s still works, and the next screen opens", async (path) => {
      const page = await session.current.open(path);
      // A list being read at that moment would show an error.
      await quiet(page);
      await deleteAll(page);
      await stands(page);
      await page.evaluate(() => {
        history.pushState(null, "", "/market-analysis");
        dispatchEvent(new PopStateEvent("popstate"));
      });
      await page.getByRole("textbox", { name: "News Data" }).waitFor();
      await page.close();
      expect(session.current.errors).toEqual([]);
    }),
  );

  it("threads started afterwards compute", async () => {
    const page = await session.current.openAlone("/garch-model");
    await quiet(page);
    await deleteAll(page);
    const main = page.getByRole("main");
    await takeSample(page, "DM/GBP benchmark");
    await main.getByRole("button", { name: "Remove" }).first().waitFor();
    await main.getByRole("button", { name: "Run Analysis" }).last().click();
    const end = main.getByRole("button", { name: "PNG", exact: true }).or(main.getByRole("alert"));
    await end.first().waitFor();
    expect(await main.getByRole("alert").allInnerTexts()).toEqual([]);
    expect(session.current.errors).toEqual([]);
    await page.close();
  });

  it("open data is said to be gone from the device, and stored again on request", async () => {
    const page = await session.current.openAlone("/garch-model");
    await quiet(page);
    const main = page.getByRole("main");
    await takeSample(page, "DM/GBP benchmark");
    const data = main.getByText("1,974", { exact: false }).first();
    await data.waitFor();
    await quiet(page);
    await page.reload();
    await data.waitFor();
    await deleteAll(page);
    await page.getByText("The browser has cleared Prospect's data on this device").waitFor();
    const keep = main.getByRole("button", { name: "Keep dataset" });
    await keep.click();
    await keep.waitFor({ state: "detached" });
    await quiet(page);
    await page.reload();
    await data.waitFor();
    await page.close();
  });

  it("later input is saved", async () => {
    const page = await session.current.open("/market-analysis");
    await deleteAll(page);
    await typed(page);
    expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toContain("Strong growth");
    await page.close();
  });
});
