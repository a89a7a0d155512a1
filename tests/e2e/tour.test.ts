import type { Locator } from "playwright";
import { describe, expect, it } from "vitest";
import { itInLongRuns } from "../fixtures/in-all";
import { quiet, sharedSession } from "./browser";

const session = sharedSession();
const TITLES = ["Your own prices, first", "One series, every tool", "Find anything", "Nothing leaves this device", "What is this?"];

/** Whether a dialog, which is its own frame, is within the window and shows all its content without scrolling. */
const fits = (dialog: Locator): Promise<boolean> =>
  dialog.evaluate((element) => {
    const frame = element.getBoundingClientRect();
    const within = frame.left >= 0 && frame.top >= 0 && frame.right <= innerWidth && frame.bottom <= innerHeight;
    return within && frame.height > 0 && element.scrollHeight <= element.clientHeight;
  });

describe("the tour", () => {
  it("is offered but not forced, has five steps by keyboard, and is left by Escape", async () => {
    const page = await session.current.openAlone("/");
    await quiet(page);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.getByRole("link", { name: "Take the tour" }).focus();
    await page.keyboard.press("Enter");
    for (const [step, title] of TITLES.entries()) {
      const dialog = page.getByRole("dialog", { name: title });
      await dialog.getByText(`${step + 1} of 5`).waitFor();
      // The next control is within the step and focused.
      await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      // The dialog's content fits its frame, and the frame fits the screen.
      await expect.poll(() => fits(dialog)).toBe(true);
      await page.keyboard.press("Enter");
    }
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(new URL(page.url()).hash).toBe("");
    await page.getByRole("link", { name: "Take the tour" }).click();
    await page.getByRole("dialog", { name: TITLES[0] }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.reload();
    await quiet(page);
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(session.current.errors).toEqual([]);
    await page.close();
  });

  itInLongRuns("starts from the search of any screen, and can go back a step", async () => {
    const page = await session.current.openAlone("/settings");
    await quiet(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Search/ }).fill("tour");
    await page.getByRole("option", { name: "Take the tour" }).click();
    await page.getByRole("dialog", { name: TITLES[0] }).getByRole("button", { name: "Next" }).click();
    await page.getByRole("dialog", { name: TITLES[1] }).getByRole("button", { name: "Back" }).click();
    await page.getByRole("dialog", { name: TITLES[0] }).getByRole("button", { name: "End the tour" }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe("/");
    await page.close();
  });
});

describe("the tour on a phone", () => {
  const phone = sharedSession({ phone: true });

  itInLongRuns("points at what it shows", async () => {
    const page = await phone.current.openAlone("/");
    await quiet(page);
    await page.getByRole("link", { name: "Take the tour" }).tap();
    for (const title of TITLES) {
      const dialog = page.getByRole("dialog", { name: title });
      await dialog.waitFor();
      await expect.poll(() => fits(dialog)).toBe(true);
      await dialog.getByRole("button", { name: /^(Next|Done)$/ }).tap();
    }
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.close();
  });
});
