declare module "virtual:methods" {
  /**
   * By function name: its term in the field, if any, what it computes, its formula, the paper or program it follows, and what it was
   * validated against.
   */
  export const methods: Record<string, { term?: string; what: string; formula: string; source: string; tolerance: string; file: string }>;
  /** URL of the published sources, from package.json; null if it has none. */
  export const repository: string | null;
}

declare module "virtual:formulas" {
  /** Formulas with mathematics, by their text, from docstrings and screens: `Formula` of workers/formula.ts. */
  export const formulas: Record<string, readonly (readonly (string | readonly unknown[])[])[]>;
  /** Allowed MathML elements. */
  export const mathTags: readonly string[];
}
