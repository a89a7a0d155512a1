import type { Plugin } from "vite";

/**
 * The interface speaks English, so the component library's own words ("Close", "Increase…") need no other language:
 * every translation becomes the English one. Numbers and dates keep following the person's locale, through `Intl`.
 */
export function englishInterface(): Plugin {
  return {
    name: "english-interface",
    apply: "build",
    enforce: "pre",
    load(id) {
      if (!/[\\/](react-aria|react-stately|react-aria-components)[\\/].*[\\/]intl[\\/].*[a-z]{2}-[A-Z]{2}\.mjs$/.test(id)) return null;
      return id.endsWith("en-US.mjs") ? null : 'export { default } from "./en-US.mjs";';
    },
  };
}
