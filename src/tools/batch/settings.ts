import * as v from "valibot";
import { type Option, optionsOf, put } from "../../../workers/batch/options-schema";
import { questionSettings } from "../../../workers/batch/schema";

/** The questions with an answer per series, with the tool that shows one of them, and the settings seen at once. */
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

/** Settings the user entered, by path; all others have the schema's defaults. */
export type Changes = Record<string, unknown>;

/** Every input of the screen but the data; kept over a reload. */
export const batchInputsSchema = v.object({
  question: v.picklist(NAMES),
  changes: v.record(v.string(), v.record(v.string(), v.unknown())),
  /** Who computes where the settings name a host. */
  where: v.optional(v.picklist(["device", "host"]), "host"),
  /** Files in the folder of that host, which are asked about instead of data of this page. */
  hostFiles: v.optional(v.string(), ""),
  /** Of a finished run that is opened again; "" once it is shown. */
  opened: v.optional(v.string(), ""),
});
export type BatchInputs = v.InferOutput<typeof batchInputsSchema>;
export const BATCH_DEFAULTS: BatchInputs = { question: "garch", changes: {}, where: "host", hostFiles: "", opened: "" };

export const changesOf = ({ question, changes }: BatchInputs): Changes => changes[question] ?? {};

export const pathOf = ({ path }: Option): string => path.join(".");

const DRAWN: readonly string[] = ["trials", "seed"];

/** The settings a form can show: those of one box that begin with something, and are read. */
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

/** Settings of the question as a plan has them; the schema judges them. */
export function settingsOf(inputs: BatchInputs): Record<string, unknown> {
  const settings: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(changesOf(inputs))) put(settings, path.split("."), value);
  return settings;
}

/** Names of files in the folder of a host, as they are written one after the other. */
export const hostFilesOf = ({ hostFiles }: BatchInputs): string[] =>
  hostFiles
    .split(/[,\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
