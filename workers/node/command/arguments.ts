import { parseArgs } from "node:util";
import { QUESTION_NAMES, type QuestionName, questions } from "../../batch";
import { optionsOf, put } from "../../batch/options-schema";
import type { ServeOptions } from "../host/serve";
import { FORMATS, type Format } from "../output/encode-piece";
import type { PlanInput } from "../run/plan";
import { readValue } from "./read-value";
import { MAX_THREADS, readServeArguments } from "./serve-arguments";
import { UsageError } from "./usage-error";

const FLAGS = ["json", "plan", "cancel", "help", "version"] as const;
const TEXTS = ["output", "column", "threads", "redis", "attempts", "part"] as const;

/** A parsed command line. */
export type Asked =
  | { what: "help"; of: QuestionName | "serve" | null }
  | { what: "version" }
  | { what: "ask"; plan: PlanInput; how: How }
  | { what: "run"; file: string; how: How }
  | { what: "worker"; redis: string; data: string; threads: number | null; patience: number; idle: number | null }
  | { what: "status"; redis: string; json: boolean }
  | { what: "serve"; options: ServeOptions };

export interface How {
  output: string | null;
  threads: number | null;
  json: boolean;
  /** Write the plan without running it. */
  planOnly: boolean;
  /** Address of the Redis whose workers run it; null for threads of this machine. */
  redis: string | null;
  /** Cancel the run on a cluster. */
  cancel: boolean;
  /** Attempts per part on a cluster. */
  attempts: number;
  /** Minimum duration of a part on a cluster, in seconds. */
  part: number;
}

const ATTEMPTS = 5;
const PART_SECONDS = 1;
const PATIENCE_SECONDS = 30;

/** Redundant words before a question. */
const isFiller = (word: string | undefined, next: string | undefined) =>
  ["fit", "analyze", "estimate", "measure"].includes(word ?? "") && (QUESTION_NAMES as string[]).includes(next ?? "");

/** The option that a name stands for: an exact match, or the only one with that prefix. */
function meant(name: string, names: readonly string[]): string {
  if (names.includes(name)) return name;
  const found = names.filter((one) => one.startsWith(name));
  if (found.length === 1) return found[0];
  throw new UsageError(
    found.length === 0 ? `Unknown option --${name}.` : `--${name} is ambiguous: ${found.map((one) => `--${one}`).join(" or ")}.`,
  );
}

/** Expands abbreviated names, and joins values that begin with a minus sign to their options. */
function settled(args: readonly string[], values: readonly string[], flags: readonly string[]): string[] {
  const names = [...values, ...flags];
  const out: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [, given, value] = /^--([^=]+)(?:=(.*))?$/s.exec(args[i]) ?? [];
    if (args[i] === "--") return [...out, ...args.slice(i)];
    if (given === undefined) {
      out.push(args[i]);
      continue;
    }
    const off = given.startsWith("no-") && !names.includes(given);
    const name = meant(off ? given.slice(3) : given, names);
    if (flags.includes(name)) {
      if (value === undefined || value === "true" || value === "false") out.push(`--${name}=${off ? "false" : (value ?? "true")}`);
      else throw new UsageError(`--${name} must be true or false.`);
    } else if (value !== undefined) out.push(`--${name}=${value}`);
    else if (i + 1 < args.length) out.push(`--${name}=${args[++i]}`);
    else throw new UsageError(`--${name} needs a value.`);
  }
  return out;
}

function read(args: readonly string[], own: { name: string; isFlag: boolean }[]) {
  const flags = [...FLAGS, ...own.filter(({ isFlag }) => isFlag).map(({ name }) => name)];
  const texts = [...TEXTS, ...own.filter(({ isFlag }) => !isFlag).map(({ name }) => name)];
  const short = { output: { short: "o" }, help: { short: "h" } } as Record<string, { short: string }>;
  // -h is the only short flag.
  const whole = args.map((arg) => (arg === "-h" ? "--help" : arg));
  const options = Object.fromEntries(
    [...texts, ...flags].map((name) => [name, { type: "string" as const, ...(name === "output" && short[name]) }]),
  );
  try {
    return parseArgs({ args: settled(whole, texts, flags), options, allowPositionals: true });
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError((error as Error).message);
  }
}

type Values = Record<string, string | undefined>;

