import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { notLoaded } from "../../workers/runtime/messages";
import { family } from "../fixtures/in-all";
import { clipboardText, ENGINE, priceList, sharedSession, writtenDown } from "./browser";
import { sharedTab } from "./shared-tab";

const session = sharedSession();

const HOME_SECTIONS = {
  "Core Features": [
    ["/llm-trader", "New"],
    ["/market-analysis", "Popular"],
    ["/risk-management", null],
    ["/portfolio", null],
    ["/strategy-builder", "Beta"],
    ["/validation", null],
    ["/test-api", "Dev"],
  ],
  "Analysis Tools": [
    ["/convert-data", "New"],
    ["/garch-model", null],
    ["/alpha-miner", "Beta"],
    ["/market-curiosity", null],
  ],
} as const;

const TIERS = [
  {
    name: "Behavioral Analyst",
    price: "$499/month",
    badge: false,
    tier: "analyst",
    features: ["Basic portfolio optimization", "Core ML models", "Daily market data", "Walk-forward testing", "Basic API access"],
  },
  {
    name: "Behavioral Strategist",
    price: "$2,499/month",
    badge: true,
    tier: "strategist",
    features: ["Advanced optimization", "Custom ML models", "Real-time data feeds", "Full validation suite", "Extended API access"],
  },
  {
    name: "Behavioral Institution",
    price: "Custom pricing",
    badge: false,
    tier: "institution",
    features: ["Enterprise features", "Custom integration", "Global data access", "Dedicated support", "Unlimited resources"],
  },
] as const;

describe("home", () => {
  let page: Page;
  sharedTab(
    () => session.current.open("/"),
    (tab) => {
      page = tab;
    },
  );

  it("has the hero with its two buttons", async () => {
    expect(await page.locator("main h1").textContent()).toBe("AI-Powered Behavioral Finance Platform");
    const hero = page.locator("main header");
    expect(await hero.getByRole("link", { name: "Request Demo" }).getAttribute("href")).toBe("/demo");
    expect(await hero.getByRole("link", { name: "Documentation" }).getAttribute("href")).toBe("/docs");
  });

  it("calls the returns a target, and says where to test it", async () => {
    const hero = page.locator("main header");
    expect(await hero.textContent()).toContain("15-30% higher annualized returns than traditional approaches");
    expect(await hero.textContent()).toContain("an aim, not a measured result: test it on your own data");
    expect(await hero.getByRole("link", { name: "test it on your own data" }).getAttribute("href")).toBe("/validation");
  });

  it("gives three reasons", async () => {
    expect(await page.getByRole("region", { name: /^Why/ }).getByRole("heading", { level: 3 }).count()).toBe(3);
  });

  it.each(Object.entries(HOME_SECTIONS))("%s: every link with its badge, and no others", async (title, cards) => {
    const found = await page
      .getByRole("region", { name: title })
      .getByRole("article")
      .evaluateAll((cards) =>
        cards.map((card) => {
          const link = card.querySelector("h3 a");
          return [link?.getAttribute("href"), link?.parentElement?.nextElementSibling?.textContent || null];
        }),
      );
    expect(found).toEqual(cards);
  });

  it.each(TIERS)("Pricing Plans: $name", async ({ name, price, badge, tier, features }) => {
    const plans = page.getByRole("region", { name: "Pricing Plans" });
    expect(await plans.getByRole("heading", { level: 3 }).count()).toBe(3);
    const plan = plans.getByRole("listitem").filter({ has: page.getByRole("heading", { name: new RegExp(`^${name}`) }) });
    const text = (await plan.textContent()) ?? "";
    expect(text).toContain(price);
    expect(text.includes("Popular")).toBe(badge);
    expect(await plan.getByRole("listitem").allTextContents()).toEqual(features);
    expect(await plan.getByRole("link").getAttribute("href")).toBe(`/demo?tier=${tier}`);
  });

  it("ends with two links to continue", async () => {
    expect(await page.getByRole("link", { name: "Schedule Demo" }).getAttribute("href")).toBe("/demo");
    expect(await page.getByRole("link", { name: "View Platform" }).getAttribute("href")).toBe("/dashboard");
  });

  it("fits the benchmark series in one click: the published log-likelihood, and a chart", async () => {
    const live = page.getByRole("region", { name: "Try a GARCH fit" });
    await live.getByRole("button", { name: "DM/GBP benchmark" }).click();
    // Bollerslev and Ghysels (1996) as published: -1106.6079; shown with a true minus.
    await live.getByText("−1,106.61", { exact: true }).waitFor();
    await live.getByText(/^n = 1,974$/).waitFor();
    await live.locator("canvas").first().waitFor();
  });

  it("fits pasted values, and says what is missing when they are too few", async () => {
    const live = page.getByRole("region", { name: "Try a GARCH fit" });
    await live.getByRole("button", { name: "Clear" }).click();
    await live.getByRole("textbox").fill(priceList(50));
    await live.getByText("Failed to analyze data: at least 100 data points are needed, 50 given").waitFor();
    await live.getByRole("textbox").fill(priceList(600));
    await live.getByText(/^n = 599$/).waitFor();
    expect(await live.getByRole("alert").count()).toBe(0);
    // By their size these returns could be fractions, so the header states the unit.
    const calm = Array.from({ length: 600 }, (_, t) => (0.1 * Math.sin(t * t)).toFixed(4));
    await live.getByRole("textbox").fill(["Return (%)", ...calm].join("\n"));
    await live.getByText(/^n = 600$/).waitFor();
    await live.getByText(/^% per step;/).waitFor();
  });

  it("says when its files cannot be loaded, and fits again once they can", async () => {
    const alone = await session.current.context.newPage();
    // The one automatic reload is marked as used, so that the missing file is reported.
    // A blank page, which comes first, has no storage in Firefox.
    await alone.addInitScript(() => {
      if (origin !== "null") sessionStorage.setItem("prospect.reloaded-for-missing-file", String(Date.now()));
    });
    await alone.route(/assets\/fit-input-/, (route) => route.abort());
    await alone.goto(session.current.origin);
    const live = alone.getByRole("region", { name: "Try a GARCH fit" });
    await live.getByRole("alert").getByText(notLoaded).waitFor();
    expect(await live.getByRole("progressbar").count()).toBe(0);
    await alone.unroute(/assets\/fit-input-/);
    // Firefox requests a module that failed only again after a reload, which the message suggests.
    if (ENGINE === "firefox") await alone.reload();
    await live.getByRole("textbox").fill(priceList(600));
    await live.getByText(/^n = 599$/).waitFor();
    await alone.close();
    expect(session.current.errors.splice(0)).toEqual(ENGINE === "chromium" ? ["Failed to load resource: net::ERR_FAILED"] : []);
  });
});

