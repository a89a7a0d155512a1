import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { family, itInLongRuns } from "../fixtures/in-all";
import { ENGINE, sharedSession, writtenDown } from "./browser";

const session = sharedSession();

const CATEGORIES = {
  "AI Models": ["/llm-trader", "/alpha-miner", "/quant-edge-ai"],
  Analysis: ["/market-analysis", "/backtester", "/validation"],
  Risk: ["/risk-management", "/portfolio"],
  Models: ["/garch-model", "/market-curiosity", "/markov-regime", "/lyapunov"],
  Tools: ["/convert-data", "/strategy-builder"],
  Integration: ["/data-integration", "/test-api"],
  Support: ["/docs", "/status", "/demo"],
  Account: ["/subscription", "/clients", "/profile", "/settings"],
};
const STATS = ["Models Running", "Active Strategies", "System Health", "API Requests"];

/** Label, value and whether it is marked as a sample, for each card. */
const figures = (page: Page) =>
  page.getByRole("region", { name: "Dashboard figures" }).evaluate((region) =>
    [...region.querySelectorAll("dl > div")].map((card) => {
      const sample = /Sample/.test(card.querySelector("dt")?.textContent ?? "");
      const label = card.querySelector("dt span")?.textContent?.replace("Sample", "");
      return [label, card.querySelector("dd")?.textContent, sample] as const;
    }),
  );

/** The Trading Dashboard's own screen with the sample loaded, whatever an earlier test has left. */
async function withSample(): Promise<Page> {
  const page = await session.current.open("/market-analysis");
  await page.getByRole("button", { name: "Load sample series" }).first().click();
  await page.getByText("8,321 prices read").waitFor();
  return page;
}

