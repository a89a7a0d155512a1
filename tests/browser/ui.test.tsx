import "../../src/styles.css";
import { useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { PagedList } from "../../src/analysis/paged-list.tsx";
import { announce, prepareAnnouncer } from "../../src/ui/announcer.ts";
import { Button } from "../../src/ui/button.tsx";
import { DataTable, tableText } from "../../src/ui/data-table.tsx";
import { Dialog } from "../../src/ui/dialog.tsx";
import { FailureBox } from "../../src/ui/failure-box.tsx";
import { InfoButton } from "../../src/ui/info-button.tsx";
import { Menu } from "../../src/ui/menu.tsx";
import { NumberField } from "../../src/ui/number-field.tsx";
import { PagedTable } from "../../src/ui/paged-table.tsx";
import { ProgressBar } from "../../src/ui/progress.tsx";
import { Select } from "../../src/ui/select.tsx";
import { Slider } from "../../src/ui/slider.tsx";
import { Tabs } from "../../src/ui/tabs.tsx";
import { ToolLayout } from "../../src/ui/tool-layout.tsx";
import { Tooltip } from "../../src/ui/tooltip.tsx";
import { useRunKeys } from "../../src/ui/use-run-keys.ts";
import { useTabAddress } from "../../src/ui/use-tab-address.ts";
import { inAll } from "../fixtures/in-all";
import { findings } from "./axe.ts";
import { Held } from "./held.tsx";
import { Gallery } from "./ui-gallery.tsx";

afterEach(() => page.viewport(1280, 720));

inAll(() =>
  describe("all components on one page", () => {
    it.each(["light", "dark"] as const)("axe finds nothing in the %s theme", async (theme) => {
      await render(<Gallery />);
      expect(await findings(theme)).toEqual([]);
    });
  }),
);

describe("Button", () => {
  /** A manual press on a button that content above pushes down in the meantime; by events, as the driver retries a click that misses. */
  async function press({ pushed = 0, drawn = 0 }) {
    const onPress = vi.fn();
    await render(
      <div>
        <div data-testid="above" style={{ height: 10 }} />
        <Button onPress={onPress}>Calculate</Button>
      </div>,
    );
    const above = page.getByTestId("above").element() as HTMLElement;
    const button = page.getByRole("button", { name: "Calculate" }).element();
    const { left, top } = button.getBoundingClientRect();
    const hand = { pointerId: 1, pointerType: "mouse", button: 0, width: 1, height: 1, pressure: 0.5, clientX: left + 5, bubbles: true };
    button.dispatchEvent(new PointerEvent("pointerdown", { ...hand, clientY: top + 5 }));
    above.style.height = `${10 + pushed}px`;
    const clientY = top + 5 + drawn;
    const under = document.elementFromPoint(left + 5, clientY)!;
    under.dispatchEvent(new PointerEvent("pointerup", { ...hand, clientY }));
    // The browser clicks the common ancestor of both targets.
    (under === button ? button : button.parentElement!).dispatchEvent(new MouseEvent("click", { ...hand, clientY, detail: 1 }));
    return onPress;
  }

  it.each([0, 4, 67])("is pressed once if the page pushes it by %i pixels from under a pointer that holds still", async (pushed) => {
    expect(await press({ pushed })).toHaveBeenCalledTimes(1);
  });

  it("is not pressed by a pointer that goes down on it and is dragged away, whether the page moves or not", async () => {
    expect(await press({ drawn: 60 })).not.toHaveBeenCalled();
    await cleanup();
    expect(await press({ pushed: 30, drawn: -12 })).not.toHaveBeenCalled();
  });
});

describe("NumberField", () => {
  const field = (onChange: (value: number | null) => void, start: number | null = 1) => (
    <Held start={start}>
      {(value, set) => (
        <NumberField
          label="GARCH(p)"
          value={value}
          minValue={1}
          maxValue={5}
          step={1}
          onChange={(next) => {
            set(next);
            onChange(next);
          }}
        />
      )}
    </Held>
  );

  it("steps with the arrow keys and stops at its limits", async () => {
    const changed = vi.fn();
    await render(field(changed, 4));
    await userEvent.click(page.getByLabelText("GARCH(p)"));
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    expect(changed.mock.calls).toEqual([[5]]);
  });

  it("keeps a value out of range and marks it", async () => {
    const changed = vi.fn();
    await render(field(changed));
    const input = page.getByLabelText("GARCH(p)");
    await userEvent.fill(input, "9");
    await userEvent.keyboard("{Tab}");
    await expect.element(input).toHaveValue("9");
    await expect.element(input).toHaveAttribute("aria-invalid", "true");
  });

  it.each([
    ["a percent", { unit: "%", step: 1, value: 3.33 }],
    ["an amount", { step: 10_000, value: 1_234_567 }],
  ])("accepts %s between two steps, which only define the arrow keys", async (_, { value, ...props }) => {
    const changed = vi.fn();
    await render(<NumberField label="Amount" value={value} minValue={0} onChange={changed} {...props} />);
    const input = page.getByLabelText("Amount");
    await expect.element(input).not.toHaveAttribute("aria-invalid");
    await userEvent.click(input);
    await userEvent.keyboard("{ArrowUp}");
    expect(changed.mock.calls).toEqual([[props.step * (Math.floor(value / props.step) + 1)]]);
  });

  it("gives null for an emptied field", async () => {
    const changed = vi.fn();
    await render(field(changed, 3));
    await userEvent.clear(page.getByLabelText("GARCH(p)"));
    await userEvent.keyboard("{Tab}");
    expect(changed).toHaveBeenLastCalledWith(null);
  });

  it("keeps its number while the input is invalid, and says so until that is edited", async () => {
    const changed = vi.fn();
    await render(field(changed, 3));
    const input = page.getByLabelText("GARCH(p)");
    await userEvent.fill(input, "1..5");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("Not a number. 3 is kept.", { exact: true })).toBeVisible();
    await expect.element(input).toHaveAttribute("aria-invalid", "true");
    await expect.element(input).toHaveAccessibleDescription("Not a number. 3 is kept.");
    await expect.element(input).toHaveValue("1..5");
    await userEvent.keyboard("{ArrowUp}");
    expect(changed).not.toHaveBeenCalled();
    await userEvent.clear(input);
    await userEvent.keyboard("4");
    await expect.element(input).not.toHaveAttribute("aria-invalid");
    await userEvent.keyboard("{ArrowUp}");
    expect(changed.mock.calls).toEqual([[4], [5]]);
  });

  it("parses each character as typed: 1,5 is not 15", async () => {
    const changed = vi.fn();
    await render(<NumberField label="Threshold" value={null} onChange={changed} step={0.1} />);
    await userEvent.click(page.getByLabelText("Threshold"));
    await userEvent.keyboard("1,5{Tab}");
    expect(changed.mock.calls).toEqual([[1.5]]);
  });

  it.each([
    ["a column", "100\n200\n300"],
    ["five million letters", "1".repeat(5_000_000)],
  ])("does not accept %s from the clipboard as a number", async (_, text) => {
    const changed = vi.fn();
    await render(field(changed, 3));
    const input = page.getByLabelText("GARCH(p)");
    await userEvent.click(input);
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const paste = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    const began = performance.now();
    input.element().dispatchEvent(paste);
    expect(performance.now() - began).toBeLessThan(500);
    expect(paste.defaultPrevented).toBe(true);
    await expect.element(page.getByText("The pasted text is not one number. 3 is kept.", { exact: true })).toBeVisible();
    await expect.element(input).toHaveValue("3");
    expect(changed).not.toHaveBeenCalled();
  });

  it("shows small numbers as they are", async () => {
    const changed = vi.fn();
    await render(<NumberField label="Tolerance" value={1e-13} onChange={changed} step={0.1} />);
    await expect.element(page.getByLabelText("Tolerance")).toHaveValue("0.0000000000001");
  });
});

