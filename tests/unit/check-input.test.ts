import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { QUESTION_NAMES, questions } from "../../workers/batch";
import { checkInput } from "../../workers/check-input";
import { settlePlan } from "../../workers/node/run/plan";

const GARCH = { data: ["a.csv"], question: "garch" };
const refused = (plan: unknown): string => {
  try {
    settlePlan(plan);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("a plan with a value of another kind is refused with the field, what it must be, and what was given", () => {
  it.each([
    [null, "plan: must be an object, not null"],
    [{}, "data: is missing"],
    [{ ...GARCH, data: "a.csv" }, 'data: must be a list, not "a.csv"'],
    [{ ...GARCH, data: [] }, "data: must have at least 1 item"],
    [{ ...GARCH, data: ["a.csv", 1] }, "data.1: must be text, not 1"],
    [{ ...GARCH, data: [["x".repeat(99)]] }, "data.0: must be text, not a list"],
    [{ ...GARCH, seed: "x".repeat(99) }, `seed: must be a number, not "${"x".repeat(40)}…"`],
    [{ ...GARCH, settings: [] }, "settings: must be an object, not a list"],
    [{ ...GARCH, question: { a: 1 } }, `question: must be one of ${QUESTION_NAMES.join(", ")}, not an object`],
    [{ ...GARCH, threads: 2 }, "threads: is not a known field"],
    [{ ...GARCH, settings: { targeting: "yes" } }, 'targeting: must be true or false, not "yes"'],
    [{ ...GARCH, settings: { p: "one" } }, "p: GARCH orders must be positive integers"],
  ])("%j", (plan, said) => expect(refused(plan)).toBe(said));

  it.each(QUESTION_NAMES)("every setting of %s", (question) => {
    const { settings } = settlePlan({ data: ["a.csv"], question });
    for (const name of Object.keys(settings)) {
      for (const value of [{ a: 1 }, [[]], "none such", true, -1.5]) {
        const { issues } = checkInput(questions[question].settings, { ...settings, [name]: value });
        for (const { field, message } of issues ?? []) {
          expect([field.split(".")[0], message]).toEqual([
            name,
            expect.not.stringMatching(/Invalid|Expected|received|undefined|Object|Array/),
          ]);
        }
      }
    }
  });
});

it("limits are reported with their bound, in the unit of the value", () => {
  const schema = v.object({
    name: v.pipe(v.string(), v.minLength(2), v.maxLength(3)),
    share: v.pipe(v.number(), v.minValue(1), v.maxValue(2000)),
    rows: v.pipe(v.number(), v.integer(), v.finite()),
    day: v.pipe(v.string(), v.isoDate()),
    kind: v.union([v.number(), v.boolean()]),
  });
  const of = (given: object) => checkInput(schema, { name: "ab", share: 1, rows: 1, day: "2020-01-01", kind: 1, ...given }).issues;
  expect(of({})).toBeNull();
  expect(of({ name: "a", share: 3000 })).toEqual([
    { field: "name", message: "must have at least 2 characters" },
    { field: "share", message: "must be at most 2,000" },
  ]);
  expect(of({ name: "abcd", rows: 1.5, share: 0 })).toEqual([
    { field: "name", message: "must have at most 3 characters" },
    { field: "share", message: "must be at least 1" },
    { field: "rows", message: "must be a whole number" },
  ]);
  expect(of({ day: "today", kind: "x" })).toEqual([
    { field: "day", message: "must be a date such as 2023-01-31" },
    { field: "kind", message: 'must be one of a number, true or false, not "x"' },
  ]);
});

it("a check for one refused field ends at the first", () => {
  let checks = 0;
  const schema = v.array(
    v.pipe(
      v.number(),
      v.check(() => ++checks > 9),
    ),
  );
  expect(checkInput(schema, [1, 2, 3], 1).issues).toEqual([{ field: "0", message: "is not valid" }]);
  expect(checks).toBe(1);
});

it("of a large input only the first refused field is reported, and no item after it is checked", () => {
  const checked: number[] = [];
  const item = v.pipe(
    v.number(),
    v.check((value) => checked.push(value) < 0),
  );
  const schema = v.object({ list: v.array(item), more: v.array(v.number()) });
  const list = (length: number) => Array.from({ length }, (_, place) => place);
  expect(checkInput(schema, { list: list(30), more: ["x"] }).issues).toHaveLength(20);
  expect(checked.splice(0)).toHaveLength(30);
  expect(checkInput(schema, { list: list(2000), more: ["x"] }).issues).toEqual([{ field: "list.0", message: "is not valid" }]);
  expect(checked).toEqual([0]);
});

it("a plan lists at most a hundred horizons, each of which is a test of every factor", () => {
  const plan = (length: number) => ({ ...GARCH, question: "factors", settings: { horizons: Array(length).fill(3) } });
  expect([100, 101].map((length) => refused(plan(length)))).toEqual(["", "horizons: at most 100 periods or horizons can be listed"]);
});
