import type { Plugin } from "vite";

/**
 * The interface is in English, so of the component library's own strings ("Close", "Increase…") only the English ones are kept, to which
 * the library falls back. Numbers and dates still follow the person's locale, through `Intl`.
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
