import { readdirSync, writeFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import { findFirefox } from "./browsers.mjs";
import type {} from "./trial-row.ts";

/** How many of the slowest files are named. */
const SLOWEST = 15;

interface Line {
  project: string;
  file: string;
  seconds: number;
}

const seconds = (milliseconds: number): number => milliseconds / 1000;
const figure = (value: number): string => value.toFixed(1).padStart(8);

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** What became of the tests of some files; a file that cannot be loaded is one failure. */
function countsOf(modules: readonly TestModule[]): Counts {
  const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    if (module.errors().length > 0) counts.failed++;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "passed" || state === "failed") counts[state]++;
      else counts.skipped++;
    }
  }
  return counts;
}

/** Why a test was left out: what it said itself, or the heading it stands under. */
function reasonOf(test: TestCase): string {
  const result = test.result();
  const note = result.state === "skipped" ? result.note : undefined;
  // The innermost reason is the test's own.
  return note ?? [...test.fullName.matchAll(/\(skipped: ([^)]+)\)/g)].at(-1)?.[1] ?? "no reason given";
}

/** What ended the first try of a test that was tried again, and where: the beginning of its message, without the colors of a terminal. */
function firstErrorOf(test: TestCase): string {
  const error = test.result().errors?.[0];
  if (!error) return "";
  const lines = stripVTControlCharacters(error.message).split("\n", 3).join(" · ").slice(0, 240);
  const place = error.stacks?.find(({ file }) => file.includes("/tests/"));
  return `\n    ${lines}${place ? ` (line ${place.line} of ${basename(place.file)})` : ""}`;
}

/** Folders whose files are not all asked in a short run: kernels all run in Node, and flows stand for others of their kind. */
const LEFT_TO_ALL = { "kernels-browser": "kernels", "kernels-firefox": "kernels", e2e: "e2e" };
const isTest = (file: string): boolean => file.endsWith(".test.ts");

/** Says of how many files a project ran some, where the others run in `npm run test:all` alone. */
function printLeftToAll(lines: readonly Line[]): void {
  for (const [project, folder] of Object.entries(LEFT_TO_ALL)) {
    const own = lines.filter((line) => line.project.split(" ")[0] === project).length;
    const there = readdirSync(`tests/${folder}`, { recursive: folder === "kernels", encoding: "utf8" }).filter(isTest).length;
    if (own > 0 && own < there) console.log(`  ${project}: ${own} of ${there} files, the others in test:all`);
  }
}

/**
 * Counts passed and failed tests. Ends the run with its seconds per project, its slowest files, the
 * tests that had to be tried again and what ended their first try, and those left out and why, and what became of hostile inputs. Writes the counts where TALLY_FILE points, else prints them; and the seconds of
 * every file where SECONDS_FILE points.
 */
export default class TallyReporter implements Reporter {
  #root = process.cwd();
  #filtered = false;
  /** When the first file of each project began. */
  readonly #began = new Map<string, number>();
  readonly #ended = new Map<string, number>();
  readonly #done: TestModule[] = [];

  onInit(vitest: Vitest): void {
    this.#root = vitest.config.root;
    this.#filtered = vitest.config.testNamePattern !== undefined;
  }

  onTestModuleQueued(module: TestModule): void {
    if (!this.#began.has(module.project.name)) this.#began.set(module.project.name, performance.now());
  }

  onTestModuleEnd(module: TestModule): void {
    this.#ended.set(module.project.name, performance.now());
    this.#done.push(module);
    // A run that is stopped is held to what had ended by then.
    this.#writeTally(countsOf(this.#done));
  }

  #writeTally(counts: Counts): void {
    const { TALLY_FILE } = process.env;
    if (TALLY_FILE) writeFileSync(TALLY_FILE, JSON.stringify({ ...counts, files: this.#done.length }));
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    const counts = countsOf(modules);
    counts.failed += errors.length;
    const { passed, failed, skipped } = counts;
    const again: string[] = [];
    const reasons = new Map<string, number>();
    const lines: Line[] = [];
    for (const module of modules) {
      const file = relative(this.#root, module.moduleId);
      const { collectDuration, setupDuration, duration } = module.diagnostic();
      lines.push({ project: module.project.name, file, seconds: seconds(collectDuration + setupDuration + duration) });
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        const tries = 1 + (test.diagnostic()?.retryCount ?? 0);
        if (tries > 1) again.push(`  ${module.project.name}  ${file} > ${test.fullName}: ${state} at try ${tries}${firstErrorOf(test)}`);
        if (state === "passed" || state === "failed") continue;
        const reason = reasonOf(test);
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
    }
    this.#printSeconds(lines);
    this.#printTrials(modules);
    console.log(again.length === 0 ? "\nTried again: none" : `\nTried again: ${again.length}\n${again.join("\n")}`);
    if (!findFirefox()) console.log("Skipped: all tests in Firefox, as none is installed (FIREFOX_PATH names one)");
    if (!this.#filtered) {
      const why = Array.from(reasons, ([reason, count]) => `  ${count}: ${reason}`);
      console.log(skipped === 0 ? "Skipped: none" : `Skipped: ${skipped}\n${why.join("\n")}`);
      printLeftToAll(lines);
    }
    const { SECONDS_FILE, TALLY_FILE } = process.env;
    if (SECONDS_FILE) writeFileSync(SECONDS_FILE, JSON.stringify(lines, null, 1));
    this.#writeTally(counts);
    if (!TALLY_FILE) console.log(`\n${passed} passed, ${failed} failed`);
  }

  #printSeconds(lines: Line[]): void {
    console.log("\nSeconds per project: in its files, from its first file to its last");
    for (const project of new Set(lines.map((line) => line.project))) {
      const own = lines.filter((line) => line.project === project);
      const sum = own.reduce((total, line) => total + line.seconds, 0);
      const wall = seconds((this.#ended.get(project) ?? 0) - (this.#began.get(project) ?? 0));
      console.log(`${figure(sum)}${figure(wall)}  ${project}, ${own.length} files`);
    }
    console.log("\nSlowest files, in seconds");
    for (const line of lines.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST))
      console.log(`${figure(line.seconds)}  ${line.project}  ${line.file}`);
  }

  /** What the tests of hostile inputs counted (`tests/fixtures/trials.ts`); those of both engines and both places stand in a row each. */
  #printTrials(modules: ReadonlyArray<TestModule>): void {
    const rows = modules.flatMap((module) => [...module.children.allTests()].flatMap((test) => test.meta().trials ?? []));
    if (rows.length === 0) return;
    const line = (what: string, ...cells: (string | number)[]) => `${cells.map((cell) => String(cell).padStart(8)).join("")}  ${what}`;
    console.log(`\nHostile inputs\n${line("", "tried", "held", "refused", "lost", "hung")}`);
    for (const { what, tried, held, refused, lost, hung } of rows) console.log(line(what, tried, held, refused, lost.length, hung.length));
  }
}
