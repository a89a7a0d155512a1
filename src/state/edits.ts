import type { Cause, Count, Outcome } from "../../workers/contract";
import { FLOATS, isEditable } from "../lib/floats.ts";
import { Listened } from "../lib/store";
import { inWords, loadTexts } from "../lib/texts.ts";
import { type ToastOptions, toast } from "../ui/toast-queue.ts";

/** Of more edits the first can no longer be undone. */
export const MAX_EDITS: Count = 50;

/** Taken back, or refused for a reason, and then it can be tried again; false where the workspace has changed since and the edit no longer applies to it. */
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

const WRITES = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [role="combobox"]';
const CHANGED = "The workspace has changed since.";
/** What was removed for good: no second attempt brings it back. */
const GONE: readonly string[] = ["storage/datasetGone", "storage/recordGone"];

/** The edits of this tab, in order: each is undone by its toast, by Ctrl+Z or by the search, and once. */
class Edits extends Listened {
  private view: EditsView = { done: [], undone: [] };
  private working: Promise<unknown> = Promise.resolve();
  private listens = false;
  /** Edits made so far: what is undone while another is made cannot be redone. */
  private made: Count = 0;

  read = (): EditsView => this.view;

  /** Makes an edit and says so, with Undo, where it has a message. A refusal is for the caller to say. */
  async make(command: Command, message: string | null, options: Omit<ToastOptions, "action"> = {}): Promise<Done> {
    const outcome = await command.run();
    if (!outcome.ok) return outcome;
    const edit: Edit = { ...command, undo: outcome.value.undo };
    const action = { label: "Undo", onChoose: () => void this.undo(edit) };
    if (message !== null) edit.closeToast = toast.info(message, { ...options, action });
    this.made++;
    // What was undone before it would be redone on another workspace.
    this.show([...this.view.done, edit], []);
    this.listen();
    return outcome;
  }

  /**
   * Takes an edit back, the latest by default. It stays on the list until that is done, and where it was refused.
   * @param says that it is done, where no toast was pressed
   */
  undo(chosen?: Edit, says = false): Promise<void> {
    return this.inTurn(async () => {
      const edit = chosen ?? this.view.done.at(-1);
      if (!edit || !this.view.done.includes(edit)) return;
      edit.closeToast?.();
      const { made } = this;
      const undone = await attempt(edit.undo);
      const isUndone = typeof undone === "object" ? undone?.ok : undone;
      const others = () => this.view.done.filter((one) => one !== edit);
      if (!isUndone) {
        if (isFinal(undone)) this.show(others(), this.view.undone);
        return tellRefusal(edit, "undone", undone);
      }
      edit.undoneAt = edit.stamp?.();
      const again = made === this.made;
      this.show(others(), again ? [...this.view.undone, edit] : this.view.undone);
      const action = again ? { label: "Redo", onChoose: () => void this.redo(edit) } : undefined;
      if (says) edit.closeToast = toast.info(`Undone: ${edit.what}`, { action });
    });
  }

  /** Makes an edit once more, the one undone last by default. It stays on the list as for `undo`. */
  redo(chosen?: Edit, says = false): Promise<void> {
    return this.inTurn(async () => {
      const edit = chosen ?? this.view.undone.at(-1);
      if (!edit || !this.view.undone.includes(edit)) return;
      edit.closeToast?.();
      const outcome = edit.undoneAt === edit.stamp?.() ? await attempt(edit.run) : false;
      const others = () => this.view.undone.filter((one) => one !== edit);
      if (outcome === null || outcome === false || !outcome.ok) {
        if (isFinal(outcome)) this.show(this.view.done, others());
        return tellRefusal(edit, "redone", outcome);
      }
      edit.undo = outcome.value.undo;
      this.show([...this.view.done, edit], others());
      const action = { label: "Undo", onChoose: () => void this.undo(edit) };
      if (says) edit.closeToast = toast.info(`Redone: ${edit.what}`, { action });
    });
  }

  /** What is on neither list any more loses its toast: its button would do nothing. */
  private show(done: readonly Edit[], undone: readonly Edit[]): void {
    const before = [...this.view.done, ...this.view.undone];
    this.view = { done: done.slice(-MAX_EDITS), undone };
    const listed = new Set([...this.view.done, ...undone]);
    for (const edit of before) if (!listed.has(edit)) edit.closeToast?.();
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
      const { key, ctrlKey, metaKey, altKey, shiftKey, repeat, target } = event;
      const wanted = { z: shiftKey ? "redo" : "undo", y: "redo" }[key.toLowerCase()] as "undo" | "redo" | undefined;
      // A key held down is one wish: the edits before it are not meant.
      if (!wanted || repeat || altKey || !(ctrlKey || metaKey) || event.defaultPrevented) return;
      // A text has an undo of its own, and so has a chart that is drawn on; what floats is about something else.
      if (isEditable(target) || (target instanceof Element && target.closest(WRITES)) || document.querySelector(FLOATS)) return;
      if (this.view[wanted === "undo" ? "done" : "undone"].length === 0) return;
      event.preventDefault();
      void this[wanted](undefined, true);
    });
  }
}

/** What a step came to; null where it threw. */
async function attempt<Result>(step: () => Result | Promise<Result>): Promise<Result | null> {
  try {
    return await step();
  } catch (error) {
    console.error(error);
    return null;
  }
}

/** Whether another attempt would end as this one did. */
const isFinal = (outcome: Undone | null): boolean =>
  outcome === false || (typeof outcome === "object" && outcome?.ok === false && GONE.includes(outcome.failure.reason));

async function tellRefusal({ what }: Edit, how: "undone" | "redone", outcome: Undone | null): Promise<void> {
  const failure: Cause | null = typeof outcome === "object" && outcome?.ok === false ? outcome.failure : null;
  if (failure) await loadTexts();
  const message = isFinal(outcome) ? `The ${what} can no longer be ${how}` : `The ${what} could not be ${how}`;
  toast.warning(message, { detail: failure ? inWords(failure) : outcome === false ? CHANGED : undefined });
}

export const edits = new Edits();