describe("Select", () => {
  it("opens, moves and chooses by keyboard", async () => {
    const changed = vi.fn();
    await render(
      <Select
        label="Error Distribution"
        value="normal"
        onChange={changed}
        options={[
          { value: "normal", label: "Normal" },
          { value: "t", label: "Student's t" },
        ]}
      />,
    );
    (page.getByRole("button").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("listbox")).toBeVisible();
    expect(await findings("dark")).toEqual([]);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(changed).toHaveBeenCalledWith("t");
  });

  it("closes by Escape while its list is still loading", async () => {
    await render(<Select label="Kind" value="a" onChange={() => {}} options={[{ value: "a", label: "A" }]} />);
    const button = page.getByRole("button").element();
    // Sent to the button itself: once a list has loaded, the focus is elsewhere.
    const press = (key: string) => button.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    press("ArrowDown");
    await expect.poll(() => button.ariaExpanded).toBe("true");
    press("Escape");
    await expect.poll(() => button.ariaExpanded).toBe("false");
    await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
  });

  it("closed, selects the neighboring option with an arrow key, and by typing the one that begins with the input", async () => {
    const changed = vi.fn();
    const Orders = () => {
      const [value, setValue] = useState<string>("one");
      const options = ["one", "two", "three"].map((order) => ({ value: order, label: `Order ${order}`, disabled: order === "two" }));
      const taken = (next: string) => {
        setValue(next);
        changed(next);
      };
      return <Select label="Order" value={value} onChange={taken} options={options} />;
    };
    await render(<Orders />);
    const button = page.getByRole("button", { name: /Order/ });
    (button.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}");
    expect(changed).toHaveBeenLastCalledWith("three");
    await userEvent.keyboard("{ArrowRight}");
    expect(changed).toHaveBeenCalledTimes(1);
    await userEvent.keyboard("{ArrowLeft}");
    expect(changed).toHaveBeenLastCalledWith("one");
    await userEvent.keyboard("order th");
    await expect.element(button).toHaveTextContent("Order three");
    await expect.element(button).toHaveAttribute("aria-expanded", "false");
    await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
  });
});

