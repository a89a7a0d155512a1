import * as v from "valibot";
import { formsSchema } from "../series";
import type { ReadOptions } from "./plan";

/** How a user had files of one form read. */
export interface RememberedForm {
  /** Of what holds several things their names, else the form of the text. */
  form: string | readonly string[];
  options: ReadOptions;
}

/** Choices that were made before, by the form of what they were made for. What is no list of them is as good as none. */
export class Remembered {
  private readonly forms: ReadonlyMap<string, ReadOptions>;

  constructor(kept: unknown) {
    const read = v.safeParse(formsSchema, kept);
    this.forms = new Map(read.success ? read.output.map(({ form, options }) => [JSON.stringify(form), options]) : []);
  }

  of(form: RememberedForm["form"]): ReadOptions {
    return this.forms.get(JSON.stringify(form)) ?? {};
  }
}
