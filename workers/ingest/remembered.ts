import { soundForms } from "../series";
import type { ReadOptions } from "./plan";

/** How a user had files of one form read. */
export interface RememberedForm {
  /** Of what holds several things their names, else the form of the text. */
  form: string | readonly string[];
  options: ReadOptions;
}

/** Choices that were made before, by the form of what they were made for. Those that are damaged are as good as none. */
export class Remembered {
  private readonly forms: ReadonlyMap<string, ReadOptions>;

  constructor(kept: unknown) {
    this.forms = new Map(soundForms(kept).forms.map(({ form, options }) => [JSON.stringify(form), options]));
  }

  of(form: RememberedForm["form"]): ReadOptions {
    return this.forms.get(JSON.stringify(form)) ?? {};
  }
}
