import { soundForms } from "../series";
import type { ReadOptions } from "./plan";

/** How a user had files of one form read. */
export interface RememberedForm {
  /** Names of the parts of a file that has several, otherwise the form of the text. */
  form: string | readonly string[];
  options: ReadOptions;
}

/** Choices made before, by form. Damaged ones are ignored. */
export class Remembered {
  private readonly forms: ReadonlyMap<string, ReadOptions>;

  constructor(kept: unknown) {
    this.forms = new Map(soundForms(kept).forms.map(({ form, options }) => [JSON.stringify(form), options]));
  }

  of(form: RememberedForm["form"]): ReadOptions {
    return this.forms.get(JSON.stringify(form)) ?? {};
  }
}