describe("PagedList", () => {
  const list = (length: number) =>
    render(
      <PagedList label="clients" items={Array.from({ length }, (_, place) => `Client ${place + 1}`)} textOf={(name) => name}>
        {(shown) => shown.map((name) => <h3 key={name}>{name}</h3>)}
      </PagedList>,
    );
  const drawn = () => page.getByRole("heading").all().length;

  it("renders a page of many, and finds one by its words", async () => {
    await list(120);
    await expect.element(page.getByText("1–50 of 120")).toBeVisible();
    expect(drawn()).toBe(50);
    await page.getByRole("button", { name: "Last" }).click();
    await expect.element(page.getByText("101–120 of 120")).toBeVisible();
    expect(drawn()).toBe(20);
    const find = page.getByRole("textbox", { name: "Find in 120 clients" });
    await userEvent.fill(find, "77 client");
    await expect.element(page.getByText("1–1 of 1")).toBeVisible();
    await expect.element(page.getByRole("heading", { name: "Client 77" })).toBeVisible();
    await userEvent.fill(find, "nobody");
    await expect.element(page.getByText("No clients found")).toBeVisible();
  });

  it("is only the list where all fit", async () => {
    await list(50);
    expect([drawn(), page.getByRole("navigation").all().length, page.getByRole("textbox").all().length]).toEqual([50, 0, 0]);
  });
});

describe("Slider", () => {
  it("has a number field that never leaves the range", async () => {
    await render(<Held start={60}>{(value, set) => <Slider label="Threshold" value={value} onChange={set} min={0} max={100} />}</Held>);
    await userEvent.fill(page.getByLabelText("Threshold, as a number"), "250");
    await userEvent.keyboard("{Tab}");
    await expect.element(page.getByText("Must be at most 100. 60 is kept.", { exact: true })).toBeVisible();
    await expect.element(page.getByRole("slider")).toHaveValue("60");
  });
});

