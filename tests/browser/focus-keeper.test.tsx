import "../../src/styles.css";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { makeRouter } from "../../src/app/router.tsx";
import { Button } from "../../src/ui/button.tsx";
import { Dialog } from "../../src/ui/dialog.tsx";
import { keepFocus } from "../../src/ui/focus-keeper.ts";
import { LONG } from "../fixtures/in-all";
import { pressOnceAttended } from "./attended.ts";

const PATIENTLY = { timeout: 15_000 };
const main = () => page.getByRole("main");
const button = (name: string) => main().getByRole("button", { name, exact: true });

/** Presses a button by keyboard. */
async function press(target: Locator, key = "{Enter}"): Promise<void> {
  await expect.element(target, PATIENTLY).toBeVisible();
  (target.element() as HTMLElement).focus();
  await expect.element(target).toHaveFocus();
  await userEvent.keyboard(key);
}

/** Opens a screen in the shell, once the page's focus keeper is active. */
async function open(path: string) {
  const router = makeRouter(createMemoryHistory({ initialEntries: [path] }));
  const screen = await render(<RouterProvider router={router} />);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await pressOnceAttended("?", () => page.getByRole("dialog").elements().length > 0);
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  return screen;
}

beforeEach(async () => {
  await page.viewport(1280, 720);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage"));
});

// Must come first: the focus keeper stays once loaded.
describe("a press before the page is idle, when the shell has loaded nothing more", () => {
  it.each([
    ["/portfolio", "Optimize"],
    ...(LONG
      ? [
          ["/validation", "Run Validation"],
          ["/alpha-miner", "Generate Alpha Factors"],
        ]
      : []),
  ])("on %s", async (path, name) => {
    // The page never becomes idle.
    vi.stubGlobal("requestIdleCallback", () => 0);
    onTestFinished(() => void vi.unstubAllGlobals());
    await render(<RouterProvider router={makeRouter(createMemoryHistory({ initialEntries: [path] }))} />);
    await press(button("Start with a sample"));
    await expect.element(page.getByRole("navigation", { name: "Next steps" }), PATIENTLY).toBeVisible();
    await expect.element(main().getByRole("button", { name }).first(), PATIENTLY).toHaveFocus();
  });
});

// Screens other than those above, as a screen keeps its answer.
describe("after a press of Start with a sample the main button has the focus", () => {
  it.each([
    ["/lyapunov", "Run Analysis"],
    ["/llm-trader", "Generate Trading Signal", "Start with an example"],
    ...(LONG
      ? [
          ["/market-analysis", "Get Trading Decision"],
          ["/quant-edge-ai", "Get Trading Decision"],
          ["/backtester", "Run Backtest"],
        ]
      : []),
  ])("on %s", async (path, name, start = "Start with a sample") => {
    await open(path);
    await press(button(start));
    await expect.element(page.getByRole("navigation", { name: "Next steps" }), PATIENTLY).toBeVisible();
    await expect.element(main().getByRole("button", { name }).first(), PATIENTLY).toHaveFocus();
  });

  it("on /batch, which has a Clear before it", async () => {
    await open("/batch");
    await press(button("Start with a sample"));
    await expect.element(main().getByRole("table", { name: "Results by series" }), PATIENTLY).toBeVisible();
    await expect.element(button("Clear"), PATIENTLY).toBeEnabled();
    await expect.element(main().getByRole("button", { name: "Run Batch" }), PATIENTLY).toHaveFocus();
  });
});

describe("a newer file of a known series", () => {
  const ONCE = Date.now() % 1e7;
  /** A name and prices unlike any other test's: digits in a name do not distinguish files. */
  const fresh = (test: string) => ({
    name: `${test} ${[...String(ONCE)].map((digit) => "abcdefghij"[Number(digit)]).join("")}`,
    rows: ["2024-01-02", "2024-01-03", "2024-01-04"].map((day, row) => `${day},${ONCE + test.length + row / 8}`),
  });
  const box = () => page.getByRole("textbox", { name: /^(Market Data|Paste prices)/ });
  const question = () => page.getByRole("region", { name: "Newer file" });

  function drop(name: string, text: string): void {
    const data = new DataTransfer();
    data.items.add(new File([`Date,Close\n${text}`], name, { type: "text/csv" }));
    box()
      .element()
      .dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }

  /** Opens a screen with a file in its field, and then gives it a newer one. */
  async function ask(path: string, test: string) {
    const { name, rows } = fresh(test);
    await open(path);
    await expect.element(box(), PATIENTLY).toBeVisible();
    drop(`${name}.csv`, rows.join("\n"));
    await expect.element(box()).toHaveValue(["Date,Close", ...rows].join("\n"));
    drop(`${name} (1).csv`, [...rows, "2024-01-08,13"].join("\n"));
    await expect.element(question().getByText("1 new"), PATIENTLY).toBeVisible();
    return { name, rows };
  }

  it("after an answer, the focus moves to the series that was used", async () => {
    const { name } = await ask("/lyapunov", "taken");
    await press(question().getByRole("button", { name: "Use the new file" }));
    await expect.element(page.getByText("4 values read, 0 dropped")).toBeVisible();
    await expect.element(page.getByRole("button", { name: `Remove ${name}.csv` })).toHaveFocus();
  });

  it("after Cancel, the focus stays within the field, and after Remove it moves to its input", async () => {
    const { name } = await ask("/lyapunov", "canceled");
    await press(question().getByRole("button", { name: "Cancel" }));
    await expect.element(question()).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement === document.body).toBe(false);
    await press(page.getByRole("button", { name: `Remove ${name}.csv` }));
    await expect.element(box()).toHaveFocus();
  });

  it("is asked about on Home too, before it is used", async () => {
    const { rows } = await ask("/", "home");
    await expect.element(box()).toHaveValue(["Date,Close", ...rows].join("\n"));
    await press(question().getByRole("button", { name: "Use the new file" }));
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(box()).toHaveValue(["Date,Close", ...rows, "2024-01-08,13"].join("\n"));
    await expect.poll(() => main().element().contains(document.activeElement)).toBe(true);
  });
});

