import { count } from "../format";

export const alertLimits = "Alert thresholds must be 0 or more, percentages at most 100%";
export const tooShort = ({ given }: { given: number }) => `more than 50 rows are needed to compare windows of 22, ${count(given)} given`;
export const otherPatterns = "the stored patterns were computed from other values";
