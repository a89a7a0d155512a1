import { beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { DroppedRows } from "../../src/analysis/data/dropped-rows.tsx";
import { workspace } from "../../src/state/workspace";
import { sharedSeries } from "../../workers/results/shared-series";
import { LONG } from "../fixtures/in-all";
import { findingsOf } from "./axe.ts";
import { box, freshScreen, manyPrices, open, source } from "./data-field-stage.tsx";

const csv = (name: string, text: string) => new File([text], name, { type: "text/csv" });
const dialog = () => page.getByRole("dialog", { name: "Loaded series" });
const opener = () => page.getByRole("button", { name: "Use a loaded series" });
const button = (name: string) => page.getByRole("button", { name, exact: true });

/** Loads a series under this name and waits until it is saved. */
async function load(name: string, rows = 40): Promise<string> {
  source().takeFile(csv(name, manyPrices(rows)));
  const hash = (await source().settled())?.hash ?? "";
  await vi.waitFor(() => expect(workspace.read().datasets.find((dataset) => dataset.hash === hash)?.kept).toBe("device"), {
    timeout: 10_000,
  });
  return hash;
}

beforeEach(async () => {
  await workspace.open();
  for (const { hash } of workspace.read().datasets) await workspace.remove(hash);
});

describe("the list of loaded series", () => {
  it("says what to do when empty, and restores the focus", async () => {
    await open(freshScreen());
    await opener().click();
    await expect.element(dialog()).toHaveTextContent("No series yet");
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(opener()).toHaveFocus();
  });

  it("puts a series that another screen loaded into the field", async () => {
    const first = await open(freshScreen());
    const hash = await load("a.csv");
    await first.unmount();
    await open(freshScreen());
    await opener().click();
    await expect.element(dialog()).toHaveTextContent("40 rows");
    await button("Use: a.csv").click();
    await expect.element(page.getByText("40 prices read, 0 dropped")).toBeVisible();
    expect(source().series?.hash).toBe(hash);
    await expect.element(opener()).toHaveFocus();
    await opener().click();
    await expect.element(button("In use: a.csv")).toBeDisabled();
  });

  it("renames a series wherever its name is shown", async () => {
    await open(freshScreen());
    const hash = await load("b.csv");
    await opener().click();
    await button("Rename b.csv").click();
    const name = page.getByRole("textbox", { name: "New name for b.csv" });
    await expect.element(name).toHaveFocus();
    // A character that would reorder the text after it is written as its code.
    await name.fill("Cop\u202eper");
    await userEvent.keyboard("{Enter}");
    await button("Rename Cop[U+202E]per").click();
    await page.getByRole("textbox", { name: "New name for Cop[U+202E]per" }).fill("Copper");
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Rename Copper")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(button("Remove Copper")).toBeVisible();
    expect(await workspace.load(hash)).toMatchObject({ ok: true, value: { name: "Copper" } });
  });

  it("keeps the name when no new one is given", async () => {
    await open(freshScreen());
    await load("c.csv");
    await opener().click();
    await button("Rename c.csv").click();
    await page.getByRole("textbox", { name: "New name for c.csv" }).fill("   ");
    await button("Rename").click();
    await expect.element(button("Rename c.csv")).toHaveFocus();
    await button("Rename c.csv").click();
    await page.getByRole("textbox", { name: "New name for c.csv" }).fill("Other");
    await button("Keep").click();
    await expect.element(button("Rename c.csv")).toHaveFocus();
  });

  it("Esc cancels a rename, and only the next Esc closes the list", async () => {
    await open(freshScreen());
    await load("d.csv");
    await opener().click();
    await button("Rename d.csv").click();
    await userEvent.keyboard("{Escape}");
    await expect.element(button("Rename d.csv")).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it("removes a series with the focus kept in the list, and restores it by Undo", async () => {
    await open(freshScreen());
    await load("e.csv");
    const hash = await load("f.csv");
    await opener().click();
    await button("Remove f.csv").last().click();
    await expect.element(button("Rename f.csv")).not.toBeInTheDocument();
    await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true);
    // The field keeps its own series.
    expect(source().series?.hash).toBe(hash);
    await button("Undo").click();
    await expect.element(button("Rename f.csv")).toBeVisible();
    await expect.element(dialog()).toBeVisible();
  });

  it("says that the series in the field was removed, in this tab or another one, and saves it again", async () => {
    await open(freshScreen());
    const hash = await load("removed.csv");
    const notice = page.getByText(/^Removed from the datasets on this device/);
    await expect.poll(() => workspace.nameOf(hash)).toBe("removed.csv");
    await expect.element(notice).not.toBeInTheDocument();
    await workspace.remove(hash);
    await expect.element(notice).toBeVisible();
    await button("Keep dataset").click();
    await expect.element(notice).not.toBeInTheDocument();
    await expect.poll(() => workspace.read().datasets.find((one) => one.hash === hash)?.kept).toBe("device");
  });

  it("says when a series is gone from the device, and the field can still be used", async () => {
    await open(freshScreen());
    source().takeDataset("no such series");
    await expect.element(page.getByRole("alert")).toHaveTextContent("This dataset is no longer on this device.");
    await box().fill("1, 2, 3");
    await expect.element(page.getByText("3 prices read, 0 dropped")).toBeVisible();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });
});

it("the details of a series name what was dropped and where, and restore the focus", async () => {
  await open(freshScreen());
  source().takeFile(csv("g.csv", "date,close\n2020-01-01,5\n2020-01-02,x\n2020-01-03,7\n2020-01-03,8\n2020-01-06,-1"));
  await button("Details of g.csv").click();
  const details = page.getByRole("dialog", { name: "Data quality: g.csv" });
  await expect.element(details).toHaveTextContent(/Rows dropped: not a number\s*1 \(row 3\)/);
  await expect.element(details).toHaveTextContent(/Rows kept that repeat a date\s*1 \(row 5\)/);
  await expect.element(details).toHaveTextContent(/Zero or negative\s*1 \(row 6\)/);
  const dropped = details.getByRole("grid", { name: "Dropped rows" });
  await expect.element(dropped.getByRole("row").nth(1)).toHaveTextContent(/3\s*not a number\s*x\s*a number/);
  await details.getByRole("button", { name: "Close" }).click();
  await expect.element(button("Details of g.csv")).toHaveFocus();
});

it("the details of a simulated sample state its true parameters, and those of a file of its name do not", async () => {
  await open(freshScreen());
  source().takeSample("assets");
  const details = async () => {
    await button("Details of Four simulated assets").click();
    return page.getByRole("dialog", { name: "Data quality: Four simulated assets" });
  };
  const parameters = (await details()).getByRole("grid", { name: "Parameters of the simulation" });
  await expect.element(parameters.getByRole("row", { name: /^Bonds/ })).toHaveTextContent(/^Bonds\s*5.0%\s*2.5%\s*.0.20\s*1.00/);
  await userEvent.keyboard("{Escape}");
  source().takeFile(csv("Four simulated assets", manyPrices(40)));
  await expect.element(page.getByText("40 prices read, 0 dropped")).toBeVisible();
  await expect.element(await details()).toHaveTextContent("Rows kept");
  await expect.element(parameters).not.toBeInTheDocument();
});

it("the details of a shared series list dropped rows without the values found, which it does not contain", async () => {
  await open(freshScreen());
  source().takeFile(csv("s.csv", "date,close\n2020-01-01,5\n2020-01-02,x\n2020-01-03,7"));
  const series = await source().settled();
  if (!series) throw new Error("there is no series");
  const table = page.getByRole("grid", { name: "Dropped rows" });
  const view = await render(<DroppedRows quality={series.quality} />);
  await expect.element(table.getByRole("columnheader", { name: "Found" })).toBeVisible();
  await view.rerender(<DroppedRows quality={sharedSeries(series).quality} />);
  await expect.element(table.getByRole("columnheader", { name: "Found" })).not.toBeInTheDocument();
  await expect.element(table.getByRole("row").nth(1)).toHaveTextContent(/3\s*not a number\s*a number/);
});

it("the details of a series name unusual values", async () => {
  await open(freshScreen());
  const quotes = [5, 6, 6, 6, 6, 6, 7].map((close, i) => `20${i < 6 ? 20 : 99}-01-0${i + 1},${close}`);
  source().takeFile(csv("stale.csv", ["date,close", ...quotes].join("\n")));
  await button("Details of stale.csv").click();
  const details = page.getByRole("dialog", { name: "Data quality: stale.csv" });
  await expect.element(details).toHaveTextContent(/Unchanged for 5 rows or more\s*1 run, longest 5 rows \(row 3\)/);
  await expect.element(details).toHaveTextContent(/Dates in the future\s*1 \(row 8\)/);
});

describe.each(LONG ? (["light", "dark"] as const) : (["dark"] as const))("axe finds nothing in the %s theme", (theme) => {
  it("in the field: empty, read, failed", async () => {
    await open(freshScreen());
    expect(await findingsOf(theme)).toEqual([]);
    await box().fill("1, 2, x, 3");
    await expect.element(page.getByText("3 prices read, 1 dropped")).toBeVisible();
    expect(await findingsOf(theme)).toEqual([]);
    await box().fill("x");
    await expect.element(page.getByRole("alert")).toBeVisible();
    expect(await findingsOf(theme)).toEqual([]);
    await load("h.csv");
    expect(await findingsOf(theme)).toEqual([]);
  });

  it("in the list of loaded series, also while one is renamed, and in the details", async () => {
    await open(freshScreen());
    await opener().click();
    await expect.element(dialog()).toBeVisible();
    expect(await findingsOf(theme)).toEqual([]);
    await dialog().getByRole("button", { name: "Close" }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await load("i.csv");
    await load("j.csv");
    await opener().click();
    await button("Rename i.csv").click();
    expect(await findingsOf(theme)).toEqual([]);
    await dialog().getByRole("button", { name: "Close" }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await button("Details of j.csv").click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    expect(await findingsOf(theme)).toEqual([]);
  });
});
