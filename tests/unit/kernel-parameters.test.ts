import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const MODULES = "assembly/modules";
const MAX_PARAMETERS = 6;

/** Name and number of parameters of every function a module exports. */
function exportedKernels(): [string, number][] {
  return readdirSync(MODULES).flatMap((file) =>
    Array.from(readFileSync(join(MODULES, file), "utf8").matchAll(/export \{([^}]*)\} from "([^"]*)"/g)).flatMap(([, names, path]) => {
      const text = readFileSync(join(MODULES, `${path}.ts`), "utf8");
      return names.split(",").flatMap((entry): [string, number][] => {
        const name = entry.trim().split(" as ")[0];
        const parameters = new RegExp(`export function ${name}\\(([^)]*)\\)`).exec(text)?.[1];
        return name === "" || parameters === undefined ? [] : [[name, parameters.split(",").filter((one) => one.trim() !== "").length]];
      });
    }),
  );
}

it("a kernel takes at most six parameters, or a block", () => {
  const kernels = exportedKernels();
  expect(kernels.length).toBeGreaterThan(300);
  expect(kernels.filter(([, count]) => count > MAX_PARAMETERS)).toEqual([]);
});
