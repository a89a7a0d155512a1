import * as v from "valibot";
import { because, type Series } from "../../../workers/contract";
import type { ReadOptions, RememberedForm } from "../../../workers/ingest";
import { knownBySchema, MAX_FORMS, soundForms } from "../../../workers/series/choices-schema";
import { warnOnce } from "../../ui/toast-queue.ts";

/** Stored with the inputs of screens, so that backups include it and erasing the workspace removes it. */
const KEY = "prospect.inputs.reading-choices";

interface Kept {
  forms?: RememberedForm[];
}

/** How files of known formats were read, newest first; validated by the worker. */
export function keptChoices(): unknown {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") as Kept | null)?.forms;
  } catch {
    return undefined;
  }
}

/** Remembers options for files of this format until others are chosen. */
function keep(form: RememberedForm["form"], options: ReadOptions): void {
  if (!v.is(knownBySchema, form)) return;
  const others = soundForms(keptChoices()).forms.filter((one) => JSON.stringify(one.form) !== JSON.stringify(form));
  if (!keepForms([{ form, options }, ...others])) warnOnce(because("storage/readingChoices"));
}

/** Replaces the remembered formats, newest first. @returns false if storage is refused or full: a choice then applies to its file only */
export function keepForms(forms: readonly RememberedForm[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify({ forms: forms.slice(0, MAX_FORMS) }));
    return true;
  } catch {
    return false;
  }
}

/** Remembers options for the next file with parts of the same names, and the next text of the same format. */
export function keepChoices({ quality: { opened, chosen } }: Series, { path = [] }: ReadOptions): void {
  for (const [level, { names, chosen: part }] of (opened?.choices ?? []).entries()) if (path[level] === part) keep(names, { path: [part] });
  if (chosen?.form && !chosen.earlier) keep(chosen.form, { ...chosen.options, splits: undefined });
}

/** Texts of this format are auto-detected again. */
export const forgetForm = (form: string): void => keep(form, {});
