import { readFileSync, statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname } from "node:path";
import { appVersion } from "virtual:build-facts";
import { failureWords, onOneLine, rowsFromText } from "../batch";
import { count, duration } from "../format";
import { formatOf, type How, readArguments } from "./command/arguments";
import { helpOf, helpOfAll, helpOfServe } from "./command/help";
import { UsageError } from "./command/usage-error";
import type { ServeOptions } from "./host/serve";
import { jsonLine } from "./output/encode-piece";
import type { AnswerText } from "./run/answer-text";
import { type Plan, planText, settlePlan } from "./run/plan";
import { runPlan } from "./run/run-plan";

/** Exit codes, for scripts. */
const EXIT = { answered: 0, someFailed: 1, unusable: 2, stopped: 130 } as const;
/** Maximum number of failures listed; all of them are in the results. */
const MAX_LISTED = 20;
const STANDARD_OUTPUT = process.stdout;

/** Writes a message to the user, of one or more lines. */
const say = (text: string) => process.stderr.write(`${text.split("\n").map(onOneLine).join("\n")}\n`);

/** Stops the run once its output cannot be written: the reader, such as `head`, has closed the pipe, or the disk is full. */
const outputClosed = new AbortController();
STANDARD_OUTPUT.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (!outputClosed.signal.aborted && code !== "EPIPE") say(`Standard output takes no more: ${message}`);
  outputClosed.abort();
});
// A run continues when nobody reads its messages any more.
process.stderr.on("error", () => undefined);

function readPlan(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8").replace(/^\ufeff/, ""));
  } catch (error) {
    throw new UsageError(`The plan ${file} cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Aborted by Ctrl+C, by `kill`, with the terminal, or when the output is closed: work ends in good order. A second Ctrl+C or `kill` exits at
 * once; a closed terminal may say so several times.
 */
function stopSignal(): AbortSignal {
  const control = new AbortController();
  const stop = () => {
    if (control.signal.aborted) process.exit(EXIT.stopped);
    control.abort();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("SIGHUP", () => control.abort());
  return AbortSignal.any([control.signal, outputClosed.signal]);
}

/** Runs a plan here or on the workers of a cluster. @returns null if it was stopped before all data were found */
async function finish(plan: Plan, output: string, { threads, json, redis, attempts, part }: How) {
  const format = formatOf(output);
  const signal = stopSignal();
  if (redis !== null) {
    const { driveRun } = await import("./cluster/drive-run");
    return driveRun(plan, { redis, output, attempts, part, say, signal });
  }
  const folder = dirname(output);
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (!isFolder(folder)) throw new UsageError(`There is no folder ${folder} for the results.`);
  if (isFolder(output)) throw new UsageError(`${output} is a folder: name another file for the results.`);
  const listed: string[] = [];
  const onAnswer = ({ text, failed }: AnswerText) => {
    if (!json && (failed === 0 || listed.length === MAX_LISTED)) return;
    for (const row of rowsFromText(text)) {
      if (json) STANDARD_OUTPUT.write(jsonLine(row));
      if (row.failure !== undefined && listed.length < MAX_LISTED) listed.push(failureWords(row));
    }
  };
  const summary = await runPlan(plan, { output, format, threads, onAnswer, signal }).catch((error: unknown) => {
    if (error !== signal.reason) throw error;
    return null;
  });
  return summary && { ...summary, listed, setAside: [] };
}

async function run(plan: Plan, how: How): Promise<number> {
  const output = how.output ?? plan.output ?? `${plan.question}.parquet`;
  if (how.cancel) {
    if (how.redis === null) throw new UsageError("--cancel applies to cluster runs: it needs --redis.");
    const { cancelRun } = await import("./cluster/drive-run");
    await cancelRun(plan, { redis: how.redis, output, say });
    say("Canceled.");
    return EXIT.stopped;
  }
  const ran = await finish(plan, output, how);
  if (ran === null) {
    say("Stopped while finding the data. Run the same command to resume.");
    return EXIT.stopped;
  }
  const { listed, setAside, ...summary } = ran;
  const { finished, done, of, failed, seconds } = summary;
  if (how.json) STANDARD_OUTPUT.write(`${JSON.stringify({ summary: { ...summary, setAside, output: finished ? output : null } })}\n`);
  for (const words of listed) say(words);
  if (failed > listed.length) say(`… ${count(failed - listed.length)} more: all are in the results, with their reasons.`);
  for (const { first, series, reason } of setAside) say(`Set aside: ${count(series)} series starting at ${first}. ${reason}`);
  if (!finished) {
    const after = how.redis === null ? "Run the same command to resume." : "The workers continue: run the same command to watch them.";
    say(`Stopped after ${count(done)} of ${count(of)}. ${after}`);
    return EXIT.stopped;
  }
  say(`${count(of - failed)} answered, ${count(failed)} failed, ${duration(1000 * seconds)}: ${output}`);
  return failed > 0 ? EXIT.someFailed : EXIT.answered;
}

/** Serves the API until it is stopped. */
async function host(options: ServeOptions): Promise<number> {
  const signal = stopSignal();
  const { serve } = await import("./host/serve");
  const { url, token, stop } = await serve(options);
  STANDARD_OUTPUT.write(`${url}\n`);
  if (token !== null) say(`Access token, shown once: ${token}\nPOST ${url}/v1/auth/generate-key takes it as the bearer token.`);
  say(`Serving ${options.data}. Ctrl+C stops.`);
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  await stop();
  return EXIT.answered;
}

async function main(args: readonly string[]): Promise<number> {
  const asked = readArguments(args);
  switch (asked.what) {
    case "help":
      STANDARD_OUTPUT.write(asked.of === null ? helpOfAll() : asked.of === "serve" ? helpOfServe() : helpOf(asked.of));
      return EXIT.answered;
    case "version":
      STANDARD_OUTPUT.write(`${appVersion}\n`);
      return EXIT.answered;
    case "worker": {
      const { work } = await import("./cluster/worker");
      await work({ ...asked, threads: asked.threads ?? availableParallelism(), say, signal: stopSignal() });
      return EXIT.answered;
    }
    case "status": {
      const { writeStatus } = await import("./cluster/status");
      await writeStatus(asked, (text) => STANDARD_OUTPUT.write(text), say);
      return EXIT.answered;
    }
    case "serve":
      return host(asked.options);
    case "ask":
    case "run": {
      const plan = settlePlan(asked.what === "ask" ? asked.plan : readPlan(asked.file));
      if (!asked.how.planOnly) return run(plan, asked.how);
      STANDARD_OUTPUT.write(`${planText(plan, 2)}\n`);
      return EXIT.answered;
    }
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof UsageError) say(`${error.message}\nSee prospect --help.`);
  // The system refused access to a file or folder, which its message names.
  else if (error instanceof Error && "syscall" in error) say(error.message);
  else throw error;
  process.exitCode = EXIT.unusable;
}