describe("Tabs", () => {
  const tabs = (
    <Held<"one" | "two"> start="one">
      {(value, set) => (
        <Tabs
          label="Views"
          selected={value}
          onSelect={set}
          tabs={[
            { id: "one", label: "Data Input", content: <input aria-label="typed" /> },
            { id: "two", label: "Analysis", content: <p>Results</p> },
          ]}
        />
      )}
    </Held>
  );

  it("Alt+2 selects the second, and input in the first stays", async () => {
    await render(tabs);
    await userEvent.fill(page.getByLabelText("typed"), "kept");
    await userEvent.keyboard("{Alt>}2{/Alt}");
    await expect.element(page.getByText("Results")).toBeVisible();
    await expect.element(page.getByLabelText("typed")).not.toBeVisible();
    await userEvent.keyboard("{Alt>}1{/Alt}");
    await expect.element(page.getByLabelText("typed")).toHaveValue("kept");
  });

  it("where they do not all fit, scrolls the selected one into view", async () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ id: `view-${at + 1}`, label: `A long label ${at + 1}`, content: null }));
    await render(
      <Held<string> start="view-1">
        {(value, set) => (
          <div style={{ width: "300px" }}>
            <Tabs label="Many views" selected={value} onSelect={set} tabs={many} />
          </div>
        )}
      </Held>,
    );
    const row = page.getByRole("tablist", { name: "Many views" });
    const hidden = () => {
      const [frame, { left, right }] = [row, row.getByRole("tab", { selected: true })].map((found) =>
        found.element().getBoundingClientRect(),
      );
      return Math.max(0, right - frame.right, frame.left - left);
    };
    await userEvent.keyboard("{Alt>}9{/Alt}");
    await expect.element(row.getByRole("tab", { name: "A long label 9" })).toHaveAttribute("aria-selected", "true");
    await expect.poll(hidden).toBeLessThan(1);
    await userEvent.keyboard("{Alt>}1{/Alt}");
    await expect.element(row.getByRole("tab", { name: "A long label 1" })).toHaveAttribute("aria-selected", "true");
    await expect.poll(hidden).toBeLessThan(1);
  });
});

describe("useTabAddress", () => {
  const IDS = ["input", "analysis"] as const;
  function Addressed() {
    const [tab, setTab] = useTabAddress(IDS);
    return (
      <button type="button" onClick={() => setTab(tab === "input" ? "analysis" : "input")}>
        {tab}
      </button>
    );
  }

  it("keeps the tab and everything else in the address, and starts from it", async () => {
    const before = window.location.href;
    const screen = await render(<Addressed />);
    await userEvent.click(page.getByRole("button", { name: "input" }));
    const address = new URL(window.location.href);
    expect(address.searchParams.get("tab")).toBe("analysis");
    address.searchParams.delete("tab");
    expect([...address.searchParams]).toEqual([...new URL(before).searchParams]);
    await screen.unmount();
    await render(<Addressed />);
    await userEvent.click(page.getByRole("button", { name: "analysis" }));
    expect(window.location.search).toBe(new URL(before).search);
  });

  it("lets a result switch to its view, unless another view was selected while it was computed", async () => {
    const VIEWS = ["data", "result", "forecast"] as const;
    function Led() {
      const [tab, select, lead] = useTabAddress(VIEWS);
      return (
        <>
          <output>{tab}</output>
          {VIEWS.map((id) => (
            <button type="button" key={id} onClick={() => select(id)}>
              Show {id}
            </button>
          ))}
          <button type="button" onClick={() => lead("data", "result")}>
            End
          </button>
        </>
      );
    }
    await render(<Led />);
    const view = page.getByRole("status");
    await userEvent.click(page.getByRole("button", { name: "End" }));
    await expect.element(view).toHaveTextContent("result");
    await userEvent.click(page.getByRole("button", { name: "Show forecast" }));
    await userEvent.click(page.getByRole("button", { name: "End" }));
    await expect.element(view).toHaveTextContent("forecast");
    await userEvent.click(page.getByRole("button", { name: "Show data" }));
    await expect.element(view).toHaveTextContent("data");
  });
});

describe("InfoButton", () => {
  it("opens by keyboard, says where the number comes from, closes with Esc and restores the focus", async () => {
    await render(<InfoButton title="AIC" formula="−2LL + 2k" n="1,974 returns" source="Akaike 1974" />);
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("dialog", { name: "AIC" })).toHaveTextContent("1,974 returns");
    expect(await findings("light")).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "About AIC" })).toHaveFocus();
  });
});

