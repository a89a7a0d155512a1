import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { family } from "../fixtures/in-all";
import { folder, jsonOf, run, writePrices } from "./command";

const QUESTIONS = [
  "backtest",
  "regimes",
  "lyapunov",
  "curiosity",
  "structure",
  "risk",
  "factors",
  "sweep",
  "optimize",
  "validate",
] as const;

/** The backtest represents the others, as its answers combine several jobs, orders and equity; `run.test.ts` tests fits the same way. */
family(
  QUESTIONS,
  (question) => question === "backtest",
  (questions) =>
    it.each(questions)("%s: the same bytes on one thread and on two, in the order of the data", async (question) => {
      const cwd = folder();
      mkdirSync(join(cwd, "prices"));
      for (let k = 0; k < 5; k++) writePrices(join(cwd, "prices", `${k}.csv`), k, 400 - 40 * k);
      const ask = async (threads: number) => {
        const output = `on-${threads}.csv`;
        const { summary } = jsonOf(await run(cwd, question, "prices", "--threads", String(threads), "--json", "-o", output));
        return { summary, bytes: readFileSync(join(cwd, output)) };
      };
      const [one, two] = [await ask(1), await ask(2)];
      expect(one.summary).toMatchObject({ finished: true, done: 5, failed: 0 });
      expect(two.summary.digest).toBe(one.summary.digest);
      expect(two.bytes.equals(one.bytes)).toBe(true);
    }),
);
