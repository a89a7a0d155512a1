import { createHash } from "node:crypto";
import * as v from "valibot";
import { QUESTION_NAMES, type Question, type QuestionName, questions } from "../../batch";
import { causeOf } from "../../runtime/schema";
import { failureText } from "../../texts";
import { UsageError } from "../command/usage-error";

/** Questions, data and settings of a run: the same plan gives the same bits anywhere. */
const planSchema = v.strictObject({
  /** Files, folders, patterns, addresses. */
  data: v.pipe(v.array(v.string()), v.minLength(1, "A plan needs data.")),
  question: v.picklist(QUESTION_NAMES, ({ received }) => `Unknown question ${received}; valid questions: ${QUESTION_NAMES.join(", ")}.`),
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

const issueOf = (issues: readonly v.BaseIssue<unknown>[]): string => {
  const [issue] = issues;
  const where = v.getDotPath(issue);
  const words = failureText(causeOf(issue.message));
  return where ? `${where}: ${words}` : words;
};

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
  const plan = v.safeParse(planSchema, given);
  if (!plan.success) throw new UsageError(issueOf(plan.issues));
  const { seed, output = null, ...rest } = plan.output;
  const question: Question = questions[rest.question];
  const asked = seed === undefined ? rest.settings : { ...rest.settings, seed };
  const settings = v.safeParse(question.settings, asked);
  if (!settings.success) throw new UsageError(issueOf(settings.issues));
  // The settings as given: the record schema drops names such as "constructor", which every object has.
  const unknown = unknownSetting((given as PlanInput).settings, settings.output);
  if (unknown !== null) throw new UsageError(`The question ${rest.question} has no setting ${unknown}.`);
  return { ...rest, settings: settings.output as Record<string, unknown>, output };
}

/** A plan as text, for `settlePlan`. */
export function planText(plan: Plan, space = 0): string {
  const { output, ...rest } = plan;
  return JSON.stringify(output === null ? rest : plan, null, space);
}

/** SHA-256 of everything that two runs must have in common to give the same results. */
export const digestOf = (...parts: unknown[]): string => createHash("sha256").update(JSON.stringify(parts)).digest("hex");
