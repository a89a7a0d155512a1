import { describe, expect, it } from "vitest";
import { formulaOf } from "../../scripts/formula.ts";
import { collectMethods } from "../../scripts/methods.mjs";
import { shownFormulas } from "../../scripts/shown-formulas.ts";
import { collectFormulas, repositoryOf } from "../../scripts/vite-methods.ts";
import { formulaLines } from "../../src/ui/formula-lines.ts";
import { MATH_TAGS, type MathNode } from "../../workers/formula.ts";

const documented = Object.entries(collectMethods()).map(([name, { formula }]) => ({ file: name, text: formula }));
const all = [...documented, ...shownFormulas()];
const formulas = collectFormulas();

/** Markup as a browser would print it, without operator attributes. */
const markup = ([tag, content]: MathNode): string =>
  `<${tag}>${typeof content === "string" ? content : content.map(markup).join("")}</${tag}>`;
/** The single line of a formula, as words and markup. */
const lineOf = (text: string): string => {
  const lines = formulaOf(text);
  expect(lines, text).toHaveLength(1);
  return (lines?.[0] ?? [])
    .map((piece) => (typeof piece === "string" ? piece : (piece.slice(1) as MathNode[]).map(markup).join("")))
    .join(" ");
};
const nodesOf = (node: MathNode): MathNode[] => [node, ...(typeof node[1] === "string" ? [] : node[1].flatMap(nodesOf))];
const mathOf = (text: string): MathNode[] =>
  (formulas[text] ?? []).flat().flatMap((piece) => (typeof piece === "string" ? [] : (piece.slice(1) as MathNode[]).flatMap(nodesOf)));

