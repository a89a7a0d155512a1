import { readFileSync } from "node:fs";
import { constants, inflateSync } from "node:zlib";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { itInAll, itInLongRuns, LONG } from "../fixtures/in-all";
import { quiet, sharedSession, takeSample } from "./browser";

const session = sharedSession();
/** A separate visit for a file with a hostile name. */
const hostile = sharedSession();

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** All figures of the open view as shown. */
const figuresOf = (page: Page): Promise<[string, string][]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("main [data-report=results] dt:not(table dt)")]
      .filter((term) => term.checkVisibility() && !term.closest("section")?.querySelector("[data-sample]"))
      .map((term): [string, string] => {
        const [label] = term.innerText.split("\n");
        const value = term.parentElement?.querySelector<HTMLElement>("dd")?.innerText ?? "";
        return [label.trim(), value.replace(/[▲▼■]/g, "").replace(/\s+/g, " ").trim()];
      }),
  );

interface Report {
  html: string;
  fileName: string;
}

async function saveReport(page: Page): Promise<Report> {
  await page.getByRole("button", { name: "Export", exact: true }).first().click();
  const item = page.getByRole("menuitem", { name: /Report \(HTML\)/ });
  const [file] = await Promise.all([page.waitForEvent("download"), item.click()]);
  return { html: readFileSync(await file.path(), "utf8"), fileName: file.suggestedFilename() };
}

/** The objects of a PDF as text, including compressed ones. */
function objectsOf(pdf: Buffer): string {
  const text = pdf.toString("latin1");
  const streams = [...text.matchAll(/\/FlateDecode.*?stream\r?\n(.*?)endstream/gs)].map(([, packed]) => Buffer.from(packed, "latin1"));
  return [text, ...streams.map((packed) => inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).toString("latin1"))].join("\n");
}

/** Opens a report on its own and reads it back. */
async function readReport({ html }: Report) {
  const page = await session.current.context.newPage();
  const requests: string[] = [];
  const refused: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("console", (message) => refused.push(message.text()));
  await page.setContent(html);
  const read = await page.evaluate(() => ({
    title: document.title,
    text: document.body.innerText,
    active: document.querySelectorAll("script, iframe, object, embed, link, base, form, img, [onload], [onerror], [onclick]").length,
    references: [...document.querySelectorAll("*")].flatMap((element) =>
      ["src", "href", "xlink:href", "action", "data"].flatMap((name) => element.getAttribute(name) ?? []),
    ),
    figures: [...document.querySelectorAll<HTMLElement>(".figures > div")].map((cell): [string, string] => [
      cell.querySelector("dt")?.innerText ?? "",
      cell.querySelector("dd")?.innerText ?? "",
    ]),
    charts: [...document.querySelectorAll("figure")].map((figure) => figure.querySelectorAll("svg path, svg text").length),
    clips: [...document.querySelectorAll("clipPath")].map(({ id }) => id),
    ground: [...document.querySelectorAll("svg > rect")].map((rect) => rect.getAttribute("fill")),
    data: JSON.parse(document.querySelector("#result")?.textContent ?? "null"),
  }));
  const wide: number[] = [];
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    wide.push(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth));
  }
  await page.close();
  return { ...read, html, requests, refused, wide };
}

interface Screen {
  path: string;
  begin: (page: Page) => Promise<void>;
  /** Waits for the result. */
  done: (page: Page) => Promise<unknown>;
  title: string;
  /** Minimum number of charts. */
  charts: number;
  /** Text that must be in the views, including those that were not opened. */
  words: string[];
  /** Text on the page that must not be in the report, since it belongs to other results on the device. */
  without?: string[];
  sources: number;
}

const sample = (page: Page) => press(page, "Start with a sample");
const region = (name: string) => (page: Page) => page.getByRole("region", { name }).first().waitFor();

