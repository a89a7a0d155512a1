import type { RiskReport } from "./use-risk";

/** What the values were taken for. */
export const givenKind = ({ givenAs, kind }: Pick<RiskReport, "kind" | "givenAs">) => givenAs ?? kind;
