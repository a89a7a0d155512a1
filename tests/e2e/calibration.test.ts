import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { itInLongRuns } from "../fixtures/in-all";
import { choose, quiet, sharedSession } from "./browser";
import { Fingers } from "./fingers";

const keyboard = sharedSession();

/** The DM/GBP sample fitted with normal errors, with its parameters ready to be adjusted. */
async function calibrated(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /DM\/GBP/ })
    .first()
    .click();
  await page.getByText("1,974").first().waitFor();
  const rail = page.getByRole("button", { name: /Error Distribution/ });
  if (await rail.isVisible()) await choose(page, "Error Distribution", "Normal");
  await page.getByRole("button", { name: "Run Analysis" }).first().click();
  await page.getByRole("button", { name: "Adjust the parameters" }).click();
  await page.getByRole("button", { name: /^Manual weights/ }).waitFor();
}

const table = (page: Page) => page.getByRole("grid", { name: "Manual and at the maximum" });
const rowOf = async (page: Page, name: string): Promise<string[]> => {
  const cells = await table(page).getByRole("row").filter({ hasText: name }).first().getByRole("gridcell").allInnerTexts();
  return cells.map((text) => text.trim().replaceAll("−", "-"));
};
/** A figure at the manual parameters and at the maximum. */
const figures = async (page: Page, name: string) => (await rowOf(page, name)).slice(-3, -1).map((text) => Number(text.replaceAll(",", "")));

describe("parameters adjusted manually", () => {
  it("follow the keys of a slider, a box and the surface, and return to the maximum", async () => {
    const page = await keyboard.current.open("/garch-model");
    await calibrated(page);
    const back = page.getByRole("button", { name: "Back to the maximum" });
    expect(await back.isDisabled()).toBe(true);
    expect(await figures(page, "Log-likelihood")).toEqual([-1106.61, -1106.61]);
    await page.getByRole("slider", { name: "α₁ shock" }).focus();
    for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await figures(page, "α₁ shock"))[0]).toBeCloseTo(0.173, 3);
    await expect.poll(async () => (await figures(page, "Log-likelihood"))[0]).toBeLessThan(-1106.61);
    // The figures of the last press rather than of one before it.
    const above = async () => {
      const [persistence, usual] = await figures(page, "Persistence");
      return persistence - usual;
    };
    await expect.poll(above).toBeCloseTo(0.02, 2);
    // No model is shown for parameters beyond stationarity.
    const box = page.getByRole("textbox", { name: "α₁ shock, as a number" });
    await box.fill("0.3");
    await box.press("Enter");
    await page.getByText(/^▲ The persistence would be 1\.1060\./).waitFor();
    expect((await rowOf(page, "Log-likelihood")).slice(-3)[0]).toBe("—");
    await back.click();
    await expect.poll(async () => figures(page, "Log-likelihood")).toEqual([-1106.61, -1106.61]);
    const point = page.getByRole("button", { name: /^Manual weights/ });
    await point.focus();
    for (let i = 0; i < 10; i++) await page.keyboard.press("ArrowDown");
    await expect.poll(async () => (await figures(page, "β₁ memory"))[0]).toBeCloseTo(0.796, 3);
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(async () => (await figures(page, "α₁ shock"))[0]).toBeCloseTo(0.1631, 3);
    expect(keyboard.current.errors).toEqual([]);
    await page.close();
  });

  itInLongRuns("follow the news impact curve when it is dragged, or adjusted by keys", async () => {
    // In the previous test's tab, its result would still be shown.
    const page = await keyboard.current.openAlone("/garch-model");
    await calibrated(page);
    const grip = page.getByRole("button", { name: /^Manual news impact, gains/ });
    await grip.focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowUp");
    // At 2 σ the next variance is σ² (1 + 3 α₁): 5% more of 1.46 is 0.025 more of α₁.
    await expect.poll(async () => (await figures(page, "α₁ shock"))[0]).toBeGreaterThan(0.17);
    const byKeys = (await figures(page, "α₁ shock"))[0];
    await expect.poll(async () => (await figures(page, "Log-likelihood"))[0]).toBeLessThan(-1106.61);
    const at = await grip.evaluate((element) => {
      element.scrollIntoView({ block: "center" });
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    });
    await page.mouse.move(at.x, at.y);
    await page.mouse.down();
    await page.mouse.move(at.x + 4, at.y + 10, { steps: 4 });
    await expect.poll(async () => (await figures(page, "α₁ shock"))[0]).toBeLessThan(byKeys);
    // Beyond the top of the chart, dragging stops where the variance would not be stationary, and a message says so.
    await page.mouse.move(at.x, at.y - 400, { steps: 4 });
    await page.getByText(/^▲ The persistence would be/).waitFor();
    expect((await figures(page, "Persistence"))[0]).toBeLessThanOrEqual(1);
    await page.mouse.up();
    await page.getByRole("button", { name: "Back to the maximum" }).click();
    await expect.poll(async () => figures(page, "Log-likelihood")).toEqual([-1106.61, -1106.61]);
    expect(keyboard.current.errors).toEqual([]);
    await page.close();
  });
});

