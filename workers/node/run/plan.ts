import { createHash } from "node:crypto";
import * as v from "valibot";
import { QUESTION_NAMES, type Question, type QuestionName, questions } from "../../batch";
import { checkInput } from "../../check-input";
import { UsageError } from "../command/usage-error";

/** Questions, data and settings of a run: the same plan gives the same bits anywhere. */
const planSchema = v.strictObject({
  /** Files, folders, patterns, addresses. */
  data: v.pipe(v.array(v.string()), v.minLength(1)),
  question: v.picklist(QUESTION_NAMES),
  settings: v.optional(v.record(v.string(), v.unknown()), {}),
  /** Replaces the seed in the settings. */
  seed: v.optional(v.number()),
  column: v.optional(v.nullable(v.string()), null),
  output: v.optional(v.string()),
});
export type PlanInput = v.InferInput<typeof planSchema>;

export interface Plan {
  data: string[];
  question: QuestionName;
  /** All settings, including defaults. */
  settings: Record<string, unknown>;
  column: string | null;
  output: string | null;
}

/** A checked input; throws a `UsageError` that names the first refused field. */
function checked<Output>(schema: v.GenericSchema<unknown, Output>, given: unknown): Output {
  const { output, issues } = checkInput(schema, given, 1);
  if (!issues) return output;
  const [{ field, message }] = issues;
  throw new UsageError(`${field || "plan"}: ${message}`);
}

/** A setting unknown to a question. A schema ignores these, but here it is a mistake of the user. */
function unknownSetting(given: unknown, settled: unknown, at = ""): string | null {
  const both = [given, settled].every((one) => typeof one === "object" && one !== null && !Array.isArray(one));
  if (!both) return null;
  for (const [name, value] of Object.entries(given as object)) {
    const path = at ? `${at}.${name}` : name;
    if (!Object.hasOwn(settled as object, name)) return path;
    const inner = unknownSetting(value, (settled as Record<string, unknown>)[name], path);
    if (inner !== null) return inner;
  }
  return null;
}

/** A plan with all settings resolved; throws a `UsageError` that names what is wrong. */
export function settlePlan(given: unknown): Plan {
  const { seed, output = null, ...rest } = checked(planSchema, given);
  const question: Question = questions[rest.question];
  const asked = seed === undefined ? rest.settings : { ...rest.settings, seed };
  const settings = checked(question.settings, asked) as Record<string, unknown>;
  // The settings as given: the record schema drops names such as "constructor", which every object has.
  const unknown = unknownSetting((given as PlanInput).settings, settings);
  if (unknown !== null) throw new UsageError(`The question ${rest.question} has no setting ${unknown}.`);
  return { ...rest, settings, output };
}

/** A plan as text, for `settlePlan`. */
export function planText(plan: Plan, space = 0): string {
  const { output, ...rest } = plan;
  return JSON.stringify(output === null ? rest : plan, null, space);
}

/** SHA-256 of everything that two runs must have in common to give the same results. */
export const digestOf = (...parts: unknown[]): string => createHash("sha256").update(JSON.stringify(parts)).digest("hex");
