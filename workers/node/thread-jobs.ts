import { answerFiles, listColumns } from "./answer-files";
import { summarizePart } from "./cluster/tell-part";
import { answerHost } from "./host/answer-host";
import { answerStored, listStored, openStored } from "./host/batches/stored-jobs";
import { predictMarket } from "./host/predict-market";
import { readNewest } from "./host/read-newest";
import { encodeLines } from "./output/encode-lines";

/** Jobs of a thread: series for the command, the end of a run for a cluster, calls for the host. */
export const threadJobs = {
  "answer-batch": answerFiles,
  "answer-host": answerHost,
  "answer-stored": answerStored,
  "encode-lines": encodeLines,
  "list-columns": listColumns,
  "list-stored": listStored,
  "open-stored": openStored,
  "predict-market": predictMarket,
  "read-newest": readNewest,
  "tell-part": summarizePart,
};
