import { methodTitle } from "./method-title.ts";

/** How a figure is computed, from the docstring of its function. */
export interface DocumentedMethod {
  /** Name of the function. */
  name: string;
  /** Part of the glossary in search: a term of the field rather than a step of a computation. */
  isTerm: boolean;
  title: string;
  what: string;
  formula: string;
  source: string;
  tolerance: string;
  /** Everything in lower case, for searching. */
  text: string;
}

/** All documented methods by name; loaded on first use. */
export async function loadMethods(): Promise<readonly DocumentedMethod[]> {
  const { methods } = await import("virtual:methods");
  return Object.entries(methods)
    .map(([name, { term, what, formula, source, tolerance }]) => {
      const title = term ?? methodTitle(name);
      const text = `${name} ${title} ${what} ${formula} ${source} ${tolerance}`.toLowerCase();
      return { name, isTerm: term !== undefined, title, what, formula, source, tolerance, text };
    })
    .sort((a, b) => a.title.localeCompare(b.title));
}
