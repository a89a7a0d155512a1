import * as v from "valibot";
import { type Option, optionsOf, put } from "../../../workers/batch/options-schema";
import { questionSettings } from "../../../workers/batch/schema";

/** The jobs available per series, the tool that shows one of them, and the settings visible without expanding. */
export const QUESTIONS = {
  garch: { label: "GARCH", tool: "/garch-model", first: ["variance", "distribution", "p", "q", "kind"] },
  regimes: { label: "Markov regimes", tool: "/markov-regime", first: ["states", "kind"] },
  risk: { label: "Risk", tool: "/risk-management", first: ["method", "confidenceLevel", "lookbackPeriod"] },
  backtest: { label: "Backtest", tool: "/backtester", first: ["type", "parameters.lookback", "parameters.threshold", "direction"] },
  optimize: {
    label: "Strategy optimization",
    tool: "/strategy-builder",
    first: ["type", "search", "trials", "seed", "windows", "objective"],
  },
  lyapunov: { label: "Lyapunov exponent", tool: "/lyapunov", first: ["surrogates.count", "kind"] },
  curiosity: { label: "Market Curiosity", tool: "/market-curiosity", first: ["kind"] },
  structure: { label: "Market structure", tool: "/market-curiosity", first: ["window", "order", "kind"] },
  validate: { label: "Validation of a track record", tool: "/validation", first: ["windowSize", "iterations"] },
} as const satisfies Partial<Record<keyof typeof questionSettings, { label: string; tool: string; first: readonly string[] }>>;

export type BatchQuestion = keyof typeof QUESTIONS;
const NAMES = Object.keys(QUESTIONS) as [BatchQuestion, ...BatchQuestion[]];

/** Settings entered by the user, by path; all others have the schema's defaults. */
export type Changes = Record<string, unknown>;

/** All inputs of the screen except the data; stored across a reload. */
export const batchInputsSchema = v.object({
  question: v.picklist(NAMES),
  changes: v.record(v.string(), v.record(v.string(), v.unknown())),
  /** Where to compute if a host is set. */
  where: v.optional(v.picklist(["device", "host"]), "host"),
  /** Files in the host's folder to use instead of this page's data. */
  hostFiles: v.optional(v.string(), ""),
  /** Id of a finished run to reopen; "" once it is shown. */
  opened: v.optional(v.string(), ""),
});
export type BatchInputs = v.InferOutput<typeof batchInputsSchema>;
export const BATCH_DEFAULTS: BatchInputs = { question: "garch", changes: {}, where: "host", hostFiles: "", opened: "" };

export const changesOf = ({ question, changes }: BatchInputs): Changes => changes[question] ?? {};

export const pathOf = ({ path }: Option): string => path.join(".");

const DRAWN: readonly string[] = ["trials", "seed"];

/** The settings a form can show: numbers, choices and flags with a default; the draws of an optimization only for a random search. */
export const formOptions = (inputs: BatchInputs): Option[] =>
  optionsOf(questionSettings[inputs.question]).filter(
    (option) =>
      ["number", "choice", "flag"].includes(option.kind) &&
      option.usual !== undefined &&
      !(inputs.question === "optimize" && DRAWN.includes(pathOf(option)) && changesOf(inputs).search !== "random"),
  );

export function settingOf(option: Option, inputs: BatchInputs): unknown {
  const changes = changesOf(inputs);
  const path = pathOf(option);
  return path in changes ? changes[path] : option.usual;
}

/** Settings of the job in plan format; validated by the schema. */
export function settingsOf(inputs: BatchInputs): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(changesOf(inputs))) put(settings, path.split("."), value);
  return settings;
}

/** File names in a host's folder, parsed from the list as typed. */
export const hostFilesOf = ({ hostFiles }: BatchInputs): string[] =>
  hostFiles
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
