import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import type { ScriptQuestion } from "../../src/analysis/compared-figures";
import { writeNewsScript } from "../../workers/news/jobs/write-news-script";
import { writeScript } from "../../workers/report/jobs/write-script";
import { scriptText } from "../../workers/report/scripts/languages";
import { LANGUAGES, type Language, SCRIPT_KINDS } from "../../workers/report/scripts/script";
import { textsIn } from "../fixtures/archive-entries";
import { resultOf } from "../fixtures/failure-text";
import { ALL } from "../fixtures/in-all";
import { context, QUESTIONS } from "./script-questions";

/** The languages' interpreters; PYTHON names one with the packages. */
const PROGRAMS = { python: process.env.PYTHON ?? "python3", r: "Rscript" };
const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), "scripts-"));
afterAll(() => rm(folder, { recursive: true }));

/** Whether a program, and a package of it, is available. */
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

/** Writes the script and its data into a separate folder. */
async function laidOut(question: ScriptQuestion, language: Language): Promise<string> {
  const write = question.kind === "news" ? writeNewsScript : writeScript;
  const { file, ending } = resultOf(await write({ ...question, language, versions: "Prospect 0.1.0" }, await context));
  const place = await mkdtemp(join(folder, "script-"));
  const name = language === "python" ? "script.py" : "script.R";
  if (ending !== "zip") await writeFile(join(place, name), await file.text());
  else for (const [entry, text] of await textsIn(file)) await writeFile(join(place, entry), text);
  return join(place, name);
}

/** For each program the largest relative difference and its figure, as in the table of the README. */
function largestOf(printed: string): string {
  const programs = new Map<string, { share: number; of: string; figures: number }>();
  for (const line of printed.split("\n")) {
    const [, of, program, ours, , apart] = /^(.{28})(.{22})\s*(\S+)\s+(\S+)\s+(\S+)\s+\S+$/.exec(line) ?? [];
    if (of === undefined || !Number.isFinite(Number(ours))) continue;
    const share = Math.abs(Number(apart)) / Math.max(Math.abs(Number(ours)), 1e-3);
    const before = programs.get(program.trim()) ?? { share: -1, of: "", figures: 0 };
    const largest = share > before.share ? { share, of: of.trim() } : before;
    programs.set(program.trim(), { ...largest, figures: before.figures + 1 });
  }
  return [...programs]
    .map(([program, { share, of, figures }]) => `${program} ${figures} figures, ${share.toExponential(0)} ${of}`)
    .join("; ");
}

const parsed = (language: Language, script: string) =>
  language === "python"
    ? run(PROGRAMS.python, ["-m", "py_compile", script])
    : run(PROGRAMS.r, ["-e", "invisible(parse(commandArgs(TRUE)[1]))", script]);

it("a string of a script in R ends on the line it begins on", async () => {
  const { columns, ...bare } = await QUESTIONS.indicators();
  for (const kind of SCRIPT_KINDS) {
    const lines = (await readFile(await laidOut({ ...bare, kind, columns }, "r"), "utf8")).split("\n");
    const open = lines.filter((line) => /^[^#]*["']/.test(line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, "")));
    expect(open, kind).toEqual([]);
  }
});

describe.each(LANGUAGES)("a result as a script of %s", (language) => {
  const why = ALL && has[language] ? "its packages are not installed" : !has[language] ? `no ${language} here` : "only with TEST_ALL=1";
  it.skipIf(!has[language])(`of whatever kind is a program of that language (skipped: ${why})`, async () => {
    const { columns, ...bare } = await QUESTIONS.indicators();
    const kinds = SCRIPT_KINDS.map((kind) => ({ ...bare, kind, columns: [{ ...columns[0], name: 'a "column"' }] }));
    await Promise.all(kinds.map(async (question) => parsed(language, await laidOut(question, language))));
  });

  it.skipIf(!has[language])(`reads names letter by letter and runs none of them (skipped: ${why})`, async () => {
    const quit = language === "python" ? "import os;os._exit(7)" : "quit(status = 7)";
    const names = [
      // Encoding declarations that Python honors in comments, and an encoded line break.
      `coding: utf-7 +AAo-${quit}`,
      `coding: unicode_escape \\u000a${quit}`,
      "a vocoding: best of",
      `"\n${quit}\r${quit}\u2028${quit}\u0085${quit}#`,
      `"); ${quit}; ("`,
      "a\0b",
      "a\ud800b",
      "\\",
      "\u202eb\u{1f600}",
    ];
    for (const name of names) {
      const part = { notes: [name], code: "" };
      const input = { language, kind: "risk" as const, title: name, source: { name, sha256: null }, versions: "Prospect 0.1.0" };
      const text = scriptText(
        { ...input, settings: { [name]: name }, columns: [], figures: [{ key: name, value: 1, allowed: 0 }] },
        part,
        true,
      );
      expect(text, "code that is shown in another order than it runs").not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
      const script = join(await mkdtemp(join(folder, "name-")), "script");
      await writeFile(script, text.replace("import numpy as np\n", ""));
      const { stdout } = await run(PROGRAMS[language], [script], { env: { ...process.env, LC_ALL: "C.UTF-8" } });
      const shown = name.replace(/[\0\ud800]/g, "\ufffd");
      expect(stdout).toContain(shown.slice(0, 20));
    }
  });

  it.skipIf(!has[language])(`finds a column by its name in the file beside it, too (skipped: ${why})`, async () => {
    // That file quotes what a spreadsheet would execute.
    const columns = ["@ES", '=HYPERLINK("x")', "-X", "a,b", " c"].map((name, at) => ({ name, values: new Float64Array(2000).fill(at) }));
    const figures = columns.map(({ name, values }) => ({ key: name, value: values[0], allowed: 0 }));
    const question = { ...(await QUESTIONS.risk()), columns, figures };
    const script = await laidOut(question, language);
    const code =
      language === "python"
        ? "for name in data:\n    report('here', name, data[name][1999])"
        : 'for (name in names(data)) report("here", name, data[[name]][2000])';
    const text = scriptText({ ...question, language, versions: "Prospect 0.1.0" }, { notes: [], code }, false);
    await writeFile(script, text.replace("import numpy as np\n", "").replaceAll("np.array", "list"));
    const { stdout } = await run(PROGRAMS[language], [script]);
    expect(stdout).toContain("all within tolerance");
    expect(stdout).not.toContain("not computed here");
  });

  it.skipIf(!ALL || !has.packages[language]).each(Object.keys(QUESTIONS))(
    `%s gives the same figures, within what it allows (skipped: ${why})`,
    async (name) => {
      const script = await laidOut(await QUESTIONS[name](), language);
      const { stdout, stderr } = await run(PROGRAMS[language], [script]).catch((error: { stdout: string; stderr: string }) => error);
      console.info(`${language}, ${name}: ${largestOf(stdout)}`);
      expect(stdout, stderr).toContain("all within tolerance");
      expect(stdout).not.toContain("DIFFERS");
    },
    300_000,
  );

  it.skipIf(!ALL || !has.packages[language])(`a changed figure is detected (skipped: ${why})`, async () => {
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
