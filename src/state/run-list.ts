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
export const runs = new Records<RunBody>({ pool: storage, workspace: "prospect", kind: "run", schema: runSchema });

export const runBook = new RunBook({ records: runs, pool: compute, load: (hash, options) => workspace.load(hash, options) });

let adopting = false;
/** Runs of pages that went before they were written down come into the list when it is first used. */
function adoptUnwritten(): void {
  if (adopting) return;
  adopting = true;
  for (const [id, draft] of unwrittenRuns()) void runBook.adopt(id, draft, () => dropUnwritten(id));
}

/** The runs; reads the list from the device when it is first used. */
export const runsAtom = sourceAtom({
  read: runs.read,
  subscribe: (listener) => {
    void runs.open();
    adoptUnwritten();
    return runs.subscribe(listener);
  },
});

/** Fills the inputs of the run's screen, which is open or to be opened next, with what they were. @param onTaken called once that screen has them */
export function fillTool({ screen, settings, content, datasets, fields }: RunBody, onTaken?: () => void): void {
  const name = screen.slice(1);
  offerInputs(name, { ...JSON.parse(settings), ...JSON.parse(content) }, onTaken);
  for (const field of fields) {
    const dataset = datasets.find((one) => one.field === field);
    const text = dataset?.text ?? null;
    handOver(`${name}/${field}`, { text: text ?? "", hash: text === null ? (dataset?.hash ?? null) : null });
  }
}
