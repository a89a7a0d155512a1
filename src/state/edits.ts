import type { Cause, Count, Outcome } from "../../workers/contract";
import { Listened } from "../lib/store";
import { inWords, loadTexts } from "../lib/texts.ts";
import { type ToastOptions, toast } from "../ui/toast-queue.ts";

/** Of more edits the first can no longer be undone. */
export const MAX_EDITS: Count = 50;

/** Taken back, or refused for a reason; false where the workspace has changed since and the edit no longer applies to it. */
type Undone = Outcome<unknown> | boolean;
type Done = Outcome<{ undo: () => Undone | Promise<Undone> }>;

/** An edit of the workspace: of what is kept, not of a form. */
export interface Command {
  /** As it goes on after Undo: "removal of strategy Momentum". */
  what: string;
  /** Makes the edit, now and when it is redone. */
  run: () => Done | Promise<Done>;
  /** What it is made on. If that has changed between undo and redo, in another tab for example, the edit is not made again. */
  stamp?: () => unknown;
}

export interface Edit extends Command {
  undo: () => Undone | Promise<Undone>;
  undoneAt?: unknown;
  closeToast?: () => void;
}

interface EditsView {
  /** What can be undone, and what redone: the latest last. */
  done: readonly Edit[];
  undone: readonly Edit[];
}

const WRITES =
  'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [contenteditable="true"], [role="combobox"]';
/** A toast is an alert dialog too, but for `aria-modal`. */
const FLOATS = '[role="dialog"], [role="alertdialog"]:not([aria-modal="false"]), [role="menu"], [role="listbox"]';
const CHANGED = "It has changed since.";

/** The edits of this tab, in order: each is undone by its toast, by Ctrl+Z or by the search, and once. */
class Edits extends Listened {
  private view: EditsView = { done: [], undone: [] };
  private working: Promise<unknown> = Promise.resolve();
  private listens = false;

  read = (): EditsView => this.view;

  /** Makes an edit and says so, with Undo, where it has a message. A refusal is for the caller to say. */
  async make(command: Command, message: string | null, options: Omit<ToastOptions, "action"> = {}): Promise<Done> {
    const outcome = await command.run();
    if (!outcome.ok) return outcome;
    const edit: Edit = { ...command, undo: outcome.value.undo };
    const action = { label: "Undo", onChoose: () => void this.undo(edit) };
    if (message !== null) edit.closeToast = toast.info(message, { ...options, action });
    // What was undone before it would be redone on another workspace.
    this.show([...this.view.done, edit].slice(-MAX_EDITS), []);
    this.listen();
    return outcome;
  }

  /** Takes an edit back, the latest by default. @param says that it is done, where no toast was pressed */
  undo(edit = this.view.done.at(-1), says = false): Promise<void> {
    return this.inTurn(async () => {
      if (!edit || !this.view.done.includes(edit)) return;
      edit.closeToast?.();
      const others = this.view.done.filter((one) => one !== edit);
      this.show(others, this.view.undone);
      const undone = await edit.undo();
      const isUndone = typeof undone === "object" ? undone.ok : undone !== false;
      if (!isUndone) return tellRefusal(`The ${edit.what} can no longer be undone`, typeof undone === "object" ? undone : undefined);
      edit.undoneAt = edit.stamp?.();
      this.show(others, [...this.view.undone, edit]);
      const action = { label: "Redo", onChoose: () => void this.redo(edit) };
      if (says) edit.closeToast = toast.info(`Undone: ${edit.what}`, { action });
    });
  }

  /** Makes an edit once more, the one undone last by default. */
  redo(edit = this.view.undone.at(-1), says = false): Promise<void> {
    return this.inTurn(async () => {
      if (!edit || !this.view.undone.includes(edit)) return;
      edit.closeToast?.();
      const others = this.view.undone.filter((one) => one !== edit);
      this.show(this.view.done, others);
      const outcome = edit.undoneAt === edit.stamp?.() ? await edit.run() : undefined;
      if (!outcome?.ok) return tellRefusal(`The ${edit.what} can no longer be redone`, outcome);
      edit.undo = outcome.value.undo;
      this.show([...this.view.done, edit].slice(-MAX_EDITS), others);
      const action = { label: "Undo", onChoose: () => void this.undo(edit) };
      if (says) edit.closeToast = toast.info(`Redone: ${edit.what}`, { action });
    });
  }

  private show(done: readonly Edit[], undone: readonly Edit[]): void {
    this.view = { done, undone };
    this.tell();
  }

  /** One at a time: the next undo waits for the one under way. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.working.then(work);
    this.working = turn.catch((error) => console.error(error));
    return turn;
  }

  private listen(): void {
    if (this.listens) return;
    this.listens = true;
    document.addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      const wanted = { z: shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()] as "undo" | "redo" | undefined;
      if (!wanted || altKey || !(ctrlKey || metaKey) || event.defaultPrevented) return;
      // A text has an undo of its own, and so has a chart that is drawn on; what floats is about something else.
      if ((target instanceof Element && target.closest(WRITES)) || document.querySelector(FLOATS)) return;
      if (this.view[wanted === "undo" ? "done" : "undone"].length === 0) return;
      event.preventDefault();
      void this[wanted](undefined, true);
    });
  }
}

async function tellRefusal(message: string, outcome?: Undone): Promise<void> {
  const failure: Cause | null = typeof outcome === "object" && !outcome.ok ? outcome.failure : null;
  if (failure) await loadTexts();
  toast.warning(message, { detail: failure ? inWords(failure) : CHANGED });
}

export const edits = new Edits();
