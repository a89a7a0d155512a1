import { QUESTION_NAMES, type Question, type QuestionName, questions } from "../../batch";
import { type Option, optionsOf } from "../../batch/options-schema";

const pad = (text: string, width: number) => text.padEnd(width);

const COMMON: readonly [string, string][] = [
  ["-o, --output FILE", "results file: .parquet, .csv or .jsonl  [<question>.parquet]"],
  ["--column NAME", "column to analyze; '*' analyzes each column as a series  [the price column]"],
  ["--threads N", "number of threads  [one per processor]"],
  ["--redis URL", "run on a cluster: redis://host:6379, or rediss:// for TLS; data paths are relative to the workers' folder"],
  ["--json", "print rows and summary to standard output as JSON lines"],
  ["--plan", "print the plan as JSON without running it"],
  ["-h, --help", "show this help"],
];

const CLUSTER: readonly [string, string][] = [
  ["worker --redis URL --data FOLDER", "process parts of runs from a folder shared by all workers, until stopped"],
  ["  --threads N", "parts processed at a time  [one per processor]"],
  ["  --patience SECONDS", "reassign the parts of a worker that has not responded for this long  [30]"],
  ["  --idle SECONDS", "exit after being idle for this long"],
  ["status --redis URL [--json]", "show workers, parts and runs"],
  ["run PLAN.json --redis URL", "run a plan on the cluster; any question with --redis does the same"],
  ["  --cancel", "cancel that run; its results so far are kept and reused when it is run again"],
  ["  --attempts N", "attempts per part before it is set aside  [5]"],
  ["  --part SECONDS", "minimum duration of a part  [1]"],
];

const table = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length)) + 2;
  return rows.map(([left, right]) => `  ${pad(left, width)}${right}`.trimEnd()).join("\n");
};

/** Allowed values: a range, the choices, or the kind. */
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

const DATA = `Data: files (CSV and other text, JSON, HTML, Parquet, Arrow, Excel, gzip and zip), folders, quoted patterns,
http(s) URLs. A series that fails is listed with its reason and does not affect the others. The same command
resumes an interrupted run.`;

/** The help of a question: all of its settings, from its schema. */
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
  ["--data FOLDER", "CSV and Parquet files; a symbol is a file name, a column name, or a symbol in a long-format file"],
  ["--port N", "[8787]"],
  ["--host ADDRESS", "[127.0.0.1]; 0.0.0.0 accepts other machines"],
  ["--state FOLDER", "keys, strategies and limits [.prospect in the data folder]"],
  ["--portfolio FILE", "lines of symbol,weight: the portfolio for /v1/risk/portfolio"],
  ["--origin ORIGIN", "origin of pages allowed to call besides those of this machine, such as https://prospect.example; repeatable"],
  ["--threads N", "number of threads [one per processor]"],
  ["--redis URL", "also show the cluster of this Redis on the page /status"],
  ["--new-token", "create a new access token, which creates API keys, and show it once"],
];

/** The help of `prospect serve`. */
export function helpOfServe(): string {
  return `Serves a folder through the same API as the app: /v1, /api and the market data channel

prospect serve --data FOLDER [options]

Options
${table(SERVE)}

On first start it shows an access token: send it as the bearer token of POST /v1/auth/generate-key to create
an API key. Only hashes of both are stored. On the API Test page, enter the host as the Base URL. The page
/status shows current work; its password is the access token. Ctrl+C stops the host.
`;
}

/** The help of the command. */
export function helpOfAll(): string {
  const rows = QUESTION_NAMES.map((name): [string, string] => [name, questions[name].about]);
  return `Prospect: the analyses of its screens, on any number of price series

prospect QUESTION DATA… [settings] [-o FILE]
prospect run PLAN.json [-o FILE]
prospect serve --data FOLDER [options]

Questions
${table(rows)}

Options
${table(COMMON)}
  --version            show the version

Cluster
${table(CLUSTER)}

prospect QUESTION --help lists the settings of that question.
${DATA}
`;
}
