import type { RunBody } from "../../src/state/run-body";

/**
 * How a person starts with each tool, and what the device then stores of its answer, described so that any engine's driver can follow it.
 */

export interface Step {
  /** Accessible name of the button to press, or its beginning. */
  press: string;
  /** Text that must be on the page before the next step. */
  seen?: string;
}

const SAMPLE: Step[] = [{ press: "Start with a sample" }];

/** Each tool with its sample, its defaults and its button. */
export const TOOLS: Record<string, Step[]> = {
  "/llm-trader": [{ press: "Use example text" }, { press: "Generate Trading Signal" }],
  "/alpha-miner": [{ press: "WTI crude oil", seen: "8,321 prices read" }, { press: "Generate Alpha Factors" }],
  "/market-analysis": SAMPLE,
  "/risk-management": [{ press: "WTI crude oil", seen: "8,321 values read" }, { press: "Analyze Portfolio Risk" }],
  "/garch-model": [{ press: "DM/GBP benchmark", seen: "1,974 values read" }, { press: "Run Analysis" }],
  "/market-curiosity": SAMPLE,
  "/markov-regime": SAMPLE,
  "/lyapunov": SAMPLE,
  "/convert-data": [{ press: "Use this example" }, { press: "Convert to CSV" }],
  "/backtester": SAMPLE,
  "/strategy-builder": [{ press: "WTI crude oil", seen: "8,321 values read" }, { press: "Test Strategy" }],
  "/quant-edge-ai": SAMPLE,
  "/portfolio": [{ press: "Four simulated assets", seen: "The weights sum to 100%." }, { press: "Optimize Portfolio" }],
  "/validation": SAMPLE,
};

export interface Answer {
  title: string;
  /** Over all bits of the result. */
  digest: string | null;
  parts: { path: string; digest: string }[];
  /** The recorded input and settings. */
  run: RunBody;
}

/** A screen's runs as stored on the device. Runs in the page, so it uses nothing outside itself. */
export async function readAnswers(path: string): Promise<Answer[]> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((done, failed) => {
      request.onsuccess = () => done(request.result);
      request.onerror = () => failed(request.error);
    });
  const found: RunBody[] = [];
  for (const { name = "" } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    if (database.objectStoreNames.contains("records")) {
      const records = await settled(database.transaction("records").objectStore("records").getAll());
      for (const { kind, body } of records) if (kind === "run" && body.screen === path) found.push(body);
    }
    database.close();
  }
  return found.map((run) => ({ title: run.title, digest: run.digest, parts: run.parts, run }));
}

/** The first stored answer, or the one with this title: a screen may run several jobs. */
export const writtenAnswer = (answers: readonly Answer[], title?: string): Answer | undefined =>
  answers.find((one) => one.digest !== null && one.title === (title ?? one.title));
