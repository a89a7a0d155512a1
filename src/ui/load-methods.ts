import { methodTitle } from "./method-title.ts";

/** How a figure is computed, as the docstring of its function says. */
export interface DocumentedMethod {
  /** Of the function. */
  name: string;
  /** Stands in the glossary of the search: a term of the field, and no step of a computation. */
  isTerm: boolean;
  title: string;
  what: string;
  formula: string;
  source: string;
  tolerance: string;
  /** All of it in small letters, to search in. */
  text: string;
}

/** Every documented method, by name; fetched when it is first wanted. */
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
