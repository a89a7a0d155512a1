import type { Plugin } from "vite";

/**
 * Fails a build whose chunks import each other in a circle: one of them would run before its dependencies, and the page would stay empty.
 * If modules without a circle cause this, put what they share into one chunk with its user.
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
