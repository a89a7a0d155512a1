import "../../src/styles.css";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import MarkovRegime from "../../src/tools/markov-regime/markov-regime.tsx";
import { itInLongRuns } from "../fixtures/in-all";
import { upload } from "./fields.ts";
import { holdJob } from "./hold-job.ts";

const box = () => page.getByRole("textbox", { name: "Market Data" });
const run = () => page.getByRole("button", { name: /Run Analysis|Analyzing/ });
const file = (text: string, name = "prices.csv") => new File([text], name, { type: "text/csv" });

/** Prices with calm and volatile periods. */
const PRICES = Array.from({ length: 400 }, (_, t) => 100 + 10 * Math.sin(t / 40) + (t % 80 > 60 ? 3 : 0.4) * Math.sin(t * t)).map((price) =>
  price.toFixed(3),
);

beforeEach(async () => {
  // Inputs are kept between visits, so each test starts with empty ones.
  const screen = await render(<MarkovRegime />);
  await expect.element(box()).toBeVisible();
  const remove = page.getByRole("button", { name: /^Remove / });
  while (remove.elements().length > 0) await remove.first().click();
  await box().fill("");
  await screen.unmount();
  await render(<MarkovRegime />);
});
afterEach(() => vi.restoreAllMocks());

it("says what is missing, refuses a file that is not a CSV, and a good file removes the message", async () => {
  await run().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Please select a file first");
  await upload(file("name,note\nx,y\n"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("Please upload a CSV file with Date and Close columns");
  await upload(file(`Close\n${PRICES.join("\n")}\n`));
  await expect.element(page.getByText("400 values read")).toBeVisible();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

it("asks for the column where none is called Close", async () => {
  await upload(
    file(
      `Date,North,South\n${PRICES.map((price, t) => `${new Date(86_400_000 * t).toISOString().slice(0, 10)},${price},${t + 1}`).join("\n")}\n`,
    ),
  );
  await expect.element(page.getByText("400 values read")).toBeVisible();
  await run().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Please upload a CSV file with Date and Close columns");
  await page.getByRole("button", { name: /Close column/ }).click();
  await page.getByRole("option", { name: "North" }).click();
  await run().click();
  await expect.element(page.getByRole("heading", { name: "Analysis Period" })).toBeVisible();
  await expect.element(page.getByText("1970-01-01", { exact: true })).toBeVisible();
  // The chart also says its last date.
  await expect.element(page.getByText("1971-02-04", { exact: true }).first()).toBeVisible();
});

itInLongRuns("shows a run in progress, and Esc cancels it without losing the previous result", async () => {
  await box().fill(PRICES.join("\n"));
  await run().click();
  await expect.element(page.getByRole("heading", { name: "Analysis Period" })).toBeVisible();
  await expect.element(page.getByText("not available: needs a Date column").first()).toBeVisible();
  await page.getByRole("radio", { name: "3" }).click();
  await expect.element(page.getByText(/Data or settings have changed/)).toBeVisible();
  holdJob();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(run()).toHaveTextContent("Analyzing...");
  await expect.element(page.getByRole("progressbar")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  await expect.element(run()).toHaveTextContent("Run Analysis");
  await expect.element(page.getByRole("heading", { name: "Analysis Period" })).toBeVisible();
  await page.getByRole("radio", { name: "2" }).click();
});
