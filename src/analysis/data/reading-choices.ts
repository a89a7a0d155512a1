import * as v from "valibot";
import type { Series } from "../../../workers/contract";
import type { ReadOptions, RememberedForm } from "../../../workers/ingest";
import { knownBySchema, MAX_FORMS, soundForms } from "../../../workers/series/choices-schema";

/** Kept beside the inputs of screens, so that a backup has it and erasing the workspace takes it. */
const KEY = "prospect.inputs.reading-choices";

interface Kept {
  forms?: RememberedForm[];
}

/** How files of known forms were read, newest first; the worker checks what it is handed. */
export function keptChoices(): unknown {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") as Kept | null)?.forms;
  } catch {
    return undefined;
  }
}

/** Files of this form are read so from now on, until another choice is made. */
function keep(form: RememberedForm["form"], options: ReadOptions): void {
  if (!v.is(knownBySchema, form)) return;
  const others = soundForms(keptChoices()).forms.filter((one) => JSON.stringify(one.form) !== JSON.stringify(form));
  keepForms([{ form, options }, ...others]);
}

/** Remembers these forms and no others, newest first. @returns false where storage is refused or full: then a choice holds for its file alone */
export function keepForms(forms: readonly RememberedForm[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify({ forms: forms.slice(0, MAX_FORMS) }));
    return true;
  } catch {
    return false;
  }
}

/** What was chosen of a file is taken of the next one that holds things of the same names, and of the next text of the same form. */
export function keepChoices({ quality: { opened, chosen } }: Series, { path = [] }: ReadOptions): void {
  for (const [level, { names, chosen: part }] of (opened?.choices ?? []).entries()) if (path[level] === part) keep(names, { path: [part] });
  if (chosen?.form && !chosen.earlier) keep(chosen.form, { ...chosen.options, splits: undefined });
}

/** Texts of this form are read as they are found again. */
export const forgetForm = (form: string): void => keep(form, {});
