import "../../src/styles.css";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import ConvertData from "../../src/tools/convert-data/convert-data.tsx";
import { ALL } from "../fixtures/in-all";
import { STATEMENT_CSV } from "../fixtures/statements.ts";
import { findingsInBothThemes } from "./axe.ts";
import { upload } from "./fields.ts";

const box = () => page.getByRole("textbox", { name: "Trading results" });
const submit = () => page.getByRole("button", { name: /^Convert to CSV/ });

async function open() {
  const router = createRouter({
    routeTree: createRootRoute({ component: ConvertData }),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  const screen = await render(<RouterProvider router={router} />);
  await expect.element(box()).toBeVisible();
  return screen;
}

beforeEach(() => localStorage.clear());

it("previews what is typed, and lists what it cannot parse", async () => {
  await open();
  await expect.element(submit()).toBeDisabled();
  await box().fill("Balance: **1,000.50**\nsomething else\nReturn: 5%");
  const preview = page.getByRole("table", { name: "Figures" });
  await expect.element(preview).toBeVisible();
  await expect.element(page.getByRole("textbox", { name: "Value of Balance" })).toHaveValue("1000.5");
  await expect.element(page.getByRole("textbox", { name: "Value of Return", exact: true })).toHaveValue("0.05");
  await page.getByText("1 line was not understood").click();
  await expect.element(page.getByText("line 2: something else")).toBeVisible();
  await page.getByText("Return (%)", { exact: true }).click();
  await expect.element(page.getByText("2 columns in the order of the file")).toBeVisible();
  await page.getByRole("button", { name: "Undo changes" }).click();
  await expect.element(page.getByText("3 columns in the order of the file")).toBeVisible();
});

it("reports a failure in red and in the console, right after typing too", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await open();
  await box().fill("nothing of use");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Data processing failed: No valid data patterns found in input.");
  expect(logged).toHaveBeenCalledWith("Data processing failed: No valid data patterns found in input.");
  await expect.element(box()).toHaveValue("nothing of use");
  await box().fill("nothing of use, 5");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  logged.mockRestore();
});

it("converts what was just typed, even if the page is too busy to render before the preview is due", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  onTestFinished(() => void vi.restoreAllMocks());
  await open();
  await box().fill("nothing of use");
  box()
    .element()
    .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }));
  const BUSY = 600;
  for (const until = performance.now() + BUSY; performance.now() < until; );
  await expect.element(page.getByRole("alert")).toHaveTextContent("No valid data patterns found in input.");
});

it("shows the trades of a pasted list, and asks for the balance it does not contain", async () => {
  await open();
  await box().fill(STATEMENT_CSV);
  const figures = page.getByRole("region", { name: "Account performance" });
  await expect.element(figures).toHaveTextContent(/10,000\.00 assumed to 10,950\.00/);
  await page.getByRole("textbox", { name: "Starting balance" }).fill("1000");
  await userEvent.keyboard("{Tab}");
  await expect.element(figures).toHaveTextContent(/1,000\.00 given to 1,950\.00/);
  await page.getByRole("button", { name: "Export" }).click();
  for (const name of ["Python script", "R script"]) await expect.element(page.getByRole("menuitem", { name })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
});

it("clears, and restores what was cleared", async () => {
  await open();
  await page.getByRole("button", { name: "Use this example" }).click();
  await expect.element(page.getByRole("table", { name: "Figures" })).toBeVisible();
  if (ALL) expect(await findingsInBothThemes()).toEqual([]);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect.element(box()).toHaveValue("");
  await expect.element(page.getByRole("table", { name: "Figures" })).not.toBeInTheDocument();
});

it.each([
  ["ret\n0.01\n0.02\n-0.01\n0.03\n", ["Open in Risk Manager", "Open in Validation"]],
  ["close\n101\n102\n101\n103\n", ["Open in Risk Manager", "Open in Backtester", "Open in Validation"]],
])("a table %j opens only in tools that can use it", async (text, offered) => {
  const screen = await open();
  await upload(new File([text], "table.csv"));
  await expect.element(page.getByText("not a results report: read as a table")).toBeVisible();
  const buttons = page.getByRole("button", { name: /^Open in/ });
  expect(buttons.elements().map((button) => button.textContent)).toEqual(offered);
  await screen.unmount();
});

it("shows a file's name without characters that turn text", async () => {
  await open();
  await upload(new File([STATEMENT_CSV], "trades\u202Efdp.csv"));
  await expect.element(page.getByText("trades[U+202E]fdp.csv · 7 figures, 3 closed trades")).toBeVisible();
});