/** A number option of the command itself, within a range; null if it is not given. */
function numberIn(values: Values, name: string, least: number, isWhole: boolean, most = Number.MAX_VALUE): number | null {
  const given = values[name];
  if (given === undefined) return null;
  const number = Number(given);
  if (given.trim() !== "" && number >= least && number <= most && (!isWhole || Number.isInteger(number))) return number;
  throw new UsageError(
    `--${name} must be a ${isWhole ? "whole number" : "number"} from ${least}${most < Number.MAX_VALUE ? ` to ${most}` : ""}.`,
  );
}

const threadsOf = (values: Values) => numberIn(values, "threads", 1, true, MAX_THREADS);

function howOf(values: Values): How {
  return {
    output: values.output ?? null,
    threads: threadsOf(values),
    json: values.json === "true",
    planOnly: values.plan === "true",
    redis: values.redis ?? null,
    cancel: values.cancel === "true",
    attempts: numberIn(values, "attempts", 1, true) ?? ATTEMPTS,
    part: numberIn(values, "part", 0, false) ?? PART_SECONDS,
  };
}

/** Cluster subcommands besides runs: join as a worker, or show the status. */
function readCluster(what: "worker" | "status", args: readonly string[]): Asked {
  const own = ["data", "patience", "idle"].map((name) => ({ name, isFlag: false }));
  const { values, positionals } = read(args, own);
  if (values.help === "true") return { what: "help", of: null };
  if (values.redis === undefined) throw new UsageError(`prospect ${what} needs --redis redis://host:6379.`);
  if (positionals.length > 0) throw new UsageError(`prospect ${what} takes options only, not ${positionals[0]}.`);
  if (what === "status") return { what, redis: values.redis, json: values.json === "true" };
  if (values.data === undefined) throw new UsageError("prospect worker needs --data, the folder shared by all workers.");
  return {
    what,
    redis: values.redis,
    data: values.data,
    threads: threadsOf(values),
    patience: numberIn(values, "patience", 1, false) ?? PATIENCE_SECONDS,
    idle: numberIn(values, "idle", 0, false),
  };
}

/** Reads a command line; throws a `UsageError` that explains what is wrong. */
export function readArguments(args: readonly string[]): Asked {
  const words = isFiller(args[0], args[1]) ? args.slice(1) : args;
  const [first, ...rest] = words;
  if (first === undefined || ["--help", "-h", "help"].includes(first)) return { what: "help", of: null };
  if (first === "--version") return { what: "version" };
  if (first === "run") return readRun(rest);
  if (first === "worker" || first === "status") return readCluster(first, rest);
  return first === "serve" ? readServeArguments(rest) : readQuestion(first, rest);
}

function readRun(rest: string[]): Asked {
  const { values, positionals } = read(rest, []);
  if (values.help === "true") return { what: "help", of: null };
  if (positionals.length !== 1) throw new UsageError("prospect run takes exactly one plan.");
  return { what: "run", file: positionals[0], how: howOf(values) };
}

function readQuestion(first: string, rest: string[]): Asked {
  const name = QUESTION_NAMES.find((one) => one === first);
  if (!name) throw new UsageError(`Unknown question "${first}"; valid questions: ${QUESTION_NAMES.join(", ")}.`);
  const options = optionsOf(questions[name].settings);
  const { values, positionals } = read(
    rest,
    options.map((option) => ({ name: option.name, isFlag: option.kind === "flag" })),
  );
  if (values.help === "true") return { what: "help", of: name };
  if (positionals.length === 0) throw new UsageError(`prospect ${name} needs data: files, folders or patterns.`);
  const settings: Record<string, unknown> = {};
  for (const option of options) {
    const text = values[option.name];
    if (text !== undefined) put(settings, option.path, readValue(option, text));
  }
  const plan: PlanInput = { data: positionals, question: name, settings, column: values.column ?? null, output: values.output };
  return { what: "ask", plan, how: howOf(values) };
}

/** The format of a results file, by its extension. */
export function formatOf(output: string): Format {
  const ending = output.split(".").at(-1)?.toLowerCase();
  const format = FORMATS.find((one) => one === ending);
  if (!format) throw new UsageError(`Results are written as ${FORMATS.map((one) => `.${one}`).join(", ")}, not as ${output}.`);
  return format;
}
