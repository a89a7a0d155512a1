import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { sharedSession } from "./browser";
import { sharedTab } from "./shared-tab";

const session = sharedSession();

/** The specification's route tables: each screen with all its addresses, the canonical one first, and the links that are in no table. */
const SCREENS: readonly (readonly [title: string, ...paths: string[]])[] = [
  ["Home", "/"],
  ["Dashboard", "/dashboard"],
  ["LLM Trader", "/llm-trader"],
  ["Alpha Miner", "/alpha-miner"],
  ["Trading Dashboard", "/market-analysis"],
  ["Risk Manager", "/risk-management", "/risk", "/risk-assessment"],
  ["GARCH Model Analysis", "/garch-model"],
  ["Market Curiosity Analysis", "/market-curiosity"],
  ["Markov Regime Analysis", "/markov-regime"],
  ["Lyapunov Analysis", "/lyapunov"],
  ["Trading Results Processor", "/convert-data"],
  ["Backtester", "/backtester"],
  ["Data Integration", "/data-integration"],
  ["Strategy Builder", "/strategy-builder", "/strategies"],
  ["Trading Decision Engine", "/quant-edge-ai"],
  ["System Status", "/system-status", "/status", "/health"],
  ["Portfolio Optimization", "/portfolio", "/portfolio-optimization", "/optimize"],
  ["Model Validation Framework", "/validation", "/model-validation", "/backtest-validation"],
  ["API Documentation", "/docs", "/api"],
  ["API Test", "/test-api"],
  ["Request a Demo", "/demo", "/request-demo", "/contact", "/get-started"],
  ["Your Profile", "/profile"],
  ["Settings", "/settings"],
  ["Sign out", "/logout"],
  ["Subscription", "/subscription"],
  ["Portfolio Management", "/clients"],
  ["Data Integration", "/integration"],
];
/** The home screen's heading differs from its title. */
const HEADINGS: Record<string, string> = { Home: "AI-Powered Behavioral Finance Platform" };

