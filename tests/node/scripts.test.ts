import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import type { ScriptQuestion } from "../../src/analysis/compared-figures";
import { indicatorsQuestion } from "../../src/analysis/decision/script";
import { garchQuestion } from "../../src/tools/garch-model/script";
import { regimesQuestion } from "../../src/tools/markov-regime/script";
import { riskQuestion } from "../../src/tools/risk-management/script";
import { readDirectory, readEntry } from "../../workers/archive";
import type { Outcome } from "../../workers/contract";
import { analyzeMarket } from "../../workers/engine/jobs/analyze-market";
import { fitRegimesJob } from "../../workers/regimes/jobs/fit-regimes";
import { writeScript } from "../../workers/report/jobs/write-script";
import { LANGUAGES, type Language } from "../../workers/report/scripts/script";
import { analyzeRisk } from "../../workers/risk/jobs/analyze-risk";
import { completeModel } from "../../workers/volatility/garch-model";
import { fitGarchJob } from "../../workers/volatility/jobs/fit-garch";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { goldenColumn } from "../fixtures/golden";
import { inWords } from "../fixtures/in-words";
import { testContext } from "../kernels/context";

/** The programs of the languages; PYTHON names one that has the packages. */
const PROGRAMS = { python: process.env.PYTHON ?? "python3", r: "Rscript" };
const ALL = process.env.TEST_ALL === "1";
const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), "scripts-"));
afterAll(() => rm(folder, { recursive: true }));
const context = testContext();

function answered<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(inWords(outcome.failure));
  return outcome.value;
}

/** Whether a program, and a package of it, answer here. */
const answers = (program: string, ...words: string[]) =>
  run(program, words).then(
    () => true,
    () => false,
  );
const has = {
  python: await answers(PROGRAMS.python, "--version"),
  r: await answers(PROGRAMS.r, "--version"),
  packages: {
    python: await answers(PROGRAMS.python, "-c", "import numpy, pandas, scipy, statsmodels"),
    r: await answers(PROGRAMS.r, "-e", "library(fGarch); library(TTR)"),
  },
};

const series = { name: 'made "of" numbers.csv', hash: "0123abcd" };
const prices = Float64Array.from({ length: 900 }, (_, i) => 100 * Math.exp(0.0004 * i + 0.03 * Math.sin(i / 9) + 0.01 * Math.cos(i * i)));
const returns = async (rows?: number) => (await goldenColumn("series/dem2gbp.csv", "ret_pct"))!.subarray(0, rows);

const garch =
  (ask: Parameters<typeof completeModel>[0], file = "dem2gbp") =>
  async () => {
    const values = (await goldenColumn(`series/${file}.csv`, file === "dem2gbp" ? "ret_pct" : "ret"))!;
    const input = { values, kind: "returns" as const, model: completeModel(ask), options: DEFAULT_FIT_OPTIONS };
    return garchQuestion({ series, value: answered(await fitGarchJob(input, await context)) })!;
  };

/** Results that are written as scripts, by name. */
const QUESTIONS: Record<string, () => Promise<ScriptQuestion>> = {
  "GARCH(1,1), normal": garch({ p: 1, q: 1, distribution: "normal", preSample: "sample" }),
  "GARCH(2,1), normal": garch({ p: 2, q: 1, distribution: "normal", preSample: "sample" }),
  "GARCH(1,1), t": garch({ p: 1, q: 1, distribution: "t", preSample: "sample" }, "syn_garch11_t6_5000"),
  "GARCH(1,1), t, at its bound": garch({ p: 1, q: 1, distribution: "t", preSample: "sample" }),
  "GJR-GARCH(1,1), skewed t": garch({ p: 1, q: 1, distribution: "skewt", preSample: "ewma75", variance: "gjr" }, "syn_garch11_skewt_5000"),
  risk: async () => {
    const input = { values: prices, iterations: 0 };
    return riskQuestion({ series, input, value: answered(await analyzeRisk(input, await context)) });
  },
  "risk of returns": async () => {
    const input = { values: await returns(), kind: "returns" as const, iterations: 0 };
    return riskQuestion({ series, input, value: answered(await analyzeRisk(input, await context)) });
  },
  indicators: async () =>
    indicatorsQuestion(answered(analyzeMarket({ prices, times: null, news: "calm", settings: {} }, await context)), series)!,
  regimes: async () => {
    const input = { values: await returns(1200), kind: "returns" as const, times: null, compare: false };
    return regimesQuestion({ series, value: answered(await fitRegimesJob(input, await context)) });
  },
};

/** The script and its data in a folder of its own. */
async function laidOut(question: ScriptQuestion, language: Language): Promise<string> {
  const { file, ending } = answered(await writeScript({ ...question, language, versions: "Prospect 0.1.0" }, await context));
  const place = await mkdtemp(join(folder, "script-"));
  const name = language === "python" ? "script.py" : "script.R";
  if (ending !== "zip") await writeFile(join(place, name), await file.text());
  else
    for (const entry of (await readDirectory(file)).values()) {
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      for await (const piece of readEntry(file, entry)) pieces.push(piece as Uint8Array<ArrayBuffer>);
      await writeFile(join(place, entry.name), await new Blob(pieces).text());
    }
  return join(place, name);
}

const parsed = (language: Language, script: string) =>
  language === "python"
    ? run(PROGRAMS.python, ["-m", "py_compile", script])
    : run(PROGRAMS.r, ["-e", "invisible(parse(commandArgs(TRUE)[1]))", script]);

describe.each(LANGUAGES)("a result as a script of %s", (language) => {
  const why = ALL && has[language] ? "its packages are not installed" : !has[language] ? `no ${language} here` : "only with TEST_ALL=1";
  it.skipIf(!has[language]).each(Object.keys(QUESTIONS).filter((name) => ALL || name === "risk" || name === "indicators"))(
    `%s is a program of that language (skipped: ${why})`,
    async (name) => {
      await parsed(language, await laidOut(await QUESTIONS[name](), language));
    },
  );

  it.skipIf(!ALL || !has.packages[language]).each(Object.keys(QUESTIONS))(
    `%s gives the same figures, within what it allows (skipped: ${why})`,
    async (name) => {
      const script = await laidOut(await QUESTIONS[name](), language);
      const { stdout } = await run(PROGRAMS[language], [script]).catch((error: { stdout: string; stderr: string }) => error);
      console.info(`${name}\n${stdout}`);
      expect(stdout).toContain("all within what is allowed");
      expect(stdout).not.toContain("DIFFERS");
    },
    300_000,
  );

  it.skipIf(!ALL || !has.packages[language])(`a figure that was changed is found (skipped: ${why})`, async () => {
    const question = await QUESTIONS.risk();
    const figures = question.figures.map((figure) => (figure.key === "sharpe" ? { ...figure, value: figure.value + 1e-6 } : figure));
    const script = await laidOut({ ...question, figures }, language);
    const { stdout, code } = (await run(PROGRAMS[language], [script]).catch((error: unknown) => error)) as {
      stdout: string;
      code: number;
    };
    expect(stdout).toMatch(/sharpe.*DIFFERS/);
    expect(code).toBe(1);
  });
});