describe("demo request", () => {
  family(
    ["/demo", "/request-demo", "/contact", "/get-started"],
    (_, place) => place === 0,
    (paths) =>
      it.each(paths)("is shown at %s", async (path) => {
        const page = await session.current.open(path);
        expect(await page.locator("main h1").textContent()).toBe("Request a Demo");
        expect(await page.locator("main").textContent()).toContain("within 24 hours");
        for (const [label, token] of [
          ["Full Name", "name"],
          ["Business Email", "email"],
          ["Company", "organization"],
        ]) {
          expect(await page.getByLabel(label).getAttribute("autocomplete")).toBe(token);
        }
        await page.close();
      }),
  );

  it("has the fields and choices of the specification", async () => {
    const page = await session.current.open("/demo?tier=institution");
    const form = page.locator("main form");
    expect(await form.getByRole("checkbox").evaluateAll((boxes) => boxes.map((box) => box.closest("label")?.textContent))).toEqual([
      "LLM Trading Engine",
      "Risk Management",
      "Market Analysis",
      "Portfolio Optimization",
    ]);
    expect(await form.getByRole("radio").evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value))).toEqual([
      "analyst",
      "strategist",
      "institution",
    ]);
    expect(await form.getByRole("radio", { name: /Institution/ }).isChecked()).toBe(true);
    await form.getByRole("button", { name: /Role/ }).click();
    await page.getByRole("option").first().waitFor();
    expect(await page.getByRole("option").allTextContents()).toEqual(
      ["Trader", "Analyst", "Portfolio Manager", "Executive", "Other"].map((label) => `${label}✓`),
    );
    await page.keyboard.press("Escape");
    await form.getByRole("textbox", { name: "Use Case" }).waitFor();
    await page.close();
  });

  it("marks missing fields, keeps the request after a reload, and offers e-mail, copy and a file", async () => {
    const page = await session.current.open("/demo?tier=strategist");
    const submit = page.getByRole("button", { name: "Request Demo" });
    await submit.click();
    await page.getByText("Please enter your full name").waitFor();
    await page.getByText("Please enter your business email").waitFor();
    expect(await page.getByLabel("Full Name").evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByLabel("Full Name").fill("Ada Example");
    await page.getByLabel("Business Email").fill("ada(at)example");
    await submit.click();
    await page.getByText("Please enter a valid email address").waitFor();
    await page.getByLabel("Business Email").fill("ada@example.com");
    await page.getByText("Risk Management", { exact: true }).last().click();
    await submit.click();
    await page.getByRole("heading", { name: "Your request is stored on this device" }).waitFor();
    await writtenDown(page, "ada@example.com");
    await page.goto(`${session.current.origin}/demo`);
    await page.getByRole("heading", { name: "Your request is stored on this device" }).waitFor();

    const mail = decodeURIComponent((await page.getByRole("link", { name: "E-mail" }).getAttribute("href")) ?? "");
    expect(mail).toContain("mailto:?subject=Demo request");
    for (const part of ["Ada Example", "ada@example.com", "Risk Management", "Behavioral Strategist, $2,499/month"])
      expect(mail).toContain(part);
    await page.getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => clipboardText(page)).toContain("Business Email: ada@example.com");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    const saved = JSON.parse(await readFile(await (await download).path(), "utf8"));
    expect(saved).toMatchObject({ name: "Ada Example", interests: ["risk"], preferredTier: "strategist", role: null });
    await page.getByRole("button", { name: "New request" }).click();
    expect(await page.getByLabel("Full Name").inputValue()).toBe("");
    await page.close();
  });
});

it("logged no errors", () => expect(session.current.errors).toEqual([]));
