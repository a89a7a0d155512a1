import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { itInLongRuns } from "../fixtures/in-all";
import { sharedSession } from "./browser";
import { sharedTab } from "./shared-tab";

const session = sharedSession();

const TOP = [
  ["/", "Home"],
  ["/dashboard", "Dashboard"],
  ["/market-analysis", "Market AnalysisNew"],
  ["/risk-management", "Risk Management"],
  ["/garch-model", "GARCH Model"],
];
const SIDEBAR = {
  Core: ["/", "/dashboard"],
  "AI Models": ["/llm-trader LLM Trader", "/alpha-miner Alpha Miner", "/market-analysis New"],
  Risk: ["/risk-management"],
  "Advanced Models": ["/garch-model", "/market-curiosity", "/markov-regime", "/lyapunov"],
  Tools: [
    "/convert-data",
    "/backtester",
    "/data-integration",
    "/strategy-builder Beta",
    "/quant-edge-ai Trading Engine New",
    "/batch New",
    "/watchlist New",
  ],
  Management: ["/clients Portfolio Management", "/integration Data Integration"],
};
const MOBILE = {
  Core: ["/", "/dashboard"],
  Analysis: ["/market-analysis New", "/risk-management", "/backtester"],
  Models: ["/garch-model", "/market-curiosity", "/markov-regime", "/lyapunov"],
  Tools: [
    "/convert-data",
    "/data-integration",
    "/strategy-builder Beta",
    "/quant-edge-ai Trading Engine New",
    "/batch New",
    "/watchlist New",
  ],
};

/** The wanted lines without a matching link: "/path words…" needs a link there whose text contains each of the words. */
const missing = (links: { href: string; text: string }[], wanted: readonly string[]): string[] =>
  wanted.filter((line) => {
    const [path, ...words] = line.split(" ");
    const link = links.find(({ href }) => href === path);
    return !link || words.some((word) => !link.text.includes(word));
  });

const linksOf = (page: Page, list: string) =>
  page
    .locator(list)
    .locator("a")
    .evaluateAll((links) => links.map((link) => ({ href: link.getAttribute("href") ?? "", text: link.textContent ?? "" })));

