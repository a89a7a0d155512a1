import type { Plugin } from "vite";

/** Where the kernels' plain twins are. */
const TWINS = /tests\/kernels\/reference\/([\w-]+)\.ts$/;

/**
 * For tests only: exports of `tests/kernels/reference` record that they are called, so that each proof can be checked to have used its twin
 * (`tests/kernels/check-proofs.ts`). Each export is reassigned to a recording wrapper, so calls within the file are recorded too.
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
