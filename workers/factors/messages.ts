export const failed = ({ cause }: { cause: string }) => `Failed to generate alpha factors: ${cause}`;
export const tooFew = ({ given, needed }: { given: number; needed: number }) =>
  `${needed.toLocaleString("en")} data points needed, got ${given.toLocaleString("en")}`;
export const noneSelected = "select at least one factor";
export const uneven = "every column must have as many rows as the first";
export const factorPeriods =
  "windows, periods and horizons must be whole numbers of steps: a lookback of 20 or more, a window of 5 or more";
export const factorPermutations = "the number of permutations must be a whole number from 1 up, and the seed a number";
export const factorThreshold = "the correlation threshold must be above 0 and at most 1";
export const factorPoints = "the fewest points and those of the chart must be whole numbers from 2 up, and the half-life of news above 0";
export const formulaAt = ({ at, cause }: { at: number; cause: string }) => `at character ${at.toLocaleString("en")}: ${cause}`;
export const formulaLong = ({ most }: { most: number }) => `a formula has at most ${most.toLocaleString("en")} characters`;
export const formulaCharacter = ({ character }: { character: string }) => `“${character}” has no meaning in a formula`;
export const formulaEmpty = "there is no formula";
export const formulaEnds = "the formula ends where a value is expected";
export const formulaUnexpected = ({ text }: { text: string }) => `“${text}” is not expected here`;
export const formulaUnclosed = ({ open }: { open: number }) =>
  `a bracket is missing: the one at character ${open.toLocaleString("en")} is not closed here`;
export const formulaDeep = ({ most }: { most: number }) => `more than ${most.toLocaleString("en")} parts lie within each other`;
export const formulaChained = "comparisons cannot follow each other";
export const formulaUnknown = ({ name, near }: { name: string; near: string | null }) =>
  `“${name}” is not known${near ? `: is “${near}” meant?` : ""}`;
export const formulaNeedsBrackets = ({ name }: { name: string }) => `${name} is a function: its values follow in brackets`;
export const formulaNoFunction = ({ name }: { name: string }) => `${name} is a column, not a function`;
export const formulaCount = ({ name, wanted, given }: { name: string; wanted: number; given: number }) =>
  `${name} takes ${wanted} ${wanted === 1 ? "value" : "values"}, not ${given}`;
export const formulaCondition = "a comparison can only be the first value of if(…)";
export const formulaNoCondition = "the first value of if(…) is a comparison, such as close > open";
export const formulaConstant = "the formula is the same number at every step: it needs a column, such as close";
export const formulaNumber = "a number is needed here, not a series";
export const formulaSteps = ({ least, most }: { least: number; most: number }) =>
  `a whole number of steps from ${least} to ${most.toLocaleString("en")} is needed here`;
export const formulaNeeds = ({ columns }: { columns: string }) => `not available: needs ${columns}`;
export const formulaLooksAhead = ({ row, known, early, late }: { row: number; known: number; early: string; late: string }) =>
  `looks ahead: at row ${row.toLocaleString("en")} it is ${early} while ${known.toLocaleString("en")} rows are known, and ${late} once all are`;
export const formulaReadsAhead = "looks ahead: it reads later rows than its own";
export const searchFailed = ({ cause }: { cause: string }) => `Failed to search for formulas: ${cause}`;
export const searchTrials = ({ most }: { most: number }) =>
  `the number of trials must be a whole number from 1 to ${most.toLocaleString("en")}, and the seed a number`;
export const searchLimits = "the holdout must be from 10 to 60 %, and the depth a whole number from 1 to 5";
export const factorNeedsVolume = "not available: needs volume";
export const factorNeedsNews = "not available: needs dated news";
export const factorNeverKnown = "not available: needs more values, or values that vary more";
export const factorWarmUp = "warm-up: too few values before them to compare with";
export const factorDatesLeftOut = "dates on which fewer than 3 assets have both the factor and a return to come";
export const ofAsset = ({ name, cause }: { name: string; cause: string }) => `${name}: ${cause}`;
export const formulaCost = ({ operations, most }: { operations: number; most: number }) =>
  `would take about ${Math.round(operations / 1e9).toLocaleString("en")} billion steps on these rows, more than ${(most / 1e9).toLocaleString("en")} billion: shorten its windows or the data`;
