/** Names of settings and fields as stored by version 0.1, and their current names. */
const FIELDS = {
  annualisation: "annualization",
  annualised: "annualized",
  annualisedBands: "annualizedBands",
  annualisedVolatility: "annualizedVolatility",
  behavioural: "behavioral",
  centre: "center",
  // The name had two meanings: a fraction of the sample in forms and jobs, and a number of rows in reports, which are never read back.
  embargo: "embargoFraction",
  falseNeighbours: "falseNeighbors",
  neighbours: "neighbors",
  normalised: "normalized",
  optimisation: "optimization",
  optimise: "optimize",
  realised: "realized",
  rival: "benchmark",
} as const;

/** Names of jobs and choices in stored runs of version 0.1, and their current names. */
const WORDS = {
  "analyse-articles": "analyze-articles",
  "analyse-curiosity": "analyze-curiosity",
  "analyse-market": "analyze-market",
  "analyse-news": "analyze-news",
  "analyse-risk": "analyze-risk",
  "optimise-portfolio": "optimize-portfolio",
  "optimise-strategy": "optimize-strategy",
  behavioural: "behavioral",
} as const;

/** A field or a string in JSON, also in JSON nested as a string, where quotes are preceded by backslashes. */
const FIELD = new RegExp(`(\\\\*")(${Object.keys(FIELDS).join("|")})(\\\\*"\\s*:)`, "g");
const WORD = new RegExp(`(\\\\*")(${Object.keys(WORDS).join("|")})(\\\\*")(?!\\s*:)`, "g");

/** JSON stored by an earlier version, with the current names of all fields and jobs; current JSON is returned unchanged. */
export function withCurrentNames(json: string): string {
  return json
    .replace(FIELD, (_, open: string, name: keyof typeof FIELDS, close: string) => `${open}${FIELDS[name]}${close}`)
    .replace(WORD, (_, open: string, name: keyof typeof WORDS, close: string) => `${open}${WORDS[name]}${close}`);
}

const NAMES: ReadonlySet<string> = new Set([...Object.keys(FIELDS), ...Object.keys(WORDS)]);
const ANY_NAME = new RegExp([...NAMES].join("|"));

/** Whether a value may contain a former name anywhere: as a field, as a string, or within nested JSON. */
export function mayContainFormerNames(value: unknown): boolean {
  if (typeof value === "string") return ANY_NAME.test(value);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  if (Array.isArray(value)) return value.some(mayContainFormerNames);
  return Object.entries(value).some(([name, field]) => NAMES.has(name) || mayContainFormerNames(field));
}
