import { expect, it } from "vitest";
import { family, LONG } from "../fixtures/in-all";
import { priceList, sharedSession } from "./browser";

const session = sharedSession();

const SCREENS = [
  { path: "/garch-model", read: "prices", other: "returns" },
  { path: "/markov-regime", read: "prices", other: "returns" },
  { path: "/lyapunov", read: "prices", other: "returns" },
  { path: "/market-curiosity", read: "prices", other: "returns" },
  { path: "/risk-management", read: "portfolio values", other: "returns" },
  { path: "/validation", read: "prices", other: "a track record" },
];
/** Screens with the two nouns for values, and the one with its own input. */
const STANDS = LONG ? ["/garch-model", "/risk-management", "/validation"] : ["/risk-management"];

async function readsAs({ path, read, other }: (typeof SCREENS)[number]): Promise<void> {
  const page = await session.current.open(path);
  await page.getByRole("textbox").first().fill(priceList(700));
  await page.getByText("700 values read").first().waitFor();
  await page.keyboard.press("Control+Enter");
  await page.getByText(`Input type: ${read} (auto-detected: `).waitFor();
  const before = await page.getByRole("main").innerText();
  await page.getByRole("button", { name: `Read as ${other}` }).click();
  await page.getByText(new RegExp(`Input type: ${other}.* \\(as chosen\\)`)).waitFor();
  // The result is recomputed, not only relabeled.
  await page.getByRole("progressbar").waitFor({ state: "detached" });
  expect(await page.getByRole("main").innerText()).not.toBe(before);
  expect(await page.getByText("Data or settings have changed", { exact: false }).count()).toBe(0);
  await page.getByRole("button", { name: `Read as ${read}` }).click();
  await page.getByText(`Input type: ${read} (as chosen)`).waitFor();
  await page.close();
}

family(
  SCREENS,
  ({ path }) => STANDS.includes(path),
  (screens) => it.each(screens)("$path says what the values were read as and why, and reads them as $other on request", readsAs),
);
