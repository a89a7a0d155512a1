import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { edits, MAX_EDITS } from "../../src/state/edits";
import { toastQueue } from "../../src/ui/toast-queue";
import { fail, type Outcome, succeed } from "../../workers/contract";

/** The stored items, and edits of them. */
let kept: string[];
const removal = (name: string) => ({
  what: `removal of ${name}`,
  run: () => {
    kept = kept.filter((one) => one !== name);
    const undo = () => {
      if (kept.includes(name)) return false;
      kept = [...kept, name];
      return true;
    };
    return succeed({ undo });
  },
});
const remove = (name: string) => edits.make(removal(name), `Removed ${name}`);
const messages = () => toastQueue.visibleToasts.map(({ content }) => content.message);
const press = (label: string) =>
  toastQueue.visibleToasts.find(({ content }) => content.action?.label === label)?.content.action?.onChoose();
const names = () => [edits.read().done, edits.read().undone].map((list) => list.map(({ what }) => what));

beforeEach(async () => {
  kept = ["a", "b", "c"];
  // Each one has failed by the time it leaves the list.
  while (edits.read().undone.length > 0) await edits.redo();
  while (edits.read().done.length > 0) await edits.undo();
  // The next edit discards what could be redone.
  await edits.make({ what: "nothing", run: () => succeed({ undo: () => false }) }, null);
  await edits.undo();
  while (toastQueue.visibleToasts.length > 0) toastQueue.close(toastQueue.visibleToasts[0].key);
  kept = ["a", "b", "c"];
  expect(names()).toEqual([[], []]);
});
afterEach(() => document.body.replaceChildren());

it("undoes the edits one after the other, and redoes them", async () => {
  await remove("a");
  await remove("b");
  expect(names()).toEqual([["removal of a", "removal of b"], []]);
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.poll(() => kept).toEqual(["c", "b"]);
  await expect.poll(messages).toContain("Undone: removal of b");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.poll(() => kept).toEqual(["c", "b", "a"]);
  await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  await expect.poll(() => kept).toEqual(["c", "b"]);
  await userEvent.keyboard("{Control>}y{/Control}");
  await expect.poll(() => kept).toEqual(["c"]);
  await expect.poll(names).toEqual([["removal of a", "removal of b"], []]);
});

it("is the same command in the toast, which closes with it", async () => {
  await remove("a");
  expect(messages()).toEqual(["Removed a"]);
  press("Undo");
  await expect.poll(() => kept).toEqual(["b", "c", "a"]);
  expect(names()).toEqual([[], ["removal of a"]]);
  await remove("b");
  await edits.undo();
  expect(messages()).not.toContain("Removed b");
  // Once undone, it is not undone again.
  kept = ["c"];
  await edits.undo();
  expect(kept).toEqual(["c"]);
});

it("leaves Ctrl+Z to text fields, to floating parts, and to handlers that have taken it", async () => {
  await remove("a");
  const box = document.body.appendChild(document.createElement("textarea"));
  box.focus();
  await userEvent.keyboard("{Control>}z{/Control}");
  box.remove();
  const dialog = document.body.appendChild(document.createElement("div"));
  dialog.setAttribute("role", "dialog");
  await userEvent.keyboard("{Control>}z{/Control}");
  dialog.remove();
  const chart = document.body.appendChild(document.createElement("button"));
  chart.addEventListener("keydown", (event) => event.preventDefault());
  chart.focus();
  await userEvent.keyboard("{Control>}z{/Control}");
  expect(kept).toEqual(["b", "c"]);
  chart.remove();
  const text = document.body.appendChild(document.createElement("p"));
  text.setAttribute("contenteditable", "plaintext-only");
  text.focus();
  await userEvent.keyboard("{Control>}z{/Control}");
  text.remove();
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "z", ctrlKey: true, repeat: true }));
  expect(kept).toEqual(["b", "c"]);
  // Meanwhile the edit's toast is shown.
  const shown = document.body.appendChild(document.createElement("div"));
  shown.setAttribute("role", "alertdialog");
  shown.setAttribute("aria-modal", "false");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.poll(() => kept).toEqual(["b", "c", "a"]);
});

