import type { ReactNode } from "react";
import type { Formula } from "../../../workers/formula";
import type { ReportMethod } from "../../../workers/report/types";
import { formulaLines, loadFormulas } from "../../ui/formula-lines.ts";
import type { Provenance } from "../../ui/info-button.tsx";

/** Text content of a React node. */
function wordsOf(node: ReactNode): string {
  if (typeof node === "string" || typeof node === "number") return String(node);
  if (Array.isArray(node)) return node.map(wordsOf).join("");
  if (typeof node !== "object" || node === null || !("props" in node)) return "";
  const { props } = node;
  return typeof props === "object" && props !== null && "children" in props ? wordsOf(props.children as ReactNode) : "";
}

/** Provenance of a page's figures without duplicates, with the documentation of the functions named. */
export async function methodsOf(provenance: readonly Provenance[]): Promise<ReportMethod[]> {
  const [{ methods }, { formulas }] = await Promise.all([import("virtual:methods"), loadFormulas()]);
  /** A formula, with its MathML lines if it contains mathematics. */
  const setFormula = (formula: string): { formula: string; lines?: Formula } => {
    const lines = formulaLines(formula, formulas);
    return lines.flat().every((piece) => typeof piece === "string") ? { formula } : { formula, lines };
  };
  const seen = new Map<string, ReportMethod>();
  for (const { title, formula, settings = [], n, source, differs, computedBy } of provenance) {
    const facts = settings.map(([name, value]): [string, string] => [name, wordsOf(value)]);
    if (n) facts.push(["n", n]);
    if (source) facts.push(["Source", wordsOf(source)]);
    const method = computedBy ? methods[computedBy] : undefined;
    const code = method && { ...method, ...setFormula(method.formula), code: `${method.file}, ${computedBy}` };
    const entry = { title, ...setFormula(wordsOf(formula)), facts, differs: wordsOf(differs), computedBy: code ?? null };
    const key = JSON.stringify(entry);
    if (!seen.has(key)) seen.set(key, entry);
  }
  return [...seen.values()];
}