const SCREENS: Record<string, Screen> = {
  "Risk Manager": {
    path: "/risk-management",
    begin: async (page) => {
      await takeSample(page, "WTI crude oil");
      await page.getByText("8,321 values read").first().waitFor();
      await press(page, "Analyze Portfolio Risk");
    },
    done: region("Key figures of the risk"),
    title: "Risk of WTI crude oil",
    charts: 2,
    words: ["Worst drawdowns", "Kupiec", "Sharpe (1994)"],
    sources: 1,
  },
  "Markov Regime": {
    path: "/markov-regime",
    begin: sample,
    done: async (page) => {
      await page.getByText("Current regime").waitFor();
      await page.getByRole("application", { name: /Price by regime/ }).waitFor();
    },
    title: "Market regimes of WTI crude oil",
    charts: 7,
    words: ["Transition matrix", "Regime probabilities ahead", "Timing performance", "Hamilton (1989)"],
    sources: 1,
  },
  "Lyapunov Analysis": {
    path: "/lyapunov",
    begin: sample,
    done: async (page) => page.getByRole("application", { name: /Analysis Visualization/ }).waitFor(),
    title: "Lyapunov exponent of WTI crude oil",
    charts: 2,
    words: ["Embedding used", "False neighbors", "Rosenstein, Collins and De Luca (1993)"],
    sources: 1,
  },
  "Market Curiosity": {
    path: "/market-curiosity",
    begin: sample,
    done: async (page) => page.getByRole("table", { name: "Structure" }).waitFor(),
    title: "Market curiosity of WTI crude oil",
    charts: 4,
    words: ["Feature Importance", "Alert rules", "Bandt and Pompe (2002)"],
    sources: 1,
  },
  "LLM Trader": {
    path: "/llm-trader",
    begin: (page) => press(page, "Start with an example"),
    done: region("Trading Signal"),
    title: "Trading signal of a news text",
    charts: 0,
    words: ["Analysis Reasoning", "Oil markets rally as OPEC", "Model: Lexicon engine"],
    without: ["Historical Analysis", "Market Sentiment Trends"],
    sources: 0,
  },
  "Trading Decision Engine": {
    path: "/quant-edge-ai",
    begin: sample,
    done: async (page) => page.getByTestId("action").waitFor(),
    title: "Trading decision on WTI crude oil",
    charts: 1,
    words: ["Combined score", "decisionScores", "Track record"],
    sources: 1,
  },
  Batch: {
    path: "/batch",
    begin: async (page) => {
      await press(page, "Four simulated assets");
      await page
        .getByText(/values read/)
        .first()
        .waitFor();
      await press(page, /^Run Batch/);
    },
    done: (page) => page.getByText("of all answers").waitFor(),
    title: "GARCH of 4 series of Four simulated assets",
    charts: 0,
    words: ["GARCH by series", "Persistence", "SHA-256 of name, data hash, answer digest"],
    sources: 1,
  },
};

/** In short runs these represent all reports, which are written by the same code: one with many charts, and the tables of a batch. */
const REPORTED = LONG ? ["Risk Manager", "Batch"] : ["Risk Manager"];