describe("dashboard", () => {
  it("shows the sample figures on the very first visit, each until its first real value", async () => {
    const page = await session.current.open("/dashboard");
    const found = await figures(page);
    expect(found.map(([label]) => label)).toEqual(STATS);
    expect(found[0].slice(1)).toEqual(["8", true]);
    expect(found[1].slice(1)).toEqual(["12", true]);
    expect(found[3].slice(1)).toEqual(["2.3M", true]);
    await page.getByText(/^(\d+) of \1 self-checks/).waitFor();
    const checked = await figures(page);
    expect(checked[2].slice(1)).toEqual(["100.0%", false]);
    await page.close();
  });

  it("has three tabs with their own addresses, Overview first", async () => {
    const page = await session.current.open("/dashboard");
    const tabs = page.getByRole("tab");
    expect(await tabs.allTextContents()).toEqual(["Overview", "Features", "Pricing"]);
    expect(await tabs.first().getAttribute("aria-selected")).toBe("true");
    const address = () => new URL(page.url()).search;
    expect(address()).toBe("");
    for (const name of ["Features", "Pricing"]) {
      await page.getByRole("tab", { name }).click();
      await expect.poll(address).toBe(`?tab=${name.toLowerCase()}`);
    }
    await page.close();
  });

  it("links the tools of each category", async () => {
    const page = await session.current.open("/dashboard");
    for (const [category, paths] of Object.entries(CATEGORIES)) {
      const links = page.getByRole("list", { name: category, exact: true }).getByRole("link");
      await links.first().waitFor();
      expect(await links.evaluateAll((found) => found.map((link) => link.getAttribute("href")))).toEqual(paths);
    }
    await page.close();
  });

  it("pins tiles and moves them by keyboard and pointer; both survive a reload and can be undone", async () => {
    const page = await session.current.open("/dashboard");
    const listed = (name: string) =>
      page
        .getByRole("list", { name, exact: true })
        .getByRole("link")
        .evaluateAll((found) => found.map((link) => link.getAttribute("href")));
    const arrange = (name: string) => page.getByRole("button", { name: `Arrange ${name}`, exact: true });
    const choose = (name: string) => page.getByRole("menuitem", { name: new RegExp(`^${name}`) }).click();
    const models = CATEGORIES.Models;
    // By keyboard: the menu is the tab stop after its tile.
    await page.getByRole("list", { name: "Models", exact: true }).getByRole("link").nth(2).focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Move up" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => listed("Models")).toEqual([models[0], models[2], models[1], models[3]]);
    await expect.poll(() => arrange("Markov Regime").evaluate((button) => button === document.activeElement)).toBe(true);
    // By pointer.
    for (const name of ["Backtester", "Lyapunov"]) {
      await arrange(name).click();
      await choose("Pin");
    }
    await expect.poll(() => listed("Pinned")).toEqual(["/backtester", "/lyapunov"]);
    await arrange("pinned Lyapunov").click();
    await choose("Move earlier");
    await expect.poll(() => listed("Pinned")).toEqual(["/lyapunov", "/backtester"]);
    await writtenDown(page, '"/lyapunov","/backtester"');
    await page.reload();
    await expect.poll(() => listed("Pinned")).toEqual(["/lyapunov", "/backtester"]);
    expect(await listed("Models")).toEqual([models[0], models[2], models[1], models[3]]);
    await arrange("Documentation").click();
    await choose("Default tiles");
    await expect.poll(() => listed("Models")).toEqual(models);
    expect(await page.getByRole("list", { name: "Pinned" }).count()).toBe(0);
    await page.keyboard.press("Control+z");
    await expect.poll(() => listed("Pinned")).toEqual(["/lyapunov", "/backtester"]);
    // By keyboard, from a tile that is removed: the focus stays with the tool, or moves to the next one.
    const byKeys = async (name: string, label: string) => {
      await arrange(name).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: label }).focus();
      await page.keyboard.press("Enter");
    };
    const isFocused = (name: string) => arrange(name).evaluate((button) => button === document.activeElement);
    await byKeys("pinned Lyapunov", "Unpin");
    await expect.poll(() => isFocused("Lyapunov")).toBe(true);
    await expect.poll(() => listed("Pinned")).toEqual(["/backtester"]);
    await byKeys("pinned Backtester", "Default tiles");
    await expect.poll(() => isFocused("Backtester")).toBe(true);
    expect(await page.getByRole("list", { name: "Pinned" }).count()).toBe(0);
    await page.close();
  });

  it("contains the Trading Dashboard itself, and counts what it computes", async () => {
    const page = await session.current.open("/dashboard");
    const dashboard = page.getByRole("region", { name: "Trading Dashboard" });
    await dashboard.getByRole("heading", { level: 2, name: "Trading Dashboard" }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    await dashboard.getByRole("button", { name: "Start with a sample" }).click();
    await dashboard.getByText("Rule trace").first().waitFor();
    const [running, , health] = await figures(page);
    expect(running.slice(1)).toEqual(["0", false]);
    expect(health[1]).toBe("100.0%");
    await page.getByText(/self-checks, (\d+) of \1 jobs?$/).waitFor();
    // The same component with the same inputs is on its own screen.
    const own = await session.current.open("/market-analysis");
    await own.getByText("8,321").first().waitFor();
    await own.close();
    await page.close();
  });

  itInLongRuns("is live from the second visit on, and lists the recently used screens", async () => {
    // A visit starts with a load, so this needs a new tab.
    const again = await session.current.openAlone("/dashboard");
    await again.getByText(/^(\d+) of \1 self-checks/).waitFor();
    expect((await figures(again)).map(([, ...shown]) => shown)).toEqual([
      ["0", false],
      ["0", false],
      ["100.0%", false],
      ["0", false],
    ]);
    const runs = again.getByRole("table", { name: "Recent runs" });
    await runs
      .getByRole("cell", { name: /Market Analysis · / })
      .first()
      .waitFor();
    const recent = again.getByRole("navigation", { name: "Recently used" });
    expect(await recent.getByRole("link").first().getAttribute("href")).toBe("/market-analysis");
    await runs
      .getByRole("button", { name: /^Open .* again$/ })
      .first()
      .click();
    await again.waitForURL("**/market-analysis");
    await again.getByText("8,321").first().waitFor();
    await again.close();
  });

  it("Features: three panels of checks that were actually made", async () => {
    const features = await session.current.open("/dashboard?tab=features");
    for (const [title, check] of [
      ["LLM Integration", "Browser model (Prompt API)"],
      ["Data Processing", "SharedArrayBuffer"],
      ["Risk Management", "Portfolio optimization"],
    ]) {
      await features.getByRole("region", { name: title }).getByText(check).waitFor();
    }
    const data = features.getByRole("region", { name: "Data Processing" });
    // WebKitGTK isolates the page, but has no SharedArrayBuffer.
    await data
      .getByText(ENGINE === "webkit" ? "series are copied between threads" : "series are shared between threads without copying")
      .waitFor();
    await data.getByText("two values per instruction").waitFor();
    const risk = (await features.getByRole("region", { name: "Risk Management" }).textContent()) ?? "";
    expect(risk).toMatch(/(\d+) of \1 self-checks/);
    expect(risk).not.toContain("failed");
    await features.close();
  });

  family(
    ["/dashboard?tab=pricing", "/subscription"],
    (_, place) => place === 0,
    (paths) =>
      it.each(paths)("%s has the three tiers with their calls per month", async (path) => {
        const pricing = await session.current.open(path);
        const plans = pricing.getByRole("listitem").filter({ has: pricing.getByRole("heading", { level: 3 }) });
        const texts = await plans.allTextContents();
        expect(texts).toHaveLength(3);
        for (const [index, parts] of [
          ["Behavioral Analyst", "$499/month", "100k API calls per month"],
          ["Behavioral Strategist", "Popular", "$2,499/month", "1M API calls per month"],
          ["Behavioral Institution", "Custom pricing", "Unlimited resources"],
        ].entries()) {
          for (const part of parts) expect(texts[index]).toContain(part);
        }
        await pricing.close();
      }),
  );
});

