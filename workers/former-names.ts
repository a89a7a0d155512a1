/** Settings and fields by the names version 0.1 kept them under. */
const FIELDS = {
  annualisation: "annualization",
  annualised: "annualized",
  annualisedBands: "annualizedBands",
  annualisedVolatility: "annualizedVolatility",
  behavioural: "behavioral",
  centre: "center",
  // Two things bore this name: a share of the sample in forms and jobs, and the rows it comes to in reports, which are not read back.
  embargo: "embargoFraction",
  falseNeighbours: "falseNeighbors",
  neighbours: "neighbors",
  normalised: "normalized",
  optimisation: "optimization",
  optimise: "optimize",
  realised: "realized",
  rival: "benchmark",
} as const;

/** Jobs by the names the runs of version 0.1 name them by, and choices kept as words. */
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

/** A field or a word in JSON, also in JSON that is in JSON as a text: there the quotes carry backslashes. */
const FIELD = new RegExp(`(\\\\*")(${Object.keys(FIELDS).join("|")})(\\\\*"\\s*:)`, "g");
const WORD = new RegExp(`(\\\\*")(${Object.keys(WORDS).join("|")})(\\\\*")(?!\\s*:)`, "g");

/** JSON kept by an earlier version, with every field and job under its present name; what bears present names comes back as it is. */
export function withCurrentNames(json: string): string {
  return json
    .replace(FIELD, (_, open: string, name: keyof typeof FIELDS, close: string) => `${open}${FIELDS[name]}${close}`)
    .replace(WORD, (_, open: string, name: keyof typeof WORDS, close: string) => `${open}${WORDS[name]}${close}`);
}

const NAMES: ReadonlySet<string> = new Set([...Object.keys(FIELDS), ...Object.keys(WORDS)]);
const ANY_NAME = new RegExp([...NAMES].join("|"));

/** Whether a former name can stand anywhere in a value: as a field, as a word, or in a text that is JSON itself. */
export function mayContainFormerNames(value: unknown): boolean {
  if (typeof value === "string") return ANY_NAME.test(value);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  if (Array.isArray(value)) return value.some(mayContainFormerNames);
  return Object.entries(value).some(([name, field]) => NAMES.has(name) || mayContainFormerNames(field));
}