describe("every formula", () => {
  it("is found, in docstrings and screens, and in constants, branches and attributes", () => {
    expect(documented.length).toBeGreaterThan(240);
    const texts = shownFormulas().map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(190);
    expect(texts).toEqual(
      expect.arrayContaining(["−2 LL + 2k", "γ = E ln(β + α z²)", "√(w′Σw)", "last price / first price − 1", "∑α + ∑β"]),
    );
    expect(Object.keys(formulas).length).toBeGreaterThan(330);
  });

  it("is made of its own text: what is read aloud or put in a report is the source", () => {
    const joined = (text: string) => (formulas[text] ?? [[text]]).flat().map((piece) => (typeof piece === "string" ? piece : piece[0]));
    for (const { file, text } of all) expect(joined(text).join("").replaceAll(" ", ""), file).toBe(text.replaceAll(" ", ""));
  });

  it("is made of known elements with the right symbols: a minus is a minus, and a spelled-out Greek letter is the letter", () => {
    const tags: readonly string[] = MATH_TAGS;
    const spelled = /^(sqrt|sum|alpha|beta|gamma|delta|theta|lambda|mu|nu|sigma|rho|pi|phi|omega)$/;
    const isWrong = ([tag, content]: MathNode) =>
      !tags.includes(tag) ||
      content.length === 0 ||
      (typeof content === "string" && ((tag === "mo" && /^[-^_]$|\w/.test(content)) || (tag === "mi" && spelled.test(content))));
    expect(all.flatMap(({ text }) => mathOf(text).filter(isWrong))).toEqual([]);
  });

  it("has no variable name split into letters", () => {
    const names = ["EMA", "IC", "ATR", "OBV", "VaR", "SR", "share", "momentum", "drawdown", "rank"];
    const found = new Set(
      all.flatMap(({ text }) => mathOf(text)).flatMap(([tag, content]) => (tag === "mi" || tag === "mtext" ? [content] : [])),
    );
    for (const name of names) expect(found).toContain(name);
  });

  it("stays plain text only if there is no mathematics in it", () => {
    const words = all.filter(({ text }) => formulaOf(text) === null).map(({ text }) => text);
    expect(words.length).toBeGreaterThan(50);
    expect(words.length).toBeLessThan(80);
    // Marks of a formula: a relation, a superscript, a root, an index, a product or quotient with spaces.
    const mathematics = /[=^_√∑²×·<>≤≥]|\w\[|\S [-+−/] \S|\|\w|\b(sqrt|ln|exp)\b/;
    expect(words.filter((text) => mathematics.test(text))).toEqual([]);
  });
});

describe("the notation", () => {
  it.each([
    [
      "P[t] / P[t-1] - 1",
      "<mfrac><msub><mi>P</mi><mi>t</mi></msub><msub><mi>P</mi><mrow><mi>t</mi><mo>−</mo><mn>1</mn></mrow></msub></mfrac><mo>−</mo><mn>1</mn>",
    ],
    ["e^2[t-i]", "<msubsup><mi>e</mi><mrow><mi>t</mi><mo>−</mo><mi>i</mi></mrow><mn>2</mn></msubsup>"],
    ["sqrt(w' S w)", "<msqrt><msup><mi>w</mi><mo>′</mo></msup><mtext>\u2009</mtext><mi>S</mi><mtext>\u2009</mtext><mi>w</mi></msqrt>"],
    [
      "Phi^-1(p)",
      "<mrow><msup><mi>Φ</mi><mrow><mo>−</mo><mn>1</mn></mrow></msup><mo>\u2061</mo><mrow><mo>(</mo><mi>p</mi><mo>)</mo></mrow></mrow>",
    ],
    ["mean over j of x_j", "<munder><mi>mean</mi><mi>j</mi></munder><mtext>\u2009</mtext><msub><mi>x</mi><mi>j</mi></msub>"],
    [
      "sum_{m<j} L_im",
      "<munder><mo>∑</mo><mrow><mi>m</mi><mo>&lt;</mo><mi>j</mi></mrow></munder><mtext>\u2009</mtext><msub><mi>L</mi><mrow><mi>i</mi><mi>m</mi></mrow></msub>".replace(
        "&lt;",
        "<",
      ),
    ],
    ["d*_k", "<msubsup><mi>d</mi><mi>k</mi><mo>*</mo></msubsup>"],
    ["chi2(1)", "<mrow><msup><mi>χ</mi><mn>2</mn></msup><mo>\u2061</mo><mrow><mo>(</mo><mn>1</mn><mo>)</mo></mrow></mrow>"],
    ["s₁²/n₁", "<mfrac><msubsup><mi>s</mi><mn>1</mn><mn>2</mn></msubsup><msub><mi>n</mi><mn>1</mn></msub></mfrac>"],
    ["pi01", "<msub><mi>π</mi><mn>01</mn></msub>"],
    ["sum of profits / sum of losses", "<mfrac><mtext>sum of profits</mtext><mtext>sum of losses</mtext></mfrac>"],
    [
      "|S*| >= |S|",
      "<mrow><mo>|</mo><msup><mi>S</mi><mo>*</mo></msup><mo>|</mo></mrow><mo>≥</mo><mrow><mo>|</mo><mi>S</mi><mo>|</mo></mrow>",
    ],
    [
      "-(c[t] - mean(c))",
      "<mo>−</mo><mrow><mo>(</mo><msub><mi>c</mi><mi>t</mi></msub><mo>−</mo><mrow><mi>mean</mi><mo>\u2061</mo><mrow><mo>(</mo><mi>c</mi><mo>)</mo></mrow></mrow><mo>)</mo></mrow>",
    ],
    ["ln D!", "<mrow><mi>ln</mi><mtext>\u2009</mtext><mrow><mi>D</mi><mo>!</mo></mrow></mrow>"],
  ])("%s", (text, expected) => expect(lineOf(text)).toBe(expected));

  it("distinguishes a product from the letter x, an article from the letter a, and a mark from what it follows", () => {
    expect(lineOf("rate x notional")).toBe("<mtext>rate</mtext><mo>×</mo><mtext>notional</mtext>");
    expect(lineOf("x (y - z)")).toContain("<mi>x</mi>");
    expect(lineOf("a b[t]")).toContain("<mi>a</mi>");
    expect(lineOf("p by a test")).toBe("<mi>p</mi> by a test");
    expect(formulaOf("x = 1; y = 2")).toHaveLength(2);
  });

  it("keeps an ambiguous division by a spaced slash on one line", () => {
    for (const text of ["n sum rho[k]^2 / (n - k)", "mean of P / Q", "a / b c"]) expect(lineOf(text), text).not.toContain("<mfrac>");
    // Without spaces, / divides its neighbors; two capitals are a name.
    expect(lineOf("1/2 ln x")).toBe(
      "<mfrac><mn>1</mn><mn>2</mn></mfrac><mtext>\u2009</mtext><mrow><mi>ln</mi><mtext>\u2009</mtext><mi>x</mi></mrow>",
    );
    expect(lineOf("R/S = 1")).not.toContain("<mfrac>");
  });

  it("refuses anything else", () => {
    expect(() => formulaOf("x = $5")).toThrow('"$" is no sign of a formula');
    expect(() => formulaOf("(x + 1")).toThrow("stays open");
    expect(() => formulaOf("x + 1)")).toThrow("closes nothing");
    expect(() => formulaOf("sqrt")).toThrow("operand is missing");
  });
});

it("a text composed on the screen is set clause by clause", () => {
  const lines = formulaLines("∑α + ∑β; its error by a method of no formula", formulas);
  expect(lines[0][0][0]).toBe("∑α + ∑β");
  expect(lines[0].at(-1)).toBe(";");
  expect(lines[1]).toEqual(["its error by a method of no formula"]);
});

it("links to the code only if package.json names a repository page", () => {
  expect(repositoryOf({ repository: { url: "git+https://example.org/desk/app.git" } })).toBe("https://example.org/desk/app");
  expect(repositoryOf({ repository: "https://example.org/app" })).toBe("https://example.org/app");
  for (const repository of [undefined, "javascript:alert(1)", "desk/app", {}]) expect(repositoryOf({ repository })).toBeNull();
});
