import { answerFiles, listColumns } from "./answer-files";
import { tellPart } from "./cluster/tell-part";
import { answerHost } from "./host/answer-host";
import { answerStored, listStored, openStored } from "./host/batches/stored-jobs";
import { predictMarket } from "./host/predict-market";
import { readNewest } from "./host/read-newest";
import { encodeLines } from "./output/encode-lines";

/** What a thread is asked for: series after series by the command, a run's end by a cluster, calls by the host. */
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
  "tell-part": tellPart,
};
