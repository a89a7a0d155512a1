declare module "virtual:methods" {
  /** By the name of the function: the term of the field it stands for, if it does, what it computes, its formula, the paper or program it follows, and what it was checked against. */
  export const methods: Record<string, { term?: string; what: string; formula: string; source: string; tolerance: string; file: string }>;
  /** Where the sources are published, as package.json says; null if it says nothing. */
  export const repository: string | null;
}

declare module "virtual:formulas" {
  /** Formulas with mathematics in them, by their text, of docstrings and of screens: `Formula` of workers/formula.ts. */
  export const formulas: Record<string, readonly (readonly (string | readonly unknown[])[])[]>;
  /** The elements they may be made of. */
  export const mathTags: readonly string[];
}