it("overwrites nothing that has changed since, and says so", async () => {
  await remove("a");
  // Another tab has restored it.
  kept = ["a", "b", "c"];
  await edits.undo();
  expect(messages()).toContain("The removal of a can no longer be undone");
  expect(names()).toEqual([[], []]);

  let stamp = 1;
  await edits.make({ ...removal("b"), stamp: () => stamp }, "Removed b");
  await edits.undo();
  stamp = 2;
  await edits.redo();
  expect(kept).toContain("b");
  expect(messages()).toContain("The removal of b can no longer be redone");

  await edits.make({ what: "edit", run: () => succeed({ undo: () => fail("storage", "storage/recordGone") }) }, null);
  await edits.undo();
  expect(messages()).toContain("The edit can no longer be undone");
  expect(names()).toEqual([[], []]);
});

it("keeps an edit that could not be undone or redone in place, for another attempt", async () => {
  const failing = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const throws = () => {
    throw new Error("no device");
  };
  const refuses = () => fail("storage", "storage/refused");
  const undo = vi.fn<() => boolean | Outcome<never>>(() => true);
  const run = vi.fn<() => Outcome<{ undo: typeof undo }>>(() => succeed({ undo }));
  await edits.make({ what: "edit", run }, null);
  await remove("a");
  for (const once of [throws, refuses]) {
    undo.mockImplementationOnce(once);
    await edits.undo(edits.read().done[0]);
    expect(names()).toEqual([["edit", "removal of a"], []]);
  }
  expect(messages()).toContain("The edit could not be undone");
  await edits.undo(edits.read().done[0]);
  expect(names()).toEqual([["removal of a"], ["edit"]]);
  for (const once of [throws, refuses]) {
    run.mockImplementationOnce(once);
    await edits.redo();
    expect(names()).toEqual([["removal of a"], ["edit"]]);
  }
  expect(messages()).toContain("The edit could not be redone");
  await edits.redo();
  expect(names()).toEqual([["removal of a", "edit"], []]);
  expect(failing).toHaveBeenCalledTimes(2);
  failing.mockRestore();
});

it("loses no edit made while another is being undone, and does not redo what came before it", async () => {
  let end: (() => void) | undefined;
  const slow = () => new Promise<boolean>((resolve) => (end = () => resolve(true)));
  await remove("a");
  await edits.undo(undefined, true);
  expect(messages()).toContain("Undone: removal of a");
  await edits.make({ what: "slow edit", run: () => succeed({ undo: slow }) }, null);
  // Nothing can be redone now, so no toast offers it.
  expect(messages()).not.toContain("Undone: removal of a");
  const undoing = edits.undo();
  await expect.poll(() => end).toBeDefined();
  await remove("b");
  end?.();
  await undoing;
  expect(names()).toEqual([["removal of b"], []]);
});

it("keeps nothing of a refused edit, and only the latest ones", async () => {
  const refused = await edits.make({ what: "edit", run: () => fail("storage", "storage/eraseFailed") }, "Edited");
  expect(refused.ok).toBe(false);
  expect([messages(), names()]).toEqual([[], [[], []]]);
  const undone = vi.fn(() => true);
  for (let i = 0; i <= MAX_EDITS; i++) await edits.make({ what: `edit ${i}`, run: () => succeed({ undo: undone }) }, null);
  expect(edits.read().done.map(({ what }) => what)).toEqual(Array.from({ length: MAX_EDITS }, (_, i) => `edit ${i + 1}`));
  await edits.undo();
  expect(edits.read().undone.length).toBe(1);
  await remove("a");
  expect(edits.read().undone).toEqual([]);
});
