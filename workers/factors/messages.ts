import { count } from "../format";

export const failed = ({ cause }: { cause: string }) => `Failed to generate alpha factors: ${cause}`;
export const tooFew = ({ given, needed }: { given: number; needed: number }) =>
  `at least ${count(needed)} data points are needed, ${count(given)} given`;
export const noneSelected = "select at least one factor";
export const uneven = "every column must have as many rows as the first";
export const factorPeriods =
  "windows, periods and horizons must be whole numbers of steps: a lookback of 20 or more, a window of 5 or more";
export const factorLists = ({ most }: { most: number }) => `at most ${count(most)} periods or horizons can be listed`;
export const factorPermutations = "the number of permutations must be a whole number of at least 1";
export const factorThreshold = "the correlation threshold must be above 0 and at most 1";
export const factorPoints = "the minimum and chart point counts must be whole numbers of at least 2, and the news half-life above 0";
export const formulaAt = ({ at, cause }: { at: number; cause: string }) => `at character ${count(at)}: ${cause}`;
export const formulaLong = ({ most }: { most: number }) => `a formula has at most ${count(most)} characters`;
export const formulaCharacter = ({ character }: { character: string }) => `“${character}” is not valid in a formula`;
export const formulaEmpty = "the formula is empty";
export const formulaEnds = "the formula ends where a value is expected";
export const formulaUnexpected = ({ text }: { text: string }) => `“${text}” is not expected here`;
export const formulaUnclosed = ({ open }: { open: number }) => `the bracket opened at character ${count(open)} is not closed`;
export const formulaDeep = ({ most }: { most: number }) => `nested more than ${count(most)} levels deep`;
export const formulaChained = "comparisons cannot be chained";
export const formulaUnknown = ({ name, near }: { name: string; near: string | null }) =>
  `“${name}” is unknown${near ? `: did you mean “${near}”?` : ""}`;
export const formulaNeedsBrackets = ({ name }: { name: string }) => `${name} is a function: its arguments go in brackets`;
export const formulaNoFunction = ({ name }: { name: string }) => `${name} is a column, not a function`;
export const formulaCount = ({ name, wanted, given }: { name: string; wanted: number; given: number }) =>
  `${name} takes ${wanted} ${wanted === 1 ? "value" : "values"}, not ${given}`;
export const formulaCondition = "a comparison can only be the first argument of if(…)";
export const formulaNoCondition = "the first argument of if(…) must be a comparison, such as close > open";
export const formulaConstant = "the formula is constant: it needs a column, such as close";
export const formulaNumber = "expects a number, not a series";
export const formulaSteps = ({ least, most }: { least: number; most: number }) =>
  `expects a whole number of steps from ${least} to ${count(most)}`;
export const formulaNeeds = ({ columns }: { columns: string }) => `not available: needs ${columns}`;
export const formulaLooksAhead = ({ row, known, early, late }: { row: number; known: number; early: string; late: string }) =>
  `looks ahead: at row ${count(row)} it is ${early} on the first ${count(known)} rows and ${late} on all rows`;
export const formulaReadsAhead = "looks ahead: it reads later rows";
export const searchFailed = ({ cause }: { cause: string }) => `Failed to search for formulas: ${cause}`;
export const searchTrials = ({ most }: { most: number }) => `the number of trials must be a whole number from 1 to ${count(most)}`;
export const searchLimits = "the holdout must be from 10% to 60%, and the depth a whole number from 1 to 5";
export const factorNeedsVolume = "not available: needs volume";
export const factorNeedsNews = "not available: needs dated news";
export const factorNeverKnown = "not available: needs more values, or more variation";
export const factorWarmUp = "warm-up: too little history";
export const factorDatesLeftOut = "dates on which fewer than 3 assets have both a factor value and a forward return";
export const ofAsset = ({ name, cause }: { name: string; cause: string }) => `${name}: ${cause}`;
export const formulaCost = ({ operations, most }: { operations: number; most: number }) =>
  `would take about ${count(Math.round(operations / 1e9))} billion operations on these rows, more than ${count(most / 1e9)} billion: shorten the windows or the data`;