describe("bars and menus", () => {
  let page: Page;
  sharedTab(
    () => session.current.open("/subscription"),
    (tab) => {
      page = tab;
    },
  );

  it("the top bar has brand, badge and links, and the placeholder of the search", async () => {
    const bar = page.getByRole("banner");
    expect(await bar.getByRole("link", { name: /Prospect/ }).textContent()).toBe("Prospect Beta");
    const links = await linksOf(page, 'nav[aria-label="Main"]');
    expect(links.map(({ href, text }) => [href, text])).toEqual(TOP);
    await bar.getByText("Search tools and models...").waitFor();
  });

  it("the sidebar has its groups, Core open, in 16rem; collapsed it is 4rem wide with a name for each icon, and stays so", async () => {
    const sidebar = page.getByRole("navigation", { name: "Tools" });
    const rem = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    expect((await sidebar.boundingBox())?.width).toBe(16 * rem);
    expect(await sidebar.getByRole("button", { expanded: true }).allTextContents()).toEqual(["Core–", ""]);
    for (const [group, wanted] of Object.entries(SIDEBAR)) {
      const button = sidebar.getByRole("button", { name: group, exact: true });
      if ((await button.getAttribute("aria-expanded")) === "false") await button.click();
      const list = await button.getAttribute("aria-controls");
      const links = await linksOf(page, `[id="${list}"]`);
      expect({ group, count: links.length, missing: missing(links, wanted) }).toEqual({ group, count: wanted.length, missing: [] });
    }
    await sidebar.getByRole("button", { name: "Collapse sidebar" }).click();
    await sidebar.getByRole("link", { name: "Lyapunov" }).waitFor();
    expect((await sidebar.boundingBox())?.width).toBe(4 * rem);
    await sidebar.getByRole("link", { name: "Lyapunov" }).hover();
    await page.getByRole("tooltip", { name: "Lyapunov" }).waitFor();
    await page.reload();
    expect((await sidebar.boundingBox())?.width).toBe(4 * rem);
    await sidebar.getByRole("button", { name: "Expand sidebar" }).click();
  });

  it("the mobile menu has its groups", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    for (const [group, wanted] of Object.entries(MOBILE)) {
      await page.getByRole("list", { name: group }).waitFor();
      const links = await linksOf(page, `[aria-labelledby="mobile-${group}"]`);
      expect({ group, count: links.length, missing: missing(links, wanted) }).toEqual({ group, count: wanted.length, missing: [] });
    }
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("the user menu lists profile, settings and sign out", async () => {
    await page.getByRole("button", { name: "User menu" }).click();
    for (const name of ["Your Profile", "Settings", "Sign out"]) await page.getByRole("menuitem", { name }).waitFor();
    await page.getByRole("menuitem", { name: "Settings" }).click();
    await page.waitForURL("**/settings");
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
  });
});

it("settings survive a reload and apply to the other tab", async () => {
  const page = await session.current.open("/settings");
  const other = await session.current.open("/");
  await page.getByRole("button", { name: /Theme$/ }).click();
  await page.getByRole("option", { name: "Dark" }).click();
  await page.getByRole("button", { name: /Colors of up and down$/ }).click();
  await page.getByRole("option", { name: /^Red up/ }).click();
  const root = (tab: Page) => tab.evaluate(() => ({ ...document.documentElement.dataset }));
  await expect.poll(() => root(other)).toMatchObject({ theme: "dark", updown: "red-green" });
  await page.reload();
  expect(await root(page)).toMatchObject({ theme: "dark", updown: "red-green" });
  await page.getByRole("button", { name: "Reset settings" }).click();
  await expect.poll(() => root(other)).not.toHaveProperty("theme");
  await page.close();
  await other.close();
});

itInLongRuns("steps per year are those of the settings, in every tool without a value of its own", async () => {
  const page = await session.current.open("/settings");
  await page.getByRole("button", { name: /Annualization$/ }).click();
  await page.getByRole("option", { name: /^365/ }).click();
  const garch = await session.current.open("/garch-model?tab=settings");
  expect(await garch.getByRole("textbox", { name: "Steps per year" }).inputValue()).toBe("365");
  const market = await session.current.open("/market-analysis");
  await market.getByRole("button", { name: "Start with a sample" }).click();
  await market
    .getByRole("button", { name: /Annualization basis$/ })
    .getByText("Default: 365", { exact: true })
    .waitFor();
  await market.getByRole("button", { name: "About Volatility" }).click();
  await market.getByText("365", { exact: true }).first().waitFor();
  await page.getByRole("button", { name: "Reset settings" }).click();
  await expect.poll(() => garch.getByRole("textbox", { name: "Steps per year" }).inputValue()).toBe("252");
  for (const tab of [page, garch, market]) await tab.close();
});

it("a part of the app that cannot be loaded gives the error page with its texts, and Refresh Page restores the screen", async () => {
  const page = await session.current.context.newPage();
  // The one automatic reload is marked as used, so that the missing file is reported.
  await page.addInitScript(() => sessionStorage.setItem("prospect.reloaded-for-missing-file", String(Date.now())));
  await page.goto(session.current.origin);
  await page.evaluate(() => localStorage.setItem("kept", "yes"));
  await page.route(/assets\/runs-/, (route) => route.abort());
  await page.goto(`${session.current.origin}/runs`);
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  await page.getByText("Failed to load a required component. This might be due to a network issue or a temporary problem.").waitFor();
  expect(await page.locator("main li").allTextContents()).toEqual([
    "Check your internet connection",
    "Clear your browser cache",
    "Try disabling any ad blockers",
    "Contact support if the problem persists",
  ]);
  await page.unroute(/assets\/runs-/);
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await page.getByRole("heading", { level: 1, name: "Runs" }).waitFor();
  expect(await page.evaluate(() => localStorage.getItem("kept"))).toBe("yes");
  await page.close();
});
