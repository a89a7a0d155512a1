export type { ComparedFigure, ComparedValue, Comparison } from "./compare";
export type { PageComparison } from "./compare-page";
export type { Described } from "./describe";
export type { ResultDocument } from "./document";
export { jobs } from "./jobs";
export type { AlteredBlock, OpenResult } from "./result-file";
export type { Algorithm, PublicKey, SignatureState, SigningKey } from "./signature";
