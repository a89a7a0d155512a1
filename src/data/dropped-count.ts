import type { QualityReport } from "../../workers/contract";

/** Rows left out of a series, for whatever reason. */
export const droppedCount = ({ dropped }: QualityReport): number => dropped.reduce((sum, group) => sum + group.count, 0);
