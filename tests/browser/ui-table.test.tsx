import "../../src/styles.css";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { DataTable, type RowSource, type TableColumn } from "../../src/ui/data-table.tsx";
import { wholeTables } from "../../src/ui/whole-tables";
import { findingsInBothThemes } from "./axe.ts";

interface Fit {
  id: number;
  estimate: number;
}
const COLUMNS: TableColumn<Fit>[] = [
  { id: "name", header: "Name", cell: ({ id }) => `fit ${id}` },
  { id: "estimate", header: "Estimate", cell: ({ estimate }) => estimate.toFixed(3).replace("-", "−"), sortBy: ({ estimate }) => estimate },
  { id: "square", header: "Square", cell: ({ estimate }) => (estimate * estimate).toFixed(3) },
];
const fitAt = (id: number): Fit => ({ id, estimate: ((id * 7919) % 1000) / 100 - 5 });
const fits = (length: number): Fit[] => Array.from({ length }, (_, id) => fitAt(id));
const table = (rows: RowSource<Fit>, columns = COLUMNS) => (
  <DataTable label="Fits" columns={columns} rows={rows} rowKey={({ id }) => id} copyable height={320} />
);
const shown = () => [...document.querySelectorAll("tbody tr[aria-rowindex] td:first-child")].map((cell) => cell.textContent);
const scroller = () => document.querySelector("table")?.parentElement as HTMLElement;
const marked = () => [...document.querySelectorAll('[aria-selected="true"]')].map((cell) => cell.textContent);

/** What Ctrl+C copies, taken from the event itself: headless Chromium requires a permission to read the clipboard. */
async function copied(): Promise<string> {
  let text = "";
  const take = (event: ClipboardEvent) => {
    text = event.clipboardData?.getData("text/plain") ?? "";
  };
  document.addEventListener("copy", take, { once: true });
  await userEvent.keyboard("{Control>}c{/Control}");
  return text;
}

afterEach(() => page.viewport(1280, 720));

describe("a long table", () => {
  it("renders only the rows in view, wherever it is scrolled", async () => {
    await render(table(fits(10_000)));
    expect(shown().length).toBeLessThan(40);
    await expect.element(page.getByRole("grid")).toHaveAttribute("aria-rowcount", "10001");
    scroller().scrollTop = scroller().scrollHeight;
    await expect.element(page.getByText("fit 9999", { exact: true })).toBeVisible();
    expect(shown().length).toBeLessThan(40);
    scroller().scrollTop = 5000 * 32;
    await expect.element(page.getByText("fit 5000", { exact: true })).toBeVisible();
    const top = scroller().getBoundingClientRect().top;
    const row = page.getByText("fit 5000", { exact: true }).element().getBoundingClientRect();
    // Just under the header, within one row.
    expect(row.top - top).toBeGreaterThan(0);
    expect(row.top - top).toBeLessThan(80);
  });

  it("prints all its rows, or the first of too many and says so, and renders only those in view afterwards", async () => {
    const { unmount } = await render(table(fits(300)));
    const inView = shown().length;
    expect(inView).toBeLessThan(40);
    const height = () => document.querySelector("table")?.getBoundingClientRect().height ?? 0;
    dispatchEvent(new Event("beforeprint"));
    expect(shown()).toEqual(fits(300).map(({ id }) => `fit ${id}`));
    // No space is reserved for rows that are not printed: it would come out as empty pages.
    expect(height()).toBeLessThan(302 * 40);
    dispatchEvent(new Event("afterprint"));
    expect(shown()).toHaveLength(inView);
    await unmount();

    await render(table({ length: 10_000_000, at: fitAt }));
    dispatchEvent(new Event("beforeprint"));
    expect(shown()).toHaveLength(500);
    expect(height()).toBeLessThan(502 * 40);
    await expect.element(page.getByText("First 500 of 10,000,000 rows", { exact: true })).toBeVisible();
    dispatchEvent(new Event("afterprint"));
    await expect.element(page.getByText("First 500 of")).not.toBeInTheDocument();
  });

  it("reaches both ends of ten million rows, created on demand, and is navigated by keyboard", async () => {
    const at = vi.fn(fitAt);
    await render(table({ length: 10_000_000, at }));
    scroller().scrollTop = scroller().scrollHeight;
    await expect.element(page.getByText("fit 9999999", { exact: true })).toBeVisible();
    scroller().scrollTop = 0;
    await expect.element(page.getByText("fit 0", { exact: true })).toBeVisible();
    await userEvent.tab();
    await userEvent.keyboard("{Control>}{ArrowDown}{/Control}{PageUp}");
    await expect.poll(() => marked()[0]).toMatch(/^fit 99999\d\d$/);
    const cell = document.querySelector('[aria-selected="true"]') as HTMLElement;
    expect(cell.getBoundingClientRect().top).toBeGreaterThan(scroller().getBoundingClientRect().top);
    expect(cell.getBoundingClientRect().bottom).toBeLessThanOrEqual(scroller().getBoundingClientRect().bottom);
    expect(at.mock.calls.length).toBeLessThan(5000);
  });

  it("keeps its columns where they are while it scrolls", async () => {
    await render(table(fits(5000)));
    const widths = () => [...document.querySelectorAll("th")].map((header) => header.getBoundingClientRect().width);
    const before = widths();
    scroller().scrollTop = 60_000;
    await expect.element(page.getByText("fit 1875", { exact: true })).toBeVisible();
    expect(widths()).toEqual(before);
  });

  it("sorts all rows, not only those in view, and passes axe", async () => {
    const rows = fits(1000);
    await render(table(rows));
    await userEvent.click(page.getByRole("button", { name: "Estimate" }));
    const least = rows.reduce((one, other) => (other.estimate < one.estimate ? other : one));
    await expect.poll(() => shown()[0]).toBe(`fit ${least.id}`);
    expect(await findingsInBothThemes()).toEqual([]);
  });
});

