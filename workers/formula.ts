/** Elements allowed in a formula: those of MathML Core that cannot link, run scripts or set styles. */
export const MATH_TAGS = ["mfrac", "mi", "mn", "mo", "mover", "mrow", "msqrt", "msub", "msubsup", "msup", "mtext", "munder"] as const;
type MathTag = (typeof MATH_TAGS)[number];

/**
 * An element: its name, and its text or children. An operator may be marked as binary although a piece begins with it (infix), as a sign
 * (prefix), or as a bracket that does not stretch (small).
 */
export type MathNode = readonly [tag: MathTag, content: string | readonly MathNode[], kind?: "infix" | "prefix" | "small"];

/** Plain words, or mathematics with its source text. The texts of all pieces, concatenated, are the formula's text. */
export type FormulaPiece = string | readonly [source: string, ...nodes: MathNode[]];

/** A formula, with a line per clause; lines wrap only between pieces. */
export type Formula = readonly (readonly FormulaPiece[])[];
