import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * What a host that only hands out files cannot do, done in the files. The content security policy stands in the page too (all of it but
 * `frame-ancestors`, which browsers take from a header only). A static host answers an address it has no file for with 404.html: here that is the app itself, so every deep link
 * opens.
 */
export function staticHosts(policy: readonly string[]): Plugin {
  let output = "";
  return {
    name: "prospect-static-hosts",
    apply: "build",
    configResolved(config) {
      output = config.build.outDir;
    },
    transformIndexHtml() {
      const content = policy.filter((directive) => !directive.startsWith("frame-ancestors")).join("; ");
      return [{ tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content }, injectTo: "head-prepend" }];
    },
    writeBundle() {
      const page = join(output, "index.html");
      if (existsSync(page)) copyFileSync(page, join(output, "404.html"));
    },
  };
}
