import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** A static host answers an address it has no file for with 404.html: here that is the app itself, so every deep link opens. */
export function staticHosts(): Plugin {
  let output = "";
  return {
    name: "prospect-static-hosts",
    apply: "build",
    configResolved(config) {
      output = config.build.outDir;
    },
    writeBundle() {
      const page = join(output, "index.html");
      if (existsSync(page)) copyFileSync(page, join(output, "404.html"));
    },
  };
}
