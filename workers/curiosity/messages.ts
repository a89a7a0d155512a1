export const alertLimits = "Alert thresholds must be 0 or more, those in percent at most 100 %";
