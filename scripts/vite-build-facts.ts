import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";

const NAME = "virtual:build-facts";
const KERNELS = "assembly/build";
const DIGITS = 16;

/** Identifies this build: the app's version, and a digest of all compiled kernels, ordered by name. */
function facts(): { appVersion: string; kernelDigest: string } {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const hash = createHash("sha256");
  const modules = readdirSync(KERNELS).filter((name) => name.endsWith(".wasm"));
  for (const name of modules.sort()) hash.update(name).update(readFileSync(`${KERNELS}/${name}`));
  return { appVersion: version, kernelDigest: hash.digest("hex").slice(0, DIGITS) };
}

/** Serves the app's version and the digest of its kernels as the module `virtual:build-facts`, computed once the kernels are compiled. */
export function buildFacts(): Plugin {
  return {
    name: "prospect-build-facts",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load: (id) => {
      if (id !== `\0${NAME}`) return null;
      const { appVersion, kernelDigest } = facts();
      return `export const appVersion = ${JSON.stringify(appVersion)};\nexport const kernelDigest = ${JSON.stringify(kernelDigest)};`;
    },
  };
}
