import type { Plugin } from "vite";

/** Where the plain twins of the kernels stand. */
const TWINS = /tests\/kernels\/reference\/([\w-]+)\.ts$/;

/**
 * For tests only: what `tests/kernels/reference` exports writes down that it is called, so that a proof can be held to have compared with it
 * (`tests/kernels/check-proofs.ts`). Each export is put back as itself, witnessed; calls inside the file are seen too.
 */
export function witnessTwins(): Plugin {
  return {
    name: "witness-twins",
    enforce: "pre",
    transform(code, id) {
      const [, file] = TWINS.exec(id.split("?")[0]) ?? [];
      if (!file) return undefined;
      const open = code.replaceAll(/^export const (\w+)/gm, "export let $1");
      const names = Array.from(open.matchAll(/^export (?:async )?(?:function|let) (\w+)/gm), ([, name]) => name);
      const again = names.map((name) => `${name} = witnessedTwin("${file}:${name}", ${name});`);
      return { code: `import { witnessedTwin } from "../witness";\n${open}\n${again.join("\n")}`, map: null };
    },
  };
}
