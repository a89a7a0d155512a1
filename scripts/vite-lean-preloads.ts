import type { BuildOptions, Plugin, Rollup } from "vite";

/**
 * A dynamic import lists the files it will need, so that they load in parallel. Files the page itself has loaded are removed from those
 * lists, which the first page contains for every screen.
 */
export function leanPreloads(): { plugin: Plugin; modulePreload: BuildOptions["modulePreload"] } {
  const there = new Set<string>();
  const add = (bundle: Rollup.OutputBundle, name: string): void => {
    const chunk = bundle[name];
    if (there.has(name) || chunk?.type !== "chunk") return;
    there.add(name);
    for (const imported of chunk.imports) add(bundle, imported);
  };
  const plugin: Plugin = {
    name: "prospect-lean-preloads",
    apply: "build",
    generateBundle: {
      order: "pre",
      handler(_options, bundle) {
        for (const [name, chunk] of Object.entries(bundle)) if (chunk.type === "chunk" && chunk.isEntry) add(bundle, name);
      },
    },
  };
  return {
    plugin,
    modulePreload: {
      resolveDependencies: (_file, names, { hostType }) => (hostType === "js" ? names.filter((name) => !there.has(name)) : names),
    },
  };
}
