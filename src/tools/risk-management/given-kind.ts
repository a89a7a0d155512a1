import type { RiskReport } from "./use-risk";

/** Input type of the values. */
export const givenKind = ({ givenAs, kind }: Pick<RiskReport, "kind" | "givenAs">) => givenAs ?? kind;