describe("when the focused element is removed", () => {
  const stage = async (content: ReactNode) => {
    await render(<main>{content}</main>);
    keepFocus();
  };
  const NAMES = ["first", "second", "third"];

  function Rows() {
    const [names, setNames] = useState(NAMES);
    return (
      <>
        <Button>Before</Button>
        <ul>
          {names.map((name) => (
            <li key={name}>
              <Button onPress={() => setNames((now) => now.filter((other) => other !== name))}>{name}</Button>
            </li>
          ))}
        </ul>
        <Button>After</Button>
      </>
    );
  }

  it("the focus moves to the next row, after the last one to the previous, and then to what follows", async () => {
    await stage(<Rows />);
    await press(button("second"));
    await expect.element(button("third")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("first")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("After")).toHaveFocus();
  });

  it("the focus moves to its replacement", async () => {
    const Turned = () => {
      const [open, setOpen] = useState(false);
      return (
        <div>
          <Button>Before</Button>
          {open ? (
            <Button key="b">Opened</Button>
          ) : (
            <Button key="a" onPress={() => setTimeout(() => setOpen(true), 200)}>
              Open
            </Button>
          )}
          <Button>After</Button>
        </div>
      );
    };
    await stage(<Turned />);
    await press(button("Open"));
    await expect.element(button("Opened")).toHaveFocus();
  });

  it("a button that disables itself passes the focus on, and gets it back when enabled again", async () => {
    const Pages = () => {
      const [last, setLast] = useState(false);
      const [busy, setBusy] = useState(false);
      const work = () => {
        setBusy(true);
        setTimeout(() => setBusy(false), 30);
      };
      return (
        <p>
          <Button onPress={work} isDisabled={busy}>
            Back
          </Button>
          <Button onPress={() => setLast(true)} isDisabled={last}>
            Next
          </Button>
        </p>
      );
    };
    await stage(<Pages />);
    await press(button("Next"));
    await expect.element(button("Back")).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    await expect.element(button("Back")).toHaveFocus();
  });

  it("a dialog returns the focus to the page, even if the row it was opened from is gone", async () => {
    const Asked = () => {
      const [names, setNames] = useState(NAMES);
      const [asked, setAsked] = useState<string | null>(null);
      const remove = () => {
        setNames((now) => now.filter((name) => name !== asked));
        setAsked(null);
      };
      return (
        <>
          {names.map((name) => (
            <p key={name}>
              <Button onPress={() => setAsked(name)}>{name}</Button>
            </p>
          ))}
          {asked === null ? null : (
            <Dialog title="Remove" onClose={() => setAsked(null)}>
              <Button onPress={remove}>Yes</Button>
            </Dialog>
          )}
        </>
      );
    };
    await stage(<Asked />);
    await press(button("second"));
    await press(page.getByRole("dialog").getByRole("button", { name: "Yes" }));
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(button("third")).toHaveFocus();
  });

  it("a dialog whose only button is gone takes the focus, and so hears Escape", async () => {
    const Explained = () => {
      const [checked, setChecked] = useState(false);
      return (
        <div role="dialog" aria-label="Explanation" tabIndex={-1}>
          {checked ? "checked" : <Button onPress={() => setChecked(true)}>Check</Button>}
        </div>
      );
    };
    await stage(<Explained />);
    await press(button("Check"));
    await expect.element(page.getByRole("dialog", { name: "Explanation" })).toHaveFocus();
  });

  it("a focus given up on purpose is not restored", async () => {
    await stage(<Rows />);
    const left = button("second");
    (left.element() as HTMLElement).focus();
    (left.element() as HTMLElement).blur();
    await new Promise((resolve) => setTimeout(resolve, 50));
    button("third").element().closest("li")?.append(document.createElement("i"));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(document.activeElement).toBe(document.body);
  });
});