describe("the report of a screen", () => {
  for (const [name, screen] of Object.entries(SCREENS)) {
    const test = REPORTED.includes(name) ? it : itInAll;
    test(`${name}: says what the page says, and needs nothing else`, async () => {
      const page = await session.current.open(screen.path);
      await screen.begin(page);
      await screen.done(page);
      const report = await readReport(await saveReport(page));
      const shown = await figuresOf(page);
      expect(shown.length).toBeGreaterThan(3);
      expect(report.figures).toEqual(expect.arrayContaining(shown));
      expect(report.title).toBe(screen.title);
      for (const words of screen.words) expect(report.text).toContain(words);
      for (const words of screen.without ?? []) expect(report.html).not.toContain(words);
      expect(report.charts.length).toBeGreaterThanOrEqual(screen.charts);
      expect(report.charts.every((marks) => marks > 3)).toBe(true);
      expect(new Set(report.clips).size).toBe(report.clips.length);
      expect(report.ground.every((fill) => fill === "#ffffff")).toBe(true);

      expect(report.active).toBe(0);
      expect(report.references).toEqual([]);
      expect(report.requests).toEqual([]);
      expect(report.refused).toEqual([]);
      expect(report.wide).toEqual([0, 0]);

      expect(report.data.sources).toHaveLength(screen.sources);
      for (const { sha256 } of report.data.sources) {
        expect(sha256).toMatch(/^[0-9a-f]{64}$/);
        expect(report.text).toMatch(new RegExp(`\\d,\\d{3} rows, SHA-256 ${sha256}`));
      }
      expect(report.data.kernelDigest).not.toBe("");
      expect(report.text).toContain(report.data.kernelDigest);
      expect(report.data.charts).toHaveLength(report.charts.length);
      // The page is as before: the same view is open, and nothing is left hidden.
      expect(await page.locator('main [role="tabpanel"][style*="absolute"]').count()).toBe(0);
      await page.close();
    });
  }

  itInLongRuns("prints on several pages of paper, none too wide", async () => {
    const page = await session.current.open("/risk-management");
    await SCREENS["Risk Manager"].begin(page);
    await SCREENS["Risk Manager"].done(page);
    const { html } = await saveReport(page);
    await page.close();
    const paper = await session.current.context.newPage();
    await paper.setContent(html);
    const objects = objectsOf(await paper.pdf({ format: "A4" }));
    await paper.close();
    const sheets = [...objects.matchAll(/\/Type\s*\/Page\b/g)];
    expect(sheets.length).toBeGreaterThan(1);
    const boxes = [...objects.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)];
    // Playwright passes the size of A4 to Firefox in the wrong unit, so only the aspect ratio is compared.
    expect(boxes.map(([, width, height]) => Math.round((100 * +height) / +width))).toEqual(sheets.map(() => 141));
  });

  it("a screen itself prints only its results, in the light theme, fully expanded", async ({ skip }) => {
    const page = await session.current.openAlone("/risk-management");
    await page.setViewportSize({ width: 1920, height: 900 });
    await page.emulateMedia({ colorScheme: "dark" });
    await SCREENS["Risk Manager"].begin(page);
    await SCREENS["Risk Manager"].done(page);
    // Content further down is drawn later.
    await page.locator("main table").nth(3).waitFor();
    await quiet(page);
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    // The printable area of A4.
    await page.emulateMedia({ media: "print" });
    if (!(await page.evaluate(() => matchMedia("print").matches))) skip("its driver shows no page as it is printed");
    await page.setViewportSize({ width: 718, height: 1047 });
    const seen = await page.evaluate(() => {
      const shown = (parts: string) => [...document.querySelectorAll<HTMLElement>(parts)].filter((part) => part.checkVisibility());
      const right = (part: Element) => part.getBoundingClientRect().right;
      return {
        controls: shown('nav, aside, [role="tablist"], [data-rac]:not(td *), button[aria-label^="About "], input').map(({ outerHTML }) =>
          outerHTML.slice(0, 120),
        ),
        tables: shown("main table").length,
        wide: shown("main table, main canvas").filter((part) => right(part) > innerWidth + 1).length,
        scheme: getComputedStyle(document.documentElement).colorScheme,
        inverted: shown("main canvas").every((canvas) => getComputedStyle(canvas).filter.includes("invert")),
      };
    });
    expect(seen).toEqual({ controls: [], tables: expect.any(Number), wide: 0, scheme: "light", inverted: true });
    expect(seen.tables).toBeGreaterThan(3);
    await page.close();
  });

  it("shows the name of a file literally, however hostile", async () => {
    const page = await hostile.current.open("/risk-management");
    const values = Array.from({ length: 120 }, (_, row) => 100 + 5 * Math.sin(row) + row / 10);
    const name = '<script>alert("x")<script><img src=x onerror=alert(1)>.csv';
    await page
      .locator('main input[type="file"]')
      .first()
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(`Value\n${values.join("\n")}`) });
    await page.getByText("120 values read").first().waitFor();
    await press(page, "Analyze Portfolio Risk");
    await region("Key figures of the risk")(page);
    const saved = await saveReport(page);
    expect(saved.fileName).not.toMatch(/[<>"]/);
    const report = await readReport(saved);
    expect(report.title).toContain("<script>");
    expect(report.text).toContain(report.data.sources[0].name);
    expect(report.active).toBe(0);
    expect(report.requests).toEqual([]);
    await page.close();
  });
});
