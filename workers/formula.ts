/** Elements a formula may be made of: of MathML Core, those that neither link, script nor style. */
export const MATH_TAGS = ["mfrac", "mi", "mn", "mo", "mover", "mrow", "msqrt", "msub", "msubsup", "msup", "mtext", "munder"] as const;
export type MathTag = (typeof MATH_TAGS)[number];

/**
 * An element: its name, and its letters or what is in it. An operator may say that it stands between operands though a piece begins with it
 * (infix), is a sign (prefix), or is a bracket as high as letters are (small).
 */
export type MathNode = readonly [tag: MathTag, content: string | readonly MathNode[], kind?: "infix" | "prefix" | "small"];

/** Words as they are, or mathematics with the text it was made of. Beside each other they give the formula's text. */
export type FormulaPiece = string | readonly [source: string, ...nodes: MathNode[]];

/** A formula, a line per clause; a line breaks only between its pieces. */
export type Formula = readonly (readonly FormulaPiece[])[];
