import type { Plugin } from "vite";
import { collectMethods } from "./methods.mjs";

const NAME = "virtual:methods";

/** Serves what the docstrings say of formulas, sources and tolerances as the module `virtual:methods`. */
export function methods(): Plugin {
  return {
    name: "prospect-methods",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => (id === `\0${NAME}` ? `export const methods = ${JSON.stringify(collectMethods())};` : null),
  };
}
