import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { type Formula, MATH_TAGS } from "../workers/formula.ts";
import { formulaOf } from "./formula.ts";
import { collectMethods } from "./methods.mjs";
import { shownFormulas } from "./shown-formulas.ts";

/** Every formula with mathematics, from docstrings and screens, by its text. */
export function collectFormulas(): Record<string, Formula> {
  const texts = [...Object.values(collectMethods()), ...shownFormulas().map(({ text }) => ({ formula: text }))].map(
    ({ formula }) => formula,
  );
  return Object.fromEntries(
    texts.flatMap((text): [string, Formula][] => {
      const formula = formulaOf(text);
      return formula ? [[text, formula]] : [];
    }),
  );
}

/** The repository's address from package.json, where it may be a string or an object; null unless it is a web page. */
export function repositoryOf({ repository }: { repository?: string | { url?: string } }): string | null {
  const url = (typeof repository === "string" ? repository : (repository?.url ?? "")).replace(/^git\+/, "").replace(/\.git$/, "");
  return url.startsWith("https://") ? url : null;
}

/** Modules generated from the app's own sources, by name: their exports. */
const MODULES: Record<string, () => Record<string, unknown>> = {
  "virtual:methods": () => ({ methods: collectMethods(), repository: repositoryOf(JSON.parse(readFileSync("package.json", "utf8"))) }),
  "virtual:formulas": () => ({ formulas: collectFormulas(), mathTags: MATH_TAGS }),
};

/**
 * Serves the formulas, sources and tolerances of docstrings as `virtual:methods`, and all formulas as mathematics as `virtual:formulas`.
 */
export function methods(): Plugin {
  return {
    name: "prospect-methods",
    resolveId: (id) => (id in MODULES ? `\0${id}` : null),
    load(id) {
      const made = MODULES[id.slice(1)];
      if (!made || !id.startsWith("\0")) return null;
      return Object.entries(made())
        .map(([name, part]) => `export const ${name} = ${JSON.stringify(part)};`)
        .join("\n");
    },
  };
}
