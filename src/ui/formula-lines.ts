import type { Formula } from "../../workers/formula";

/** Between two clauses: after the punctuation that ends one. */
const CLAUSES = /(?<=[;.]) /;

/** All formulas with MathML by their text, and the allowed elements; loaded on first use. */
export async function loadFormulas(): Promise<{ formulas: Record<string, Formula>; tags: ReadonlySet<string> }> {
  const { formulas, mathTags } = await import("virtual:formulas");
  return { formulas: formulas as Record<string, Formula>, tags: new Set(mathTags) };
}

/**
 * The lines of a formula. Text composed of parts is looked up clause by clause; clauses not found stay plain text.
 * @param formulas those of `virtual:formulas`
 */
export function formulaLines(text: string, formulas: Record<string, Formula>): Formula {
  const whole = formulas[text];
  if (whole) return whole;
  return text.split(CLAUSES).flatMap((clause) => {
    const [mark = ""] = /[;.]$/.exec(clause) ?? [];
    const found = formulas[clause] ?? formulas[clause.slice(0, clause.length - mark.length)];
    if (!found) return [[clause]];
    return mark && !formulas[clause] ? [...found.slice(0, -1), [...found[found.length - 1], mark]] : found;
  });
}
