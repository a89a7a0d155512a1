import type { Cause, Count, Outcome } from "../../workers/contract";
import { FLOATS, isEditable } from "../lib/floats.ts";
import { Listened } from "../lib/store";
import { failureText, loadTexts } from "../lib/texts.ts";
import { type ToastOptions, toast } from "../ui/toast-queue.ts";

/** Maximum number of edits that can be undone. */
export const MAX_EDITS: Count = 50;

/** Undone, or refused with a reason and can be retried; false if the workspace has changed and the edit no longer applies. */
type Undone = Outcome<unknown> | boolean;
type Done = Outcome<{ undo: () => Undone | Promise<Undone> }>;

/** An edit of stored data, not of a form. */
interface Command {
  /** Description after "Undo": "removal of strategy Momentum". */
  what: string;
  /** Performs the edit, initially and on redo. */
  run: () => Done | Promise<Done>;
  /** State the edit applies to. If it has changed between undo and redo, for example in another tab, the edit is not repeated. */
  stamp?: () => unknown;
}

export interface Edit extends Command {
  undo: () => Undone | Promise<Undone>;
  undoneAt?: unknown;
  closeToast?: () => void;
}

interface EditsView {
  /** Edits that can be undone and redone, latest last. */
  done: readonly Edit[];
  undone: readonly Edit[];
}

const WRITES = 'input:not([type="checkbox"], [type="radio"], [type="range"]), textarea, select, [role="combobox"]';
const CHANGED = "The workspace has changed since.";
/** Deleted permanently: retrying is useless. */
const GONE: readonly string[] = ["storage/datasetGone", "storage/recordGone"];

/** The edits of this tab, in order: each can be undone once, by its toast, Ctrl+Z or search. */
class Edits extends Listened {
  private view: EditsView = { done: [], undone: [] };
  private working: Promise<unknown> = Promise.resolve();
  private listens = false;
  /** Count of edits: an edit undone while another is made cannot be redone. */
  private made: Count = 0;

  read = (): EditsView => this.view;

  /** Makes an edit and, if there is a message, shows it with an Undo button. Reporting a refusal is up to the caller. */
  async make(command: Command, message: string | null, options: Omit<ToastOptions, "action"> = {}): Promise<Done> {
    const outcome = await command.run();
    if (!outcome.ok) return outcome;
    const edit: Edit = { ...command, undo: outcome.value.undo };
    const action = { label: "Undo", onChoose: () => void this.undo(edit) };
    if (message !== null) edit.closeToast = toast.info(message, { ...options, action });
    this.made++;
    // Earlier undone edits would be redone on a different workspace.
    this.show([...this.view.done, edit], []);
    this.listen();
    return outcome;
  }

  /**
   * Undoes an edit, the latest by default. It stays in the list until that has succeeded, also if it is refused.
   * @param says shows a message when done, if no toast was pressed
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

  /** Redoes an edit, the last undone by default. It stays in the list as for `undo`. */
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

  /** Edits in neither list lose their toast, whose button would have no effect. */
  private show(done: readonly Edit[], undone: readonly Edit[]): void {
    const before = [...this.view.done, ...this.view.undone];
    this.view = { done: done.slice(-MAX_EDITS), undone };
    const listed = new Set([...this.view.done, ...undone]);
    for (const edit of before) if (!listed.has(edit)) edit.closeToast?.();
    this.emit();
  }

  /** Serializes undo and redo. */
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
      // Key repeat is ignored: holding the key must not undo earlier edits.
      if (!wanted || repeat || altKey || !(ctrlKey || metaKey) || event.defaultPrevented) return;
      // Text fields and charts with drawings have their own undo; a floating element is unrelated.
      if (isEditable(target) || (target instanceof Element && target.closest(WRITES)) || document.querySelector(FLOATS)) return;
      if (this.view[wanted === "undo" ? "done" : "undone"].length === 0) return;
      event.preventDefault();
      void this[wanted](undefined, true);
    });
  }
}

/** Result of a step; null if it threw. */
async function attempt<Result>(step: () => Result | Promise<Result>): Promise<Result | null> {
  try {
    return await step();
  } catch (error) {
    console.error(error);
    return null;
  }
}

/** Whether retrying would have the same result. */
const isFinal = (outcome: Undone | null): boolean =>
  outcome === false || (typeof outcome === "object" && outcome?.ok === false && GONE.includes(outcome.failure.reason));

async function tellRefusal({ what }: Edit, how: "undone" | "redone", outcome: Undone | null): Promise<void> {
  const failure: Cause | null = typeof outcome === "object" && outcome?.ok === false ? outcome.failure : null;
  if (failure) await loadTexts();
  const message = isFinal(outcome) ? `The ${what} can no longer be ${how}` : `The ${what} could not be ${how}`;
  toast.warning(message, { detail: failure ? failureText(failure) : outcome === false ? CHANGED : undefined });
}

export const edits = new Edits();