describe("marking cells", () => {
  it("by Shift and arrows, copied as a spreadsheet reads it", async () => {
    await render(table(fits(5)));
    await userEvent.tab();
    await expect.element(page.getByRole("grid")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{ArrowRight}{Shift>}{ArrowDown}{ArrowRight}{/Shift}");
    await expect.poll(marked).toEqual(["−5.000", "25.000", "4.190", "17.556"]);
    await expect.element(page.getByRole("button", { name: "Copy 4 cells" })).toBeVisible();
    expect(await copied()).toBe("-5.000\t25.000\n4.190\t17.556");
    await userEvent.keyboard("{Escape}");
    await expect.poll(marked).toEqual([]);
  });

  it("by dragging and Shift+click; Ctrl+A takes all, in the order shown", async () => {
    await render(table(fits(3)));
    await userEvent.dragAndDrop(page.getByText("fit 0"), page.getByRole("gridcell").nth(4));
    await expect.poll(marked).toHaveLength(4);
    await userEvent.click(page.getByText("fit 2"));
    await expect.poll(marked).toEqual(["fit 2"]);
    await userEvent.click(page.getByRole("gridcell").nth(8), { modifiers: ["Shift"] });
    await expect.poll(marked).toHaveLength(3);
    await userEvent.click(page.getByRole("button", { name: "Estimate" }));
    await userEvent.click(page.getByText("fit 0"));
    await userEvent.keyboard("{Control>}a{/Control}");
    expect((await copied()).split("\n")).toHaveLength(3);
    expect(await copied()).toMatch(/^fit 0\t-5\.000/);
  });

  it("leaves keys and clicks on a button inside a cell to the button", async () => {
    const opened = vi.fn();
    const columns: TableColumn<Fit>[] = [
      ...COLUMNS,
      {
        id: "open",
        header: "Open",
        text: null,
        cell: () => (
          <button type="button" onClick={opened}>
            Open
          </button>
        ),
      },
    ];
    await render(table(fits(1), columns));
    await userEvent.click(page.getByRole("button", { name: "Open" }));
    expect(opened).toHaveBeenCalledOnce();
    await expect.poll(marked).toEqual([]);
  });
});

describe("in a narrow place", () => {
  it("the first column stays while the others scroll under it", async () => {
    await page.viewport(390, 720);
    const wide = Array.from({ length: 12 }, (_, index) => ({ ...COLUMNS[1], id: `c${index}`, header: `Column ${index}` }));
    await render(table(fits(3), [COLUMNS[0], ...wide]));
    const first = page.getByText("fit 1").element();
    const left = first.getBoundingClientRect().left;
    scroller().scrollLeft = 300;
    await expect.poll(() => scroller().dataset.scrolled).toBe("true");
    expect(first.getBoundingClientRect().left).toBe(left);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });

  const FOLDED: TableColumn<Fit>[] = [
    COLUMNS[0],
    COLUMNS[2],
    { ...COLUMNS[1], matters: true },
    { id: "p", header: "p", matters: true, cell: ({ id }) => `0.0${id}` },
    { id: "note", header: "Remark", words: true, cell: ({ id }) => `the remark that belongs to fit ${id} and to no other one` },
  ];
  const heads = () => [...document.querySelectorAll("thead th")].map((head) => head.textContent?.replace(/[↑↓]/, ""));
  const details = () => [...document.querySelectorAll("tbody td:has(dl)")].map((cell) => cell.textContent);

  it("less important columns are folded into lines under each row, and nothing scrolls sideways", async () => {
    await page.viewport(390, 720);
    await render(table(fits(3), FOLDED));
    await expect.poll(() => heads()).toEqual(["Name", "Estimate", "p"]);
    expect(details()[1]).toBe("Square17.556Remarkthe remark that belongs to fit 1 and to no other one");
    expect(scroller().scrollWidth).toBe(scroller().clientWidth);
    expect(await findingsInBothThemes()).toEqual([]);
  });

  it("while a report reads the page every column is in line, and folded again afterwards", async () => {
    await page.viewport(390, 720);
    await render(table(fits(3), FOLDED));
    await expect.poll(() => heads()).toEqual(["Name", "Estimate", "p"]);
    wholeTables.set(true);
    await expect.poll(() => heads()).toEqual(FOLDED.map(({ header }) => header));
    expect(details()).toEqual([]);
    wholeTables.set(false);
    await expect.poll(() => heads()).toEqual(["Name", "Estimate", "p"]);
  });

  it("a long table shows them on request, with rows of equal height; the selection covers what is in line", async () => {
    await page.viewport(390, 720);
    await render(table(fits(1000), FOLDED));
    const toggle = page.getByRole("button", { name: "Details" });
    await expect.element(toggle).toHaveAttribute("aria-expanded", "false");
    expect(details()).toEqual([]);
    await toggle.click();
    await expect.poll(() => details().length).toBeGreaterThan(3);
    const heights = [...document.querySelectorAll("tbody tr[aria-rowindex]")].map(
      (row) => row.getBoundingClientRect().height + (row.nextElementSibling?.getBoundingClientRect().height ?? 0),
    );
    expect(new Set(heights).size).toBe(1);
    expect(Math.abs(scroller().scrollHeight - heights[0] * 1000)).toBeLessThan(200);
    expect(scroller().scrollWidth).toBe(scroller().clientWidth);
    (document.querySelector("table") as HTMLElement).focus();
    await userEvent.keyboard("{Control>}a{/Control}");
    expect((await copied()).split("\n")[1].split("\t")).toEqual(["fit 1", "4.190", "0.01"]);
  });

  it("folded columns can be sorted by", async () => {
    await page.viewport(390, 720);
    const [name, estimate, square] = COLUMNS;
    await render(table(fits(4), [name, { ...square, matters: true }, estimate]));
    await page.getByRole("button", { name: "Sort by Estimate" }).click();
    const estimates = () => details().map((text) => Number(text?.replace("Estimate", "").replace("−", "-")));
    const sorted = fits(4).map(({ estimate: one }) => Number(one.toFixed(3)));
    await expect.poll(() => estimates()).toEqual(sorted.sort((a, b) => a - b));
  });
});

describe("on a wide page, in a container too narrow for all columns", () => {
  const WORDS = "words that are read in one line and not broken";
  const WIDE: TableColumn<Fit>[] = [
    COLUMNS[0],
    COLUMNS[2],
    { id: "long", header: "Long", cell: ({ id }) => `${WORDS} ${id}` },
    { ...COLUMNS[1], matters: true },
    { id: "last", header: "Last", cell: ({ id }) => `0.0${id}` },
  ];
  const heads = () => [...document.querySelectorAll("thead th")].map((head) => head.textContent?.replace(/[↑↓]/, ""));
  const inPlace = (width: number) => <div style={{ width }}>{table(fits(3), WIDE)}</div>;

  it("as many as fit stay in line beside the important ones; the others are under each row, and in line again once there is room", async () => {
    await page.viewport(1280, 720);
    const screen = await render(inPlace(400));
    await expect.poll(() => heads()).toEqual(["Name", "Square", "Estimate", "Last"]);
    expect([...document.querySelectorAll("tbody td:has(dl)")].map((cell) => cell.textContent)).toEqual(
      [0, 1, 2].map((id) => `Long${WORDS} ${id}`),
    );
    expect(scroller().scrollWidth).toBe(scroller().clientWidth);
    await screen.rerender(inPlace(1000));
    await expect.poll(() => heads()).toEqual(["Name", "Square", "Long", "Estimate", "Last"]);
    expect(document.querySelector("tbody td:has(dl)")).toBeNull();
    await screen.rerender(inPlace(400));
    await expect.poll(() => heads()).toEqual(["Name", "Square", "Estimate", "Last"]);
  });

  it.each(["last", "last, in steps"])("columns that later rows have widened are measured again: %s", async (id) => {
    const withLast = (text: string) => (
      <div style={{ width: 400 }}>{table(fits(3), [...WIDE.slice(0, 4), { id, header: "Last", cell: () => text }])}</div>
    );
    const screen = await render(withLast("—"));
    await expect.poll(() => heads()).toEqual(["Name", "Square", "Estimate", "Last"]);
    await screen.rerender(withLast("123,456,789,012,345,678,901"));
    await expect.poll(() => heads()).toEqual(["Name", "Square", "Estimate"]);
    expect(scroller().scrollWidth).toBe(scroller().clientWidth);
  });
});

it("says what an empty table is waiting for", async () => {
  await render(
    <DataTable label="Runs" columns={COLUMNS} rows={[]} rowKey={({ id }) => id} empty="Run a tool: its results are listed here." />,
  );
  await expect.element(page.getByText("Run a tool: its results are listed here.")).toBeVisible();
});

it("figures cut off by the edge of a narrow table fade over their visible part, words only at the edge", async () => {
  const columns = (words: boolean): TableColumn<number>[] =>
    ["a", "b", "c", "d"].map((id) => ({
      id,
      header: id,
      words,
      cell: (row: number) => <span>{`${row}.123456789012`}</span>,
      text: () => "",
    }));
  const draw = (words: boolean) => (
    <div style={{ width: 300 }}>
      <DataTable label="Cut" columns={columns(words)} rows={[1, 2]} rowKey={(row) => row} />
    </div>
  );
  const area = () => document.querySelector("table")?.parentElement as HTMLElement;
  const inView = () => {
    const edge = area().getBoundingClientRect().right;
    const cut = [...document.querySelectorAll("th")].map((head) => head.getBoundingClientRect()).find(({ right }) => right > edge + 1);
    return Math.round(edge - (cut?.left ?? edge));
  };
  const faint = () => Number.parseInt(area().style.getPropertyValue("--fade"), 10);
  const screen = await render(draw(false));
  await expect.poll(() => area().dataset.faded).toBe("true");
  expect(inView()).toBeGreaterThan(28);
  await expect.poll(faint).toBe(inView());
  area().scrollLeft = 30;
  await expect.poll(() => faint() === Math.max(28, inView())).toBe(true);
  await screen.rerender(draw(true));
  area().scrollLeft = 0;
  await expect.poll(faint).toBe(28);
});