it("subscription: real usage of this device against both limits", async () => {
  const sample = await withSample();
  const page = await session.current.open("/subscription");
  expect(await page.getByRole("meter").evaluateAll((meters) => meters.map((meter) => meter.getAttribute("aria-valuetext")))).toEqual([
    "0 of 100,000",
    "0 of 1,000,000",
  ]);
  const usage = page.getByRole("region", { name: "On this device" });
  // WebKitGTK does not report storage usage.
  await expect
    .poll(() => usage.textContent())
    .toMatch(ENGINE === "webkit" ? /Series stored1.*Storage used—/s : /Series stored1.*Storage used\d/s);
  await sample.close();
  await page.close();
});

it("profile: initials appear in the user menu and survive a reload", async () => {
  const page = await session.current.open("/profile");
  await page.getByLabel("Name", { exact: true }).fill("Ada Maria Lovelace");
  const menu = page.getByRole("button", { name: "User menu" });
  await expect.poll(() => menu.textContent()).toBe("AL");
  await page.getByLabel("Initials").fill("amx");
  await expect.poll(() => menu.textContent()).toBe("AMX");
  await writtenDown(page, "amx");
  await page.reload();
  await page.locator("main h1").waitFor();
  await expect.poll(() => menu.textContent()).toBe("AMX");
  await page.getByRole("button", { name: "Clear" }).click();
  await expect.poll(() => menu.textContent()).toBe("");
  await page.close();
});

describe("sign out", () => {
  it("forgets the key, closes the workspace in every tab and keeps what was saved", async () => {
    const other = await withSample();
    const calls = await session.current.open("/test-api");
    const secret = calls.getByLabel("API Key", { exact: true });
    await secret.fill("only-in-memory");
    const page = await session.current.open("/logout");
    await page.evaluate(() => localStorage.setItem("prospect.provider-key", "secret"));
    await page.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("heading", { name: "You are signed out" }).waitFor();
    await other.getByRole("heading", { name: "You are signed out" }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem("prospect.provider-key"))).toBeNull();
    await page.reload();
    await page.getByRole("button", { name: "Open workspace" }).click();
    await page.waitForURL("**/dashboard");
    await other.getByRole("heading", { name: "Trading Dashboard" }).waitFor();
    await other.getByText("8,321 prices read").waitFor();
    expect(await secret.inputValue()).toBe("");
    await calls.close();
    await other.close();
    await page.close();
  });

  it("erases the workspace only when the word is typed, and then all of it", async () => {
    const sample = await withSample();
    const page = await session.current.open("/logout");
    await page.getByText("1 series").waitFor();
    await sample.close();
    const other = await session.current.openAlone("/demo");
    const field = (name: string) => other.getByRole("textbox", { name, exact: true });
    await field("Full Name").fill("Typed before");
    await writtenDown(page, "Typed before");
    await page.getByRole("button", { name: "Erase workspace…" }).click();
    const dialog = page.getByRole("group", { name: "Erase everything on this device?" });
    const erase = dialog.getByRole("button", { name: "Erase permanently" });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: "Keep everything" }).click();
    await page.getByText("1 series").waitFor();
    await page.getByRole("button", { name: "Erase workspace…" }).click();
    await dialog.getByRole("textbox").fill("erase");
    await erase.click();
    await page.waitForURL(`${session.current.origin}/`);
    await page.locator("main h1").waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("prospect.inputs.market")))).toEqual([]);
    // Data held by the other tab must not be written back with later input.
    await other.waitForURL(`${session.current.origin}/`);
    await other.goto(`${session.current.origin}/demo`);
    await field("Company").fill("Typed after");
    await writtenDown(other, "Typed after");
    expect(await field("Full Name").inputValue()).toBe("");
    expect(await other.evaluate(() => JSON.stringify(localStorage))).not.toContain("Typed before");
    await other.close();
    await page.goto(`${session.current.origin}/logout`);
    await page.getByText("0 series").waitFor();
    await page.close();
  });
});

it("logged no errors", () => expect(session.current.errors).toEqual([]));
