import { WORKSPACE } from "../../workers/contract";
import { compute, storage } from "../client/compute";
import { handOver } from "./hand-over";
import { Records } from "./records";
import { type RunBody, runSchema } from "./run-body";
import { RunBook } from "./run-book";
import { dropUnwritten, unwrittenRuns } from "./run-journal";
import { offerInputs } from "./screen-inputs";
import { sourceAtom } from "./source-atom";
import { workspace } from "./workspace";

/** The runs stored on this device. */
export const runs = new Records<RunBody>({ pool: storage, workspace: WORKSPACE, kind: "run", schema: runSchema });

export const runBook = new RunBook({ records: runs, pool: compute, load: (hash, options) => workspace.load(hash, options) });

let adopting = false;
/** Adds runs of pages that were closed before they were recorded, when the list is first used. */
function adoptUnwritten(): void {
  if (adopting) return;
  adopting = true;
  for (const [id, draft] of unwrittenRuns()) void runBook.adopt(id, draft, () => dropUnwritten(id));
}

/** The runs; the list is loaded on first use. */
export const runsAtom = sourceAtom({
  read: runs.read,
  subscribe: (listener) => {
    void runs.open();
    adoptUnwritten();
    return runs.subscribe(listener);
  },
});

/** Restores the inputs of a run on its screen, whether that is open or opened next. @param onTaken called once that screen has them */
export function fillTool({ screen, settings, content, datasets, fields }: RunBody, onTaken?: () => void): void {
  const name = screen.slice(1);
  offerInputs(name, { ...JSON.parse(settings), ...JSON.parse(content) }, onTaken);
  for (const field of fields) {
    const dataset = datasets.find((one) => one.field === field);
    const text = dataset?.text ?? null;
    handOver(`${name}/${field}`, { text: text ?? "", hash: text === null ? (dataset?.hash ?? null) : null });
  }
}
