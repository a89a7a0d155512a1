import * as v from "valibot";
import { type Count, fail, type Outcome, succeed } from "../../../workers/contract";
import type { RememberedForm } from "../../../workers/ingest";
import { formSchema, MAX_FORMS, soundForms } from "../../../workers/series/choices-schema";
import { keepForms, keptChoices } from "../../analysis/data/reading-choices";
import { choiceWords, DELIMITERS } from "../../analysis/data/reading-words.ts";
import { listed } from "../../lib/format.ts";
import { Listened } from "../../lib/store.ts";

const KIND = "prospect-reading-forms";
const MAX_BYTES = 1_000_000;
/** Maximum number of columns or parts in the name of a format. */
const NAMED = 4;
const MAX_NAME = 40;

const fileSchema = v.object({ kind: v.literal(KIND), version: v.literal(1), forms: v.pipe(v.array(formSchema), v.maxLength(MAX_FORMS)) });

/** A known format of texts or files, and its reading options, as text. */
interface FormWords {
  name: string;
  choices: string;
}

const keyOf = ({ form }: RememberedForm): string => JSON.stringify(form);
const isChosen = ({ options }: RememberedForm): boolean => Object.keys(options).length > 0;

/** The remembered formats, newest first, without those whose options were deleted. */
export function keptForms(): RememberedForm[] {
  return soundForms(keptChoices()).forms.filter(isChosen);
}

/** Number of damaged entries, which are ignored and dropped by the next change. */
export const damagedForms = (): Count => soundForms(keptChoices()).damaged;

interface FormsView {
  forms: readonly RememberedForm[];
  damaged: Count;
}

/** The remembered formats as an observable, which follows deletion, undo and import in any tab. */
class ShownForms extends Listened {
  private text: string | null = null;
  private view: FormsView = { forms: [], damaged: 0 };

  read = (): FormsView => {
    const text = JSON.stringify(keptChoices() ?? null);
    if (text !== this.text) this.view = { forms: keptForms(), damaged: damagedForms() };
    this.text = text;
    return this.view;
  };

  follow = (listener: () => void): (() => void) => {
    const stop = this.subscribe(listener);
    addEventListener("storage", listener);
    return () => {
      stop();
      removeEventListener("storage", listener);
    };
  };

  /** Remembers formats; true if they were stored. */
  keep(forms: readonly RememberedForm[]): boolean {
    const kept = keepForms(forms);
    this.emit();
    return kept;
  }
}
export const shownForms = new ShownForms();

/** The document of an exported file. */
export const formsDocument = (forms: readonly RememberedForm[]) => ({ kind: KIND, version: 1, forms });

/** The formats in a file, validated like any input, without applying them. Fails if it is not such a file, or larger than 1 MB. */
export async function formsIn(file: Blob): Promise<Outcome<RememberedForm[]>> {
  if (file.size > MAX_BYTES) return fail("bad-input", "ingest/noForms");
  try {
    const read = v.safeParse(fileSchema, JSON.parse(await file.text()));
    // Splits belong to one text, never to a format.
    const forms = read.success
      ? new Map(
          read.output.forms
            .map(({ form, options: { splits: _, ...options } }) => ({ form, options }))
            .filter(isChosen)
            .map((form) => [keyOf(form), form]),
        )
      : null;
    return forms?.size ? succeed([...forms.values()]) : fail("bad-input", "ingest/noForms");
  } catch {
    return fail("bad-input", "ingest/noForms");
  }
}

/** Formats already remembered with other options, which would be replaced. */
export function replacedBy(forms: readonly RememberedForm[]): RememberedForm[] {
  const given = new Map(forms.map((form) => [keyOf(form), form]));
  return keptForms().filter((form) => given.has(keyOf(form)) && JSON.stringify(given.get(keyOf(form))) !== JSON.stringify(form));
}

/** The oldest formats on this device, which would be dropped to import others: at most `MAX_FORMS` are remembered. */
export function forgottenFor(forms: readonly RememberedForm[]): RememberedForm[] {
  const given = new Set(forms.map(keyOf));
  return keptForms()
    .filter((form) => !given.has(keyOf(form)))
    .slice(Math.max(0, MAX_FORMS - forms.length));
}

/** Adds formats before the existing ones; true if they were stored. */
export function addForms(forms: readonly RememberedForm[]): boolean {
  const given = new Set(forms.map(keyOf));
  return shownForms.keep([...forms, ...keptForms().filter((form) => !given.has(keyOf(form)))]);
}

/**
 * Deletes a format. @returns a function that restores it in place, unless its files have been read with other options since; false if
 * storage refuses it
 */
export function removeForm(form: RememberedForm): () => boolean {
  const before = keptForms();
  const isForm = (one: RememberedForm) => keyOf(one) === keyOf(form);
  shownForms.keep(before.filter((one) => !isForm(one)));
  return () => {
    const now = keptForms();
    return now.some(isForm) || shownForms.keep(now.toSpliced(before.findIndex(isForm), 0, form));
  };
}

/** A format as text: "Date, Close and 3 more, comma between cells". */
export function formWords({ form, options }: RememberedForm): FormWords {
  const [delimiter, names] = typeof form === "string" ? headerOf(form) : [null, form];
  const columns = listed(
    names.map((name) => name || "(blank)"),
    NAMED,
    MAX_NAME,
  );
  const name = `${columns}${delimiter ? ` (${delimiter.toLowerCase()})` : ""}`;
  return { name, choices: options.path ? `read: ${options.path.join(", ").slice(0, 80)}` : choiceWords(options) };
}

/** Separator and names of a format, whose key is a JSON list of them. */
function headerOf(form: string): [string | null, string[]] {
  try {
    const read = v.safeParse(v.array(v.string()), JSON.parse(form));
    if (!read.success) return [null, [form]];
    const [sign, ...names] = read.output;
    return [DELIMITERS[sign as keyof typeof DELIMITERS] ?? null, names];
  } catch {
    return [null, [form]];
  }
}
