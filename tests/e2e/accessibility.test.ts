import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { inLongRuns, itInLongRuns } from "../fixtures/in-all";
import { auditEverywhere, auditOpen, LATER_TAB, unreached } from "./audit";
import { quiet, sharedSession, startSession } from "./browser";

const NEWS = "Strong growth and bullish momentum lift the market, though analysts warn of risk and weak demand.";

describe("axe in both themes at three widths, with results on the screen", () => {
  let session: Awaited<ReturnType<typeof startSession>>;
  beforeAll(async () => {
    session = await startSession(inject("origin"));
  });
  afterAll(() => session?.close());

  it("finds nothing on the Trading Dashboard", async () => {
    const page = await session.open("/market-analysis");
    await page.getByRole("button", { name: "Load sample series" }).click();
    await page.getByText("8,").first().waitFor();
    await page.getByRole("textbox", { name: "News Data" }).fill(NEWS);
    await page.getByRole("button", { name: "Get Trading Decision" }).click();
    await page.getByText("Recommended Action").first().waitFor();
    await page.locator("canvas").first().waitFor();
    await page.getByText("Rule trace").click();
    expect(await auditEverywhere(page)).toEqual([]);
    expect(await unreached(page)).toEqual([]);
    await page.close();
  });

  it("finds nothing on any tab of the GARCH screen; in a contrast theme the lines and the selected tab are distinguishable", async () => {
    const page = await session.open("/garch-model");
    await page.getByRole("button", { name: /DM\/GBP/ }).click();
    await page.getByText("1,974").first().waitFor();
    expect(await auditEverywhere(page)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Persistence", { exact: true }).first().waitFor();
    for (const tab of ["Analysis", "Forecast", "Settings"]) {
      await page.getByRole("tab", { name: tab }).click();
      await quiet(page);
      const look = tab === "Analysis" ? {} : LATER_TAB;
      expect(await auditEverywhere(page, look)).toEqual([]);
      expect(await unreached(page, look)).toEqual([]);
    }
    await page.getByRole("tab", { name: "Analysis" }).click();
    await page.emulateMedia({ forcedColors: "active" });
    const seen = await page.evaluate(() => {
      const ground = (element: Element | null, part?: string) => element && getComputedStyle(element, part).backgroundColor;
      const lines = [...document.querySelectorAll(".chart-area i[aria-hidden]")]
        .filter((mark) => mark.checkVisibility())
        .map((mark) => getComputedStyle(mark))
        .filter(({ borderTopStyle }) => borderTopStyle !== "none");
      return {
        lines: new Set(lines.map(({ borderTopColor }) => borderTopColor)).size,
        chosen: ground(document.querySelector("main [role=tab][aria-selected=true]"), "::after"),
        page: ground(document.documentElement),
      };
    });
    expect(seen.lines).toBeGreaterThan(1);
    expect(seen.chosen).not.toBe(seen.page);
    await page.close();
  });
});

inLongRuns(() => {
  const session = sharedSession();

  it.each(["/garch-model", "/risk-management"])(
    "axe in both themes, with an explanation open, finds nothing in the first and last one of %s, nor around them",
    async (path) => {
      const page = await session.current.open(path);
      const main = page.getByRole("main");
      await main.getByRole("button", { name: "Start with a sample" }).first().click();
      await main.getByRole("navigation", { name: "Next steps" }).waitFor();
      await quiet(page);
      const marks = main.getByRole("button", { name: /^About / }).filter({ visible: true });
      for (const mark of [marks.first(), marks.last()]) {
        await mark.click();
        const words = page.getByRole("dialog");
        await expect.poll(async () => (await words.innerText()).length).toBeGreaterThan(60);
        expect(await auditOpen(page)).toEqual([]);
        await page.keyboard.press("Escape");
        await words.waitFor({ state: "detached" });
      }
      await page.close();
    },
  );
});

describe("by keyboard alone", () => {
  let session: Awaited<ReturnType<typeof startSession>>;
  beforeAll(async () => {
    session = await startSession(inject("origin"));
  });
  afterAll(() => session?.close());

  /** Presses Tab until an element whose accessible name matches has the focus. */
  async function tabTo(page: Page, name: RegExp): Promise<void> {
    for (let step = 0; step < 120; step++) {
      await page.keyboard.press("Tab");
      const label = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement | null;
        if (element?.tagName === "BODY" || element?.tagName === "MAIN") return "";
        const labeled = (element?.getAttribute("aria-labelledby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent ?? "");
        const labels =
          element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement
            ? [...(element.labels ?? [])].map((one) => one.textContent)
            : [];
        return [element?.getAttribute("aria-label"), ...labeled, ...labels, element?.textContent].join(" ");
      });
      if (name.test(label)) return;
    }
    throw new Error(`Tab never reached ${name}`);
  }

  it("GARCH: sample, fit, tabs, chart cursor and table, without a pointer", async () => {
    const page = await session.open("/garch-model");
    await tabTo(page, /DM\/GBP/);
    await page.keyboard.press("Enter");
    await page.getByText("1,974").first().waitFor();
    await tabTo(page, /Run Analysis/);
    await page.keyboard.press("Enter");
    await page.getByText("Persistence", { exact: true }).first().waitFor();
    expect(await page.getByRole("tab", { name: "Analysis" }).getAttribute("aria-selected")).toBe("true");
    const chart = page.getByRole("application").first();
    await chart.waitFor();
    await chart.focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await expect
      .poll(() =>
        page
          .locator("[aria-live=polite]")
          .allTextContents()
          .then((texts) => texts.join(" ")),
      )
      .toMatch(/\d/);
    await page.getByRole("tab", { name: "Analysis" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "Forecast", selected: true }).waitFor();
    await page.locator("canvas").first().waitFor();
    await page.close();
  });

  itInLongRuns("Trading Dashboard: sample, news, decision, without a pointer", async () => {
    const page = await session.open("/market-analysis");
    await tabTo(page, /Fill Sample Data/);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("textbox", { name: "Market Data" }).inputValue()).toMatch(/^\d+(\.\d+)?(, ?\d+(\.\d+)?){9}$/);
    await tabTo(page, /News Data/);
    await page.keyboard.type(NEWS);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Recommended Action").first().waitFor();
    await page
      .getByText(/^[▲▼■]?\s*(Buy|Sell|Hold)$/)
      .first()
      .waitFor();
    await page.close();
  });
});
