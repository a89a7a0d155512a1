import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { itInLongRuns } from "../fixtures/in-all";
import { findings } from "./axe.ts";
import { freshScreen, open, source } from "./data-field-stage.tsx";

let files = 0;
/** A file unlike any other test's, by its header. */
const fileOf = (rows: readonly string[], header = `date,p${++files}x${Date.now()}`) =>
  new File([`${header}\n${rows.join("\n")}\n`], `open-${files}.csv`);
const EITHER = ["01/02/2024,10", "02/02/2024,11", "03/02/2024,12"];
const days = () => [...(source().series?.times ?? [])].map((time) => new Date(time).toISOString().slice(0, 10));
const values = () => [...(source().series?.columns[source().series?.primary ?? 0].values ?? [])];
const left = () => page.getByRole("list", { name: "Ambiguous in the text" });
const check = () => page.getByRole("button", { name: "Check the reading…" });
const dialog = () => page.getByRole("dialog", { name: "Check the reading" });

async function choose(label: string, option: string): Promise<void> {
  await dialog().getByRole("button", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

it("what a text leaves ambiguous is said beside it, shown row by row, and resolved", async () => {
  const screen = await open(freshScreen());
  const file = fileOf(EITHER);
  source().takeFile(file);
  await expect.element(left()).toHaveTextContent("Dates are read day before month: all are ambiguous");
  expect(await findings("light", screen.container)).toEqual([]);
  await check().click();
  const first = dialog().getByRole("row", { name: /^2 / });
  await expect.element(first).toHaveTextContent("01/02/2024→ 2024-02-01");
  expect(await findings("light", dialog().element() as HTMLElement)).toEqual([]);
  await choose("Dates", "Month before day");
  await expect.element(first).toHaveTextContent("01/02/2024→ 2024-01-02");
  // Nothing changes while it is only being looked at.
  expect(days()).toEqual(["2024-02-01", "2024-02-02", "2024-02-03"]);
  await dialog().getByRole("button", { name: "Read it like this" }).click();
  await expect.element(page.getByText("Read as chosen: month before day")).toBeVisible();
  expect(days()).toEqual(["2024-01-02", "2024-02-02", "2024-03-02"]);
  await expect.element(left()).not.toBeInTheDocument();
});

itInLongRuns("the choice holds for the next text with the same header and separators, says so, and is dropped by a press", async () => {
  const header = `date,again${Date.now()}`;
  const screen = await open(freshScreen());
  source().takeFile(fileOf(EITHER, header));
  await check().click();
  await choose("Dates", "Month before day");
  await dialog().getByRole("button", { name: "Read it like this" }).click();
  await expect.element(page.getByText("Read as chosen: month before day")).toBeVisible();
  await screen.unmount();
  await open(freshScreen());
  source().takeFile(fileOf(["01/02/2024,20", "02/02/2024,21"], header));
  await expect.element(page.getByText("Read as chosen for an earlier text with this layout: month before day")).toBeVisible();
  expect(days()).toEqual(["2024-01-02", "2024-02-02"]);
  await check().click();
  await dialog().getByRole("button", { name: "Forget the choices" }).click();
  await expect.element(left()).toBeVisible();
  expect(days()).toEqual(["2024-02-01", "2024-02-02"]);
});

itInLongRuns("an assumption is confirmed as shown, and repeated dates are handled as chosen", async () => {
  await open(freshScreen());
  source().takeFile(fileOf(["2024-01-02,10", "2024-01-03,11", "2024-01-03,15", "2024-01-04,12"]));
  await expect.element(left()).toHaveTextContent("1 row shares its date with another: all are kept, in the order of the text");
  await check().click();
  await dialog().getByRole("button", { name: "Read it like this" }).click();
  await expect.element(page.getByText("Read as chosen: every row of repeated dates")).toBeVisible();
  expect(values()).toEqual([10, 11, 15, 12]);
  await check().click();
  await choose("Rows that share a date", "Use the mean");
  await dialog().getByRole("button", { name: "Read it like this" }).click();
  await expect.element(page.getByText("Read as chosen: the mean of repeated dates")).toBeVisible();
  expect(values()).toEqual([10, 13, 12]);
});

itInLongRuns("columns are given another role, and prices adjusted for the splits beside them", async () => {
  await open(freshScreen());
  source().takeFile(fileOf(["2024-01-02,100,0", "2024-01-03,104,0", "2024-01-04,26,4"], `date,close,event${Date.now()}`));
  await check().click();
  await expect.element(dialog().getByRole("button", { name: /event/ })).toHaveTextContent("Value · as found");
  await dialog().getByRole("button", { name: /event/ }).click();
  await page.getByRole("option", { name: "Split ratio" }).click();
  await choose("Adjust the prices", "For splits");
  await dialog().getByRole("button", { name: "Read it like this" }).click();
  await expect.element(page.getByText("close adjusted backwards for 1 split and 0 dividends")).toBeVisible();
  expect(values()).toEqual([25, 26, 26]);
});

it("a move over 40% is marked as a split, for this text only", async () => {
  const header = `date,jump${Date.now()}`;
  await open(freshScreen());
  source().takeFile(fileOf(["2024-01-02,400", "2024-01-03,404", "2024-01-04,102"], header));
  await page.getByRole("button", { name: /^Details of/ }).click();
  await page.getByRole("button", { name: "Check the reading…" }).last().click();
  await choose("2024-01-04: 404 → 102", "4:1 split, leaves 1.0%");
  await dialog().getByRole("button", { name: "Read it like this" }).click();
  await expect.element(page.getByText("Read as chosen: splits marked on 2024-01-04 (4:1)")).toBeVisible();
  expect(values()).toEqual([100, 101, 102]);
  source().takeFile(new File([`${header}\n2021-01-05,400\n2021-01-06,404\n2024-01-04,103\n`], "another.csv"));
  await expect.poll(values).toEqual([400, 404, 103]);
});

it("lines and header of an unreadable file are chosen manually, and it is read at once", async () => {
  await open(freshScreen());
  source().takeFile(
    new File([`"a quote that never closes\nDay,Rate ${Date.now()}\n2024-01-02,5\n2024-01-03,6\n2024-01-04,11\n`], "hard.csv"),
  );
  await expect.element(page.getByRole("alert")).toBeVisible();
  await check().click();
  const skip = dialog().getByRole("textbox", { name: "Skip at the beginning" });
  await skip.fill("2000");
  await dialog().getByRole("textbox", { name: "Skip at the end" }).fill("1");
  await expect.element(dialog().getByText("Must be at most 1000. 0 is kept.")).toBeVisible();
  await skip.fill("1");
  await choose("First row is a header", "Yes");
  await expect.element(dialog().getByRole("row", { name: /^3 / })).toHaveTextContent("2024-01-02→ 2024-01-025→ 5");
  expect(await findings("light", dialog().element() as HTMLElement)).toEqual([]);
  await dialog().getByRole("button", { name: "Read it like this" }).click();
  await expect
    .element(page.getByText("Read as chosen: 1 line skipped at the beginning, 1 line skipped at the end, first row as the header"))
    .toBeVisible();
  expect(values()).toEqual([5, 6]);
});

it("formulas without results are named beside prices, and where they are the prices another column can be chosen", async () => {
  const rows = ["2024-01-02,100,=B2*2", "2024-01-03,101,=B3*2", "2024-01-04,102,=B4*2"];
  const screen = await open(freshScreen());
  source().takeFile(fileOf(rows, `date,close,gain${Date.now()}`));
  await expect.element(page.getByText(/^Not read: gain\d+ \(formulas without a stored result\)\. Open and save/)).toBeVisible();
  expect(values()).toEqual([100, 101, 102]);
  await screen.unmount();
  await open(freshScreen());
  source().takeFile(fileOf(rows, `date,open,amount${Date.now()}`));
  await expect.element(page.getByText(/Column 3 has 3 formulas without a stored result/)).toBeVisible();
  await check().click();
  await dialog()
    .getByRole("button", { name: /amount/ })
    .last()
    .click();
  await page.getByRole("option", { name: "Not read", exact: true }).click();
  await dialog().getByRole("button", { name: "Read it like this" }).click();
  await expect.element(page.getByText(/^Read as chosen: 1 column assigned/)).toBeVisible();
  expect(values()).toEqual([100, 101, 102]);
});

it("a choice under which nothing can be read is refused beforehand, and a failed reading leaves the previous data", async () => {
  await open(freshScreen());
  source().takeFile(fileOf(["25/02/2024,10", "26/02/2024,11"]));
  await page.getByRole("button", { name: /^Details of/ }).click();
  await page.getByRole("button", { name: "Check the reading…" }).click();
  await choose("Dates", "Month before day");
  await expect.element(dialog().getByText("excluded: unreadable date").first()).toBeVisible();
  await dialog().getByRole("button", { name: "Read it like this" }).click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  expect(days()).toEqual(["2024-02-25", "2024-02-26"]);
});

it("what Data quality counts is fixed by a press beside it, the focus stays in the list, and Undo restores it until the screen is left", async () => {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory({ initialEntries: ["/first"] }) });
  await router.load();
  await open(freshScreen(), (stage) => <RouterContextProvider router={router}>{stage}</RouterContextProvider>);
  source().takeFile(fileOf(["2024-01-02,10", "2024-01-03,11", "2024-01-03,15", "2024-01-04,12"]));
  await page.getByRole("button", { name: /^Details of/ }).click();
  const quality = page.getByRole("dialog", { name: /^Data quality/ });
  const press = async (label: string) => {
    const button = quality.getByRole("button", { name: label });
    await expect.element(button).toBeVisible();
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
  };
  await press("Keep the last");
  await expect.element(quality.getByText("Rows dropped: same date as a later row")).toBeVisible();
  expect(values()).toEqual([10, 15, 12]);
  await expect.poll(() => quality.element().contains(document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.element(quality.getByText("Rows kept that repeat a date")).toBeVisible();
  expect(values()).toEqual([10, 11, 15, 12]);
  await press("Keep the first");
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await expect.element(undo).toBeVisible();
  router.history.push("/second");
  await router.load();
  await expect.element(undo).not.toBeInTheDocument();
});
