import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** What only the service worker and the build ask for, which no test page loads. */
const NOT_ON_PAGES = /^(virtual:|node:|workbox-)/;
const IMPORT = /^(?:import|export)(?! type)[^;"]* from "([^".][^"]*)";$|import\("([^".][^"]*)"\)/gm;

it("every library a page may import is pre-bundled before the first component test, to avoid a reload during one", () => {
  const [, list] = /optimizeDeps: \{\s*include: \[([^\]]*)\]/.exec(readFileSync("vite.config.ts", "utf8")) ?? [];
  const files = ["src", "workers"]
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`))
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("workers/node/"));
  const asked = files.flatMap((path) => [...readFileSync(path, "utf8").matchAll(IMPORT)].map(([, fixed, awaited]) => fixed ?? awaited));
  const libraries = [...new Set(asked)].filter((name) => !NOT_ON_PAGES.test(name));
  expect(libraries.length).toBeGreaterThan(20);
  expect(libraries.filter((name) => !list.includes(`"${name}"`))).toEqual([]);
});
