import { methodTitle } from "./method-title.ts";

/** How a figure is computed, as the docstring of its function says. */
export interface DocumentedMethod {
  /** Of the function. */
  name: string;
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
    .map(([name, { what, formula, source, tolerance }]) => {
      const text = `${name} ${methodTitle(name)} ${what} ${formula} ${source} ${tolerance}`.toLowerCase();
      return { name, what, formula, source, tolerance, text };
    })
    .sort((a, b) => methodTitle(a.name).localeCompare(methodTitle(b.name)));
}
