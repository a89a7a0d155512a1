import { readdirSync, writeFileSync } from "node:fs";
import { basename, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, TestCase, TestModule, Vitest } from "vitest/node";
import { findFirefox } from "./browsers.mjs";
import type {} from "./trial-row.ts";

/** Number of slowest files to list. */
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

/** Counts the results of some files; a file that cannot be loaded is one failure. */
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

/** Why a test was skipped: its own note, or the reason in the title of its group. */
function reasonOf(test: TestCase): string {
  const result = test.result();
  const note = result.state === "skipped" ? result.note : undefined;
  // The innermost reason is the most specific.
  return note ?? [...test.fullName.matchAll(/\(skipped: ([^)]+)\)/g)].at(-1)?.[1] ?? "no reason given";
}

/** The error and position at which the first attempt of a retried test failed: the start of the message, without terminal colors. */
function firstErrorOf(test: TestCase): string {
  const error = test.result().errors?.[0];
  if (!error) return "";
  const lines = stripVTControlCharacters(error.message).split("\n", 3).join(" · ").slice(0, 240);
  const place = error.stacks?.find(({ file }) => file.includes("/tests/"));
  return `\n    ${lines}${place ? ` (line ${place.line} of ${basename(place.file)})` : ""}`;
}

/** Folders of which a short run includes only some files: all kernels run in Node, and some flows represent others. */
const LEFT_TO_ALL = { "kernels-browser": "kernels", "kernels-firefox": "kernels", e2e: "e2e" };
const isTest = (file: string): boolean => file.endsWith(".test.ts");

/** Prints how many of its files a project ran, where the others run only in `npm run test:all`. */
function printLeftToAll(lines: readonly Line[]): void {
  for (const [project, folder] of Object.entries(LEFT_TO_ALL)) {
    const own = lines.filter((line) => line.project.split(" ")[0] === project).length;
    const there = readdirSync(`tests/${folder}`, { recursive: folder === "kernels", encoding: "utf8" }).filter(isTest).length;
    if (own > 0 && own < there) console.log(`  ${project}: ${own} of ${there} files, the others in test:all`);
  }
}

/**
 * Counts passed and failed tests. At the end it prints the seconds per project, the slowest files, retried tests with the error of their
 * first attempt, skipped tests with reasons, and the results of hostile inputs. Writes the counts to TALLY_FILE if set, else prints them;
 * and the seconds of every file to SECONDS_FILE if set.
 */
export default class TallyReporter implements Reporter {
  #root = process.cwd();
  #filtered = false;
  /** Start time of each project's first file. */
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
    // For an interrupted run, only finished files count.
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

  /** Counts of the tests with hostile inputs (`tests/fixtures/trials.ts`): one row per test, so engines and kinds of storage have their own. */
  #printTrials(modules: ReadonlyArray<TestModule>): void {
    const rows = modules.flatMap((module) => [...module.children.allTests()].flatMap((test) => test.meta().trials ?? []));
    if (rows.length === 0) return;
    const line = (what: string, ...cells: (string | number)[]) => `${cells.map((cell) => String(cell).padStart(8)).join("")}  ${what}`;
    console.log(`\nHostile inputs\n${line("", "tried", "held", "refused", "lost", "hung")}`);
    for (const { what, tried, held, refused, lost, hung } of rows) console.log(line(what, tried, held, refused, lost.length, hung.length));
  }
}
