import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { type Formula, MATH_TAGS } from "../workers/formula.ts";
import { formulaOf } from "./formula.ts";
import { collectMethods } from "./methods.mjs";
import { shownFormulas } from "./shown-formulas.ts";

/** Every formula with mathematics in it, of a docstring or of a screen, by its text. */
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

/** The address of the sources, of what package.json says as a text or as an object; null unless it is a page on the web. */
export function repositoryOf({ repository }: { repository?: string | { url?: string } }): string | null {
  const url = (typeof repository === "string" ? repository : (repository?.url ?? "")).replace(/^git\+/, "").replace(/\.git$/, "");
  return url.startsWith("https://") ? url : null;
}

/** Modules of the app that are made of its own sources, by name: what each exports. */
const MODULES: Record<string, () => Record<string, unknown>> = {
  "virtual:methods": () => ({ methods: collectMethods(), repository: repositoryOf(JSON.parse(readFileSync("package.json", "utf8"))) }),
  "virtual:formulas": () => ({ formulas: collectFormulas(), mathTags: MATH_TAGS }),
};

/** Serves what the docstrings say of formulas, sources and tolerances as `virtual:methods`, and all formulas as mathematics as `virtual:formulas`. */
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
