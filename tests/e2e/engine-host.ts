import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { securityHeaders } from "../../workers/policy";
import { staticHost } from "./static-host";

/** The build as in an engine modified by `script`, which is prepended to the first script of the page and of each thread. */
export async function hostOfEngine(script: string) {
  const host = await staticHost({ headers: securityHeaders() });
  const threads = readdirSync(join(host.folder, "assets")).filter((name) => /\.worker-[^/]*\.js$/.test(name));
  for (const file of ["theme.js", ...threads.map((name) => join("assets", name))]) {
    const path = join(host.folder, file);
    writeFileSync(path, `${script}\n${readFileSync(path, "utf8")}`);
  }
  await host.repack();
  return host;
}
