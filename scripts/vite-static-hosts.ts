import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/**
 * Does in files what a static host cannot do. The page contains the content security policy too (except `frame-ancestors`, which browsers
 * accept only in a header). A static host answers an unknown address with 404.html: here that is the app itself, so every deep link opens.
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