/** Navigates within the app, as its own links do. */
const go = (page: Page, path: string) =>
  page.evaluate((address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);

describe("every address of the specification shows its screen", () => {
  let page: Page;
  sharedTab(
    () => session.current.open("/logout"),
    (tab) => {
      page = tab;
    },
  );

  it("the host answers all of them with the app", async () => {
    const paths = ["/no-such-page", ...SCREENS.flatMap(([, ...own]) => own)];
    const answers = await Promise.all(paths.map((path) => fetch(session.current.origin + path)));
    expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(texts[0]).toContain("<script");
    expect(new Set(texts).size).toBe(1);
  });

  it.each(SCREENS)("%s", async (title, canonical, ...aliases) => {
    const heading = HEADINGS[title] ?? title;
    /** Waits for the screen's heading and title. @returns its canonical address */
    const shown = async () => {
      const drawn = page.getByRole("heading", { level: 1 });
      await expect.poll(async () => page.title()).toContain(title);
      // A badge may follow the title.
      await expect.poll(() => drawn.evaluate((element) => element.firstChild?.textContent)).toBe(heading);
      return page.locator('link[rel="canonical"]').getAttribute("href");
    };
    for (const path of [canonical, ...aliases, `${canonical === "/" ? "" : canonical}/?from=mail`]) {
      await go(page, "/no-such-page");
      await page.getByRole("heading", { level: 1, name: "404 - Page Not Found", exact: true }).waitFor();
      await go(page, path);
      expect([path, await shown()]).toEqual([path, session.current.origin + canonical]);
    }
  });

  it.each(["/no-such-page", "/dashboards", "/garch-model/1", "/risk/management"])("%s is not found", async (path) => {
    await go(page, "/logout");
    await page.getByRole("heading", { level: 1, name: "Sign out", exact: true }).waitFor();
    await go(page, path);
    await page.getByRole("heading", { level: 1, name: "404 - Page Not Found", exact: true }).waitFor();
    await page.getByText("The page you're looking for doesn't exist.", { exact: true }).waitFor();
    expect(await page.getByRole("link", { name: "Return Home", exact: true }).getAttribute("href")).toBe("/");
  });
});

/** Verbatim texts of the specification, by address; the pages' own tests cover links, badges and behavior. */
const TEXTS: Record<string, readonly string[]> = {
  "/": [
    "AI-Powered Behavioral Finance Platform",
    "Request Demo",
    "Documentation",
    "The aim: 15-30% higher annualized returns than traditional approaches.",
    "Core Features",
    "Analysis Tools",
    "Pricing Plans",
    "Schedule Demo",
    "View Platform",
    "Beta",
    "Search tools and models...",
  ],
  "/dashboard": [
    ...["Overview", "Features", "Pricing"],
    ...["Models Running", "Active Strategies", "System Health", "API Requests"],
    ...["AI Models", "Analysis", "Risk", "Models", "Tools", "Integration", "Support", "Account"],
    "Trading Dashboard",
  ],
  "/dashboard?tab=features": ["LLM Integration", "Data Processing", "Risk Management"],
  "/dashboard?tab=pricing": ["100k API calls per month", "1M API calls per month"],
  "/subscription": ["100k API calls per month", "1M API calls per month"],
  "/demo": [
    ...["Full Name", "Business Email", "Company", "Role", "Use Case", "Request Demo"],
    ...["LLM Trading Engine", "Risk Management", "Market Analysis", "Portfolio Optimization"],
  ],
  "/garch-model": ["Data Input", "Analysis", "Forecast", "Settings", "Market Data", "GARCH(p)", "ARCH(q)", "Error Distribution"],
  "/market-analysis": [
    ...["Trading Input", "Fill Sample Data", "Market Data", "At least 2 comma-separated price points", "Upload CSV", "News Data"],
    "Get Trading Decision",
  ],
  "/quant-edge-ai": ["Trading Input", "Fill Sample Data", "Market Data", "Upload CSV", "News Data", "Get Trading Decision"],
  "/llm-trader": [
    ...["News Analysis", "Reflection Analysis", "Model Settings", "News Content", "Market Context", "Generate Trading Signal"],
    "Market Sentiment Trends",
  ],
  "/llm-trader?tab=reflection": [
    ...["Market Context", "Timeframe", "1D", "1W", "1M", "3M", "Analysis Depth", "Basic", "Medium", "Deep", "Generate Insights"],
    ...["Historical Analysis", "Sample", "85%", "72%", "68%"],
  ],
  "/llm-trader?tab=settings": [
    ...["Confidence Threshold", "Enable Reflection Analysis", "Include Market Context", "Model Performance", "Accuracy (7 days)"],
    ...["Predictions", "Avg Confidence", "Response Time"],
  ],
  "/risk-management": [
    ...["Portfolio Analysis", "Risk Metrics", "Optimization", "Settings", "Max Drawdown (%)", "VaR Threshold", "Analyze Portfolio Risk"],
    "One value per line: portfolio values, prices or returns",
  ],
  "/risk-management?tab=metrics": ["Sample", "Risk contribution", "Return contribution", "Equities", "Bonds", "Commodities", "Real Estate"],
  "/risk-management?tab=settings": [
    ...["Confidence Level", "90%", "95%", "99%", "Lookback Period", "Default Timeframe", "1M", "3M", "6M", "1Y", "3Y"],
    ...["Daily Risk Report", "Risk Threshold Alerts", "Portfolio Rebalancing Notifications", "Risk Calculation Method"],
    ...["Parametric VaR", "Historical VaR", "Monte Carlo VaR", "Export", "Clear"],
  ],
  "/market-curiosity": ["Run Analysis", "Upload CSV"],
  "/markov-regime": ["Run Analysis", "Upload CSV", "A CSV file with Date and Close columns, or one price per line"],
  "/lyapunov": ["Run Analysis", "Upload CSV", "A CSV file with Close, High and Low columns, or one value per line", "New"],
  "/convert-data": ["Convert to CSV", "Clear", "Example format"],
};
/** The three tiers, wherever plans are shown. */
const TIERS = [
  ...[
    "Behavioral Analyst",
    "Basic portfolio optimization",
    "Core ML models",
    "Daily market data",
    "Walk-forward testing",
    "Basic API access",
  ],
  ...["Behavioral Strategist", "Popular", "Advanced optimization", "Custom ML models", "Real-time data feeds", "Full validation suite"],
  ...["Extended API access", "Behavioral Institution", "Custom pricing", "Enterprise features", "Custom integration", "Global data access"],
  ...["Dedicated support", "Unlimited resources"],
];
const PRICES = ["$499/month", "$2,499/month"];
const WITH_PLANS = ["/", "/dashboard?tab=pricing", "/subscription"];

/** The options of a screen's selects, each opened and closed again. */
async function optionsOf(page: Page): Promise<string[]> {
  const texts: string[] = [];
  for (const button of await page.locator("main button[aria-haspopup=listbox]").filter({ visible: true }).all()) {
    const options = page.getByRole("option");
    let offered: string[] = [];
    // A list closes when the focus moves elsewhere at that moment, as to the heading of a newly loaded screen, so it is opened again. Texts
    // are read only once the list is visible: before it is positioned, innerText is empty.
    const open = async () => {
      if ((await button.getAttribute("aria-expanded")) !== "true") await button.press("Enter");
      offered = await options.allInnerTexts();
      if (offered.length > 0 && offered.every((text) => text.trim() !== "")) return "read";
      // For the message of a failure: whether the list is open, and where focus and view are.
      const at = await page.evaluate(() => `${document.activeElement?.outerHTML.slice(0, 200)} at ${window.scrollY}`);
      return `${offered.length} options, expanded ${await button.getAttribute("aria-expanded")}, focus ${at}`;
    };
    await expect.poll(open, { timeout: 20_000, interval: 500 }).toBe("read");
    texts.push(...offered);
    await page.keyboard.press("Escape");
    await options.first().waitFor({ state: "detached" });
  }
  return texts.flatMap((text) => text.split("\n").map((line) => line.trim()));
}

describe("the specification's texts", () => {
  let page: Page;
  sharedTab(
    () => session.current.open("/logout"),
    (tab) => {
      page = tab;
    },
  );

  it.each(Object.entries(TEXTS))("%s has them verbatim", async (path, texts) => {
    await go(page, path);
    const wanted = WITH_PLANS.includes(path) ? [...texts, ...TIERS, ...PRICES] : texts;
    // A text is a text node of its own, or the whole text of an element. Options of closed selects are not in the page until opened.
    const offered = new Set<string>();
    const missing = async () => {
      const left = await page.evaluate((wanted) => {
        const said = new Set<string>();
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
        for (let node = walk.nextNode(); node; node = walk.nextNode()) said.add(node.textContent?.trim() ?? "");
        return wanted.filter((text) => !said.has(text));
      }, wanted);
      // The first text of each is on the screen itself; until it is there, the selects belong to another screen.
      if (left.includes(wanted[0]) || left.every((text) => offered.has(text))) return left.filter((text) => !offered.has(text));
      try {
        for (const text of await optionsOf(page)) offered.add(text);
      } catch (error) {
        return [...left, String(error)];
      }
      return left.filter((text) => !offered.has(text));
    };
    await expect.poll(missing, { timeout: 90_000 }).toEqual([]);
  });
});

describe("the shell", () => {
  it("has a search of the specified width and a user menu of three lines", async () => {
    const page = await session.current.open("/subscription");
    const rem = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    // 96 units of a quarter rem.
    expect((await page.getByRole("button", { name: "Search tools and models..." }).boundingBox())?.width).toBe(24 * rem);
    for (const [line, path] of [
      ["Your Profile", "/profile"],
      ["Settings", "/settings"],
      ["Sign out", "/logout"],
    ]) {
      await page.getByRole("button", { name: "User menu" }).click();
      await page.getByRole("menuitem", { name: line }).click();
      await page.waitForURL(`**${path}`);
    }
    await page.close();
  });

  it("shows a thin bar at the top while a screen is loading", async () => {
    const page = await session.current.context.newPage();
    let arrive: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route(/assets\/garch-model-/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${session.current.origin}/subscription`);
    await page.locator("main h1").waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "GARCH Model" }).click();
    const bar = page.getByRole("progressbar", { name: "Loading page" });
    await bar.waitFor();
    const box = await bar.boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, width: 1440 });
    expect(box?.height).toBeLessThanOrEqual(4);
    arrive();
    await page.getByRole("heading", { level: 1, name: "GARCH Model Analysis" }).waitFor();
    await bar.waitFor({ state: "detached" });
    await page.close();
  });
});

it("logged no errors", () => expect(session.current.errors).toEqual([]));
