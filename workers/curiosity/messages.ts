export const alertLimits = "Alert thresholds must be 0 or more, percentages at most 100%";
