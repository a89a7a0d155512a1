import { createElement, Fragment, type ReactNode, useEffect, useState } from "react";
import type { Formula, FormulaPiece, MathNode } from "../../workers/formula";
import { formulaLines, loadFormulas } from "./formula-lines.ts";
import "./formula.css";

/** Elements of a formula: only those on the allow list, whatever the data contain. */
function elements(nodes: readonly MathNode[], tags: ReadonlySet<string>): ReactNode[] {
  return nodes.flatMap(([tag, content, kind], place) => {
    if (!tags.has(tag)) return [];
    const children = typeof content === "string" ? [content] : elements(content, tags);
    return [createElement(tag, { key: place, ...(kind === "small" ? { stretchy: "false" } : { form: kind }) }, ...children)];
  });
}

/** Separator before a piece: none if it continues the previous one, a space before words and separate mathematics. */
function before(piece: FormulaPiece, place: number): ReactNode {
  if (place === 0 || piece === ";" || piece === ".") return null;
  const isContinued = typeof piece !== "string" && piece[1]?.[2] === "infix";
  return isContinued ? <wbr /> : " ";
}

/** Makes a line scrollable by keyboard while it is wider than its container. */
function reachable(line: HTMLElement | null): (() => void) | undefined {
  if (!line) return undefined;
  const measure = () => {
    if (line.scrollWidth > line.clientWidth) line.tabIndex = 0;
    else line.removeAttribute("tabindex");
  };
  measure();
  const watching = new ResizeObserver(measure);
  watching.observe(line);
  return () => watching.disconnect();
}

/**
 * A formula as MathML (generated at build time), one line per clause; as plain text until that has loaded, or if it contains no
 * mathematics.
 */
export function FormulaView({ text }: { text: string }) {
  const [set, setSet] = useState<{ text: string; lines: Formula; tags: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    let shown = true;
    loadFormulas().then(
      ({ formulas, tags }) => shown && setSet({ text, lines: formulaLines(text, formulas), tags }),
      (error) => console.error(error),
    );
    return () => {
      shown = false;
    };
  }, [text]);
  if (set?.text !== text) return <>{text}</>;
  return set.lines.map((line, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text never change places
    <span key={row} ref={reachable} className="formula">
      {line.map((piece, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nor do the pieces of a line
        <Fragment key={place}>
          {before(piece, place)}
          {typeof piece === "string"
            ? piece
            : createElement("math", { alttext: piece[0], displaystyle: "true" }, ...elements(piece.slice(1) as MathNode[], set.tags))}
        </Fragment>
      ))}
    </span>
  ));
}
