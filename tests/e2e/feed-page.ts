import type { Page } from "playwright";
import type { Session } from "./browser";

const form = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
export const market = (page: Page) => form(page, "Market Data Feed");
export const news = (page: Page) => form(page, "News Feed");
export const list = (page: Page) => page.getByRole("table", { name: "Feeds" });
export const row = (page: Page, name: string) => list(page).getByRole("row").filter({ hasText: name });
export async function connect(part: ReturnType<typeof market>, address: string): Promise<void> {
  await part.getByRole("textbox", { name: "Feed URL" }).fill(address);
  await part.getByRole("button", { name: /^Connect/ }).click();
}

export async function more(page: Page, name: string, choice: string): Promise<void> {
  await page.getByRole("button", { name: `More about ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: choice }).click();
}

/** Opens a feed's data in another screen. */
export async function openIn(page: Page, name: string, screen: string): Promise<void> {
  await page.getByRole("button", { name: `Open ${name} in`, exact: true }).click();
  await page.getByRole("menuitem", { name: screen }).click();
}

export async function remove(page: Page, name: string): Promise<void> {
  await more(page, name, "Remove");
  await page.getByRole("button", { name: `Refresh ${name}`, exact: true }).waitFor({ state: "detached" });
}

/** The screen without feeds: removes those left by a failed test. */
export async function openFeeds(session: Session): Promise<Page> {
  const page = await session.open("/data-integration");
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 100_000 });
  const nothing = page.getByText("No feeds yet", { exact: false });
  await nothing.or(list(page)).first().waitFor();
  const left = await list(page)
    .getByRole("button", { name: /^Refresh / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? ""));
  for (const label of left) await remove(page, label.replace("Refresh ", ""));
  await nothing.waitFor();
  return page;
}
