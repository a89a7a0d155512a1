import type { Plugin } from "vite";

/**
 * Fails a build whose files import each other in a circle: one of them then runs before what it is made of, and the page stays empty. Modules
 * without a circle get there when what they share is put into one file with what uses it.
 */
export function noCircles(): Plugin {
  return {
    name: "no-circles",
    generateBundle(_, bundle) {
      const done = new Set<string>();
      const visit = (file: string, path: readonly string[]): void => {
        const at = path.indexOf(file);
        if (at >= 0) this.error(`files of the build import each other: ${[...path.slice(at), file].join(" → ")}`);
        const chunk = bundle[file];
        if (done.has(file) || chunk?.type !== "chunk") return;
        for (const next of chunk.imports) visit(next, [...path, file]);
        done.add(file);
      };
      for (const file of Object.keys(bundle)) visit(file, []);
    },
  };
}
