import "../../src/styles.css";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { AlertForm } from "../../src/pages/watchlist/alert-form.tsx";
import { edits } from "../../src/state/edits.ts";
import type { WatchAlert } from "../../src/state/watch/alerts.ts";
import { toastQueue } from "../../src/ui/toast-queue.ts";

const SET: readonly WatchAlert[] = [
  { id: "1", field: "drawdown", comparison: "below", threshold: -10 },
  { id: "2", field: "volatility", comparison: "above", threshold: 40 },
  { id: "3", field: "decision", comparison: "turns", word: "Buy" },
];
let stored: readonly WatchAlert[];
beforeEach(() => {
  stored = SET;
});

function Form() {
  const [alerts, show] = useState(stored);
  const set = (next: readonly WatchAlert[]) => {
    stored = next;
    show(next);
  };
  return <AlertForm alerts={alerts} rows={[]} kept={{ current: () => stored, set }} />;
}

afterEach(() => toastQueue.clear());

const choose = async (name: string, option: string) => {
  await userEvent.click(page.getByRole("button", { name: new RegExp(`${name}$`) }));
  await userEvent.click(page.getByRole("option", { name: option, exact: true }));
};

it("a removed alert returns to its place on undo, once", async () => {
  await render(<Form />);
  await userEvent.click(page.getByRole("button", { name: "Remove the alert Volatility above 40%" }));
  await expect.poll(() => stored.map(({ id }) => id)).toEqual(["1", "3"]);
  expect(toastQueue.visibleToasts[0].content).toMatchObject({
    message: "Removed the alert Volatility above 40%",
    action: { label: "Undo" },
  });
  await edits.undo();
  await expect.poll(() => stored.map(({ id }) => id)).toEqual(["1", "2", "3"]);
  await edits.redo();
  await expect.poll(() => stored.map(({ id }) => id)).toEqual(["1", "3"]);
  // The same alert, set again meanwhile, is not set twice.
  await choose("Figure", "Volatility");
  await choose("Is", "above");
  await userEvent.fill(page.getByRole("textbox", { name: "Threshold" }), "40");
  await userEvent.click(page.getByRole("button", { name: "Add alert" }));
  await expect.poll(() => stored.length).toBe(3);
  await edits.undo();
  expect(stored).toHaveLength(3);
});

it("an alert for a regime names a regime, whatever the figure chosen before", async () => {
  await render(<Form />);
  await choose("Figure", "Decision");
  await choose("Figure", "Regime");
  await userEvent.click(page.getByRole("button", { name: "Add alert" }));
  await expect.poll(() => stored.at(-1)).toMatchObject({ field: "regime", word: "Bear" });
});

it("each figure comes with a threshold that it can meet", async () => {
  await render(<Form />);
  await choose("Figure", "Volatility");
  await userEvent.click(page.getByRole("button", { name: "Add alert" }));
  await expect.poll(() => stored.at(-1)).toMatchObject({ field: "volatility", comparison: "above", threshold: 30 });
});
