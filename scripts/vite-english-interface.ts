import type { Plugin } from "vite";

/**
 * The interface speaks English, so the component library's own words ("Close", "Increase…") need no other language: of each of its tables
 * only the English column stays, which the library falls back to. Numbers and dates keep following the person's locale, through `Intl`.
 */
export function englishInterface(): Plugin {
  return {
    name: "english-interface",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!/[\\/](react-aria|react-stately|react-aria-components)[\\/].*[\\/]intlStrings\.mjs$/.test(id)) return null;
      const english = /from "([^"]*en-US\.mjs)"/.exec(code)?.[1];
      if (!english) throw new Error(`${id} has no English words`);
      return `import english from "${english}";\nexport default { "en-US": english };`;
    },
  };
}