describe("parameters of an earlier fit", () => {
  it("are applied to other data unchanged, adjusted from there, and replaced by the maximum", async () => {
    const page = await keyboard.current.openAlone("/garch-model");
    await calibrated(page);
    const own = (await figures(page, "α₁ shock"))[0];
    const longRun = await rowOf(page, "σ, long run");
    await page
      .getByRole("button", { name: /WTI crude oil/ })
      .first()
      .click();
    await page.getByText("Data or settings have changed").first().waitFor();
    await page.getByRole("button", { name: "Run Analysis" }).first().click();
    await page.getByText("n = 8,320").first().waitFor();
    await choose(page, "Apply the parameters of an earlier fit", /DM.GBP/);
    await expect.poll(async () => (await figures(page, "α₁ shock"))[0]).toBe(own);
    const [applied, maximum] = await figures(page, "Log-likelihood");
    expect(applied).toBeLessThan(maximum);
    // The mean is included, and the long-run volatility is that of those parameters.
    await table(page).getByText("μ mean").waitFor();
    expect((await rowOf(page, "σ, long run")).slice(-3)[0]).toBe(longRun.slice(-3)[0]);
    const before = (await figures(page, "Persistence"))[0];
    await page.getByRole("slider", { name: "α₁ shock" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await figures(page, "Persistence"))[0]).toBeCloseTo(before + 0.001, 3);
    await page.getByRole("button", { name: "Back to the maximum" }).click();
    await expect.poll(async () => figures(page, "Log-likelihood")).toEqual([maximum, maximum]);
    expect(keyboard.current.errors).toEqual([]);
    await page.close();
  });
});

describe("parameters adjusted on a phone", () => {
  const phone = sharedSession({ phone: true });

  itInLongRuns("follow a finger on a slider and on the surface", async () => {
    const page = await phone.current.openAlone("/garch-model");
    await calibrated(page);
    await quiet(page);
    const fingers = await Fingers.on(page);
    const drag = async (name: RegExp | string, role: "slider" | "button", by: { x: number; y: number }) => {
      const thumb = page.getByRole(role, { name });
      // A slider's thumb is at its hidden input.
      await thumb.evaluate((element) => element.scrollIntoView({ block: "center" }));
      const at = await thumb.boundingBox();
      if (!at) throw new Error("nothing to take hold of");
      const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
      await fingers.stroke(...Array.from({ length: 9 }, (_, step) => [{ x: x + (by.x * step) / 8, y: y + (by.y * step) / 8 }]));
    };
    await drag("α₁ shock", "slider", { x: 20, y: 0 });
    await expect.poll(async () => (await figures(page, "α₁ shock"))[0]).toBeGreaterThan(0.16);
    await page.getByRole("button", { name: "Back to the maximum" }).tap();
    await drag(/^Manual weights/, "button", { x: -20, y: 25 });
    await expect.poll(async () => (await figures(page, "α₁ shock"))[0]).toBeLessThan(0.15);
    await expect.poll(async () => (await figures(page, "β₁ memory"))[0]).toBeLessThan(0.8);
    expect(phone.current.errors).toEqual([]);
    await page.close();
  });
});