describe("Menu, Dialog, Tooltip", () => {
  it("a menu opens with the arrow key and runs the chosen action", async () => {
    const chosen = vi.fn();
    await render(
      <Menu
        label="Export"
        trigger={<Button>Export</Button>}
        choices={[
          { id: "csv", label: "CSV", onChoose: chosen },
          { id: "json", label: "JSON", onChoose: () => {} },
        ]}
      />,
    );
    await userEvent.tab();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByRole("menuitem", { name: "CSV" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(chosen).toHaveBeenCalledOnce();
  });

  it("a dialog keeps the focus inside, passes axe and closes with Esc", async () => {
    const closed = vi.fn();
    await render(
      <Dialog title="Remove series?" onClose={closed} actions={<Button kind="danger">Remove</Button>}>
        It can be brought back with Undo.
      </Dialog>,
    );
    for (let step = 0; step < 4; step++) await userEvent.tab();
    expect(document.querySelector('[role="dialog"]')?.contains(document.activeElement)).toBe(true);
    expect(await findings("dark")).toEqual([]);
    await userEvent.keyboard("{Escape}");
    expect(closed).toHaveBeenCalled();
  });

  it("a dialog stays open when its trigger is double-clicked, and closes by a click outside later", async () => {
    await render(
      <Held start={false}>
        {(open, setOpen) => (
          <>
            <Button onPress={() => setOpen(true)}>Add client</Button>
            {open ? (
              <Dialog title="New client" onClose={() => setOpen(false)}>
                Name
              </Dialog>
            ) : null}
          </>
        )}
      </Held>,
    );
    await userEvent.dblClick(page.getByRole("button", { name: "Add client" }));
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toBeVisible();
    const clickOutside = async () => {
      if (dialog.query()) await userEvent.click(document.documentElement, { position: { x: 5, y: 5 } });
      return dialog.query();
    };
    await expect.poll(clickOutside).toBeNull();
  });

  it("a double click on a dialog's trigger selects no text in it", async () => {
    await render(
      <Held start={false}>
        {(open, setOpen) => (
          <div className="fixed inset-0 grid place-items-center">
            <Button onPress={() => setOpen(true)}>Add client</Button>
            {open ? (
              <Dialog title="New client" onClose={() => setOpen(false)}>
                <span data-testid="words">{"Name ".repeat(300)}</span>
              </Dialog>
            ) : null}
          </div>
        )}
      </Held>,
    );
    await userEvent.dblClick(page.getByRole("button", { name: "Add client" }));
    const words = page.getByTestId("words");
    await expect.element(words).toBeVisible();
    expect(getSelection()?.toString()).toBe("");
    const doubleClicked = async () => {
      await userEvent.dblClick(words, { position: { x: 20, y: 8 } });
      return getSelection()?.toString().trim();
    };
    await expect.poll(doubleClicked).toBe("Name");
  });

  it("a tooltip appears on keyboard focus", async () => {
    await render(
      <Tooltip text="Expand sidebar">
        <button type="button">x</button>
      </Tooltip>,
    );
    await userEvent.tab();
    await expect.element(page.getByRole("tooltip")).toHaveTextContent("Expand sidebar");
  });
});

describe("tables", () => {
  const columns = [
    { id: "name", header: "Name", cell: (row: { name: string; value: number }) => row.name },
    {
      id: "value",
      header: "Value",
      cell: (row: { name: string; value: number }) => String(row.value),
      sortBy: (row: { value: number }) => row.value,
    },
  ];
  const rows = [
    { name: "b", value: 2 },
    { name: "c", value: 10 },
    { name: "a", value: 1 },
  ];
  const firstColumn = () => [...document.querySelectorAll("tbody td:first-child")].map((cell) => cell.textContent);

  it("sorts by number, down and up, and says so", async () => {
    await render(<DataTable label="Values" columns={columns} rows={rows} rowKey={(row) => row.name} />);
    await userEvent.click(page.getByRole("button", { name: "Value" }));
    expect(firstColumn()).toEqual(["a", "b", "c"]);
    await userEvent.click(page.getByRole("button", { name: "Value" }));
    expect(firstColumn()).toEqual(["c", "b", "a"]);
    await expect.element(page.getByRole("columnheader", { name: "Value" })).toHaveAttribute("aria-sort", "descending");
  });

  it("copies as tab-separated lines", () => {
    expect(tableText(columns, rows.slice(0, 2))).toBe("Name\tValue\nb\t2\nc\t10");
  });

  it("renders only the rows of the page it shows", async () => {
    const asked: [number, number][] = [];
    const rowsAt = (from: number, to: number) => {
      asked.push([from, to]);
      return Array.from({ length: to - from }, (_, index) => ({ name: `row ${from + index}`, value: from + index }));
    };
    await render(<PagedTable label="Long" columns={columns} total={1_000_001} rowsAt={rowsAt} rowKey={(row) => row.name} />);
    await userEvent.click(page.getByRole("button", { name: "Last" }));
    await expect.element(page.getByText("1,000,001–1,000,001 of 1,000,001")).toBeVisible();
    expect(Math.max(...asked.map(([from, to]) => to - from))).toBeLessThanOrEqual(25);
  });
});

describe("failures, progress, keys", () => {
  it("a failure is an alert that names row, column and value", async () => {
    await render(<FailureBox failure={{ message: "Invalid CSV format", row: 12, column: "close", value: "n/a" }} />);
    await expect.element(page.getByRole("alert")).toHaveTextContent("Invalid CSV formatAt row 12, column close, value “n/a”");
  });

  it("progress is announced as a share and can be canceled", async () => {
    const canceled = vi.fn();
    await render(<ProgressBar label="Fitting GARCH(1,1)" fraction={0.4} onCancel={canceled} />);
    await expect.element(page.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "40%");
    await userEvent.click(page.getByRole("button", { name: "Cancel" }));
    expect(canceled).toHaveBeenCalledOnce();
  });

  it("progress gives the remaining time at the rate so far, but not right after the start", async () => {
    const clock = vi.spyOn(performance, "now");
    const at = (now: number, fraction: number) => {
      clock.mockReturnValue(now);
      return <ProgressBar label="Resampling" fraction={fraction} />;
    };
    const { rerender, container } = await render(at(10_000, 0.1));
    const says = async (now: number, fraction: number) => {
      await rerender(at(now, fraction));
      return container.textContent;
    };
    const said = [await says(11_000, 0.2), await says(14_000, 0.3), await says(410_000, 0.5), await says(410_000, 0.05)];
    clock.mockRestore();
    expect(said).toEqual(["Resampling20%", "Resampling30% · 14 s left", "Resampling50% · 8 min left", "Resampling5%"]);
  });

  it("Ctrl+Enter runs with the number just typed; Esc cancels, unless it closes a list", async () => {
    const run = vi.fn();
    const cancel = vi.fn();
    function Form() {
      const [value, setValue] = useState<number | null>(1);
      useRunKeys({ run: () => run(value), cancel });
      return (
        <>
          <NumberField label="Horizon" value={value} onChange={setValue} />
          <Select label="Kind" value="a" onChange={() => {}} options={[{ value: "a", label: "A" }]} />
        </>
      );
    }
    await render(<Form />);
    await userEvent.fill(page.getByLabelText("Horizon"), "42");
    await userEvent.keyboard("{Control>}{Enter}{/Control}");
    await expect.poll(() => run).toHaveBeenCalledExactlyOnceWith(42);
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("listbox")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("listbox")).not.toBeInTheDocument();
    expect(cancel).not.toHaveBeenCalled();
    await userEvent.keyboard("{Escape}");
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("the announcer repeats the same words when announced twice", async () => {
    prepareAnnouncer();
    const region = document.querySelector('[data-announcer="polite"]');
    announce("Fit finished");
    await expect.poll(() => region?.textContent).toBe("Fit finished");
    announce("Fit finished");
    expect(region?.textContent).toBe("");
    await expect.poll(() => region?.textContent).toBe("Fit finished");
  });
});

describe("ToolLayout", () => {
  const layout = (
    <ToolLayout rail={<input aria-label="setting" />} summary="dem2gbp.csv · 1,974 returns">
      <p>Results</p>
    </ToolLayout>
  );

  it("puts the rail beside the results where it fits", async () => {
    await page.viewport(1280, 720);
    await render(layout);
    const rail = document.querySelector("aside")?.getBoundingClientRect();
    const results = page.getByText("Results").element().getBoundingClientRect();
    expect(rail?.width).toBe(300);
    expect(rail?.left).toBeGreaterThan(results.right);
  });

  it("folds the rail into one line on a phone; the input stays", async () => {
    await page.viewport(390, 720);
    await render(layout);
    await expect.element(page.getByLabelText("setting", { exact: true })).not.toBeVisible();
    const line = page.getByRole("button", { name: /1,974 returns/ });
    await userEvent.click(line);
    await userEvent.fill(page.getByLabelText("setting", { exact: true }), "kept");
    await userEvent.click(line);
    await userEvent.click(line);
    await expect.element(page.getByLabelText("setting", { exact: true })).toHaveValue("kept");
  });
});
