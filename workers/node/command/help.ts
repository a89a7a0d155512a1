import { QUESTION_NAMES, type Question, type QuestionName, questions } from "../../batch";
import { type Option, optionsOf } from "../../batch/options-schema";

const pad = (text: string, width: number) => text.padEnd(width);

const COMMON: readonly [string, string][] = [
  ["-o, --output FILE", "results: .parquet, .csv or .jsonl; without it <question>.parquet"],
  ["--column NAME", "the column that is analyzed; '*': each is a series; without it the one that holds the prices"],
  ["--threads N", "threads that compute; without it as many as there are processors"],
  ["--redis URL", "has the workers of a cluster run it: redis://host:6379, or rediss:// encrypted; data lie in their folder"],
  ["--json", "rows and summary as lines of JSON on standard output"],
  ["--plan", "writes the plan as JSON and does not run it"],
  ["-h, --help", "this help"],
];

const CLUSTER: readonly [string, string][] = [
  ["worker --redis URL --data FOLDER", "answers parts of runs, from a folder that all workers share, until it is stopped"],
  ["  --threads N", "parts at a time; without it as many as there are processors"],
  ["  --patience SECONDS", "without a word for so long, its parts are given to another  [30]"],
  ["  --idle SECONDS", "ends after so long without anything to do"],
  ["status --redis URL [--json]", "workers, parts and runs"],
  ["run PLAN.json --redis URL", "has the workers run a plan, as does any question with --redis"],
  ["  --cancel", "ends that run early; what is answered stays for the same run asked again"],
  ["  --attempts N", "tries of a part before it is set aside  [5]"],
  ["  --part SECONDS", "that a part takes at least  [1]"],
];

const table = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${pad(left, width)}${right}`.trimEnd()).join("\n");
};

/** What a value may be: a range, the choices, or its kind. */
function rangeOf({ kind, choices, least, most, nullable }: Option): string {
  const own = () => {
    if (choices.length > 0) return choices.join(" | ");
    if (kind === "flag" || kind === "text" || kind === "json" || kind === "date") {
      return { flag: "", text: "text", json: "JSON", date: "date, 2020-12-31" }[kind];
    }
    const [low, high] = [least, most].map((bound) => (Number.isFinite(bound) ? String(bound) : null));
    const range =
      low !== null && high !== null ? `${low} to ${high}` : low !== null ? `from ${low}` : high !== null ? `up to ${high}` : "number";
    return kind === "numbers" ? `${range}, separated by commas` : range;
  };
  return [own(), nullable ? "none" : ""].filter(Boolean).join(" | ");
}

function usualOf({ usual, kind, nullable }: Option): string {
  if (usual === undefined) return "";
  if (usual === null) return nullable ? "[none]" : "";
  if (kind === "flag") return usual ? "[on; --no-… turns it off]" : "";
  return `[${Array.isArray(usual) ? (usual.length === 0 ? "none" : usual.join(",")) : String(usual)}]`;
}

function optionRow(option: Option): [string, string] {
  const { name, kind, label, unit } = option;
  const inUnit = unit === "%" ? "fraction, or 5%" : unit;
  const about = [label, inUnit && `(${inUnit})`, rangeOf(option), usualOf(option)].filter(Boolean).join("  ");
  return [`--${name}${kind === "flag" ? "" : " …"}`, about];
}

const DATA = `Data: files (CSV and other texts, JSON, HTML, Parquet, Arrow, Excel, gzip and zip), folders, patterns in quotes,
http(s) addresses. A series that cannot be answered is listed with its reason and stops no other. The same
command goes on where it was stopped.`;

/** The help of a question: every setting it has, as its schema tells it. */
export function helpOf(name: QuestionName): string {
  const question: Question = questions[name];
  const fits = name === "garch" || name === "regimes" ? "fit " : "";
  return `${question.about}

prospect ${fits}${name} DATA… [settings] [-o FILE]

Settings
${table(optionsOf(question.settings).map(optionRow))}

Options
${table(COMMON)}

${DATA}
`;
}

const SERVE: readonly [string, string][] = [
  ["--data FOLDER", "CSV and Parquet files; a symbol is the name of a file, of a column, or a symbol of a long file"],
  ["--port N", "[8787]"],
  ["--host ADDRESS", "[127.0.0.1]; 0.0.0.0 lets other machines in"],
  ["--state FOLDER", "keys, strategies and limits [.prospect in the data folder]"],
  ["--portfolio FILE", "lines of symbol,weight: the portfolio of /v1/risk/portfolio"],
  ["--origin ORIGIN", "pages that may call, besides those of this machine: https://prospect.example; may be repeated"],
  ["--threads N", "threads that compute [as many as there are processors]"],
  ["--redis URL", "the page /status shows the cluster of this Redis as well"],
  ["--new-token", "makes an access token, with which keys are made, and shows it once"],
];

/** The help of `prospect serve`. */
export function helpOfServe(): string {
  return `The API of the screens as a host: /v1, /api and the market data channel, over a folder

prospect serve --data FOLDER [options]

Options
${table(SERVE)}

At the first start an access token is shown: POST /v1/auth/generate-key takes it as its bearer and returns a key. Of both only hashes
are kept. Choose the host on the API Test page as its Base URL. The page /status, whose password is the access token, shows
what the host has in hand. Ctrl+C stops.
`;
}

/** The help of the command. */
export function helpOfAll(): string {
  const rows = QUESTION_NAMES.map((name): [string, string] => [name, questions[name].about]);
  return `Prospect: analyses of price series, the same as on its screens, over as many series as there are

prospect QUESTION DATA… [settings] [-o FILE]
prospect run PLAN.json [-o FILE]
prospect serve --data FOLDER [options]

Questions
${table(rows)}

Options
${table(COMMON)}
  --version            the version

Cluster
${table(CLUSTER)}

prospect QUESTION --help lists the settings of a question.
${DATA}
`;
}
