import * as v from "valibot";
import { figure, type KeyEntry, type Operation, operation, Problem, text, timestamp } from "../../../api";
import { type Cell, QUESTION_NAMES } from "../../../batch";
import { UsageError } from "../../command/usage-error";
import { settlePlan } from "../../run/plan";
import { VERSIONS } from "../../run/results";
import type { Batches } from "./batches";
import { BATCH_STATES, type BatchPlan, type HostBatch } from "./host-batch";
import { count, planSchema } from "./plan-schema";
import { readSeries } from "./series-operation";

const id = v.pipe(text(64), v.description("The id returned by POST /v1/batches"));

/** A number without a JSON representation is written as text in a list of one. */
const cell = v.nullable(v.union([v.number(), v.string(), v.boolean(), v.array(v.string())]));
const exact = (value: Cell) => (typeof value === "number" && !Number.isFinite(value) ? [String(value)] : value);

const statusEntries = {
  batch_id: v.string(),
  question: v.picklist(QUESTION_NAMES),
  state: v.picklist(BATCH_STATES),
  created_at: timestamp,
  series: v.pipe(count, v.description("Number of series, once listed")),
  done: count,
  failed: v.pipe(count, v.description("Number of completed series that failed")),
  rate: v.pipe(figure, v.description("Series per second")),
  digest: v.nullable(v.pipe(v.string(), v.description("Digest of all answers in data order; null until all are answered"))),
  reason: v.nullable(v.pipe(v.string(), v.description("Why the batch as a whole failed"))),
  versions: v.object({ prospect: v.string(), kernels: v.string() }),
};

const statusOf = (batch: HostBatch) => ({
  batch_id: batch.id,
  question: batch.plan.question,
  state: batch.state,
  created_at: new Date(batch.askedAt).toISOString(),
  series: batch.names.length,
  done: batch.done,
  failed: batch.failed,
  rate: batch.rate,
  digest: batch.digest,
  reason: batch.reason,
  versions: VERSIONS,
});

type Body = v.InferOutput<typeof planSchema>;

function planOf({ uploads: _, places, ...given }: Body): BatchPlan {
  try {
    const { output: __, ...plan } = settlePlan(given);
    return { ...plan, places: places?.map(({ from, to }) => [from, to] as const) ?? null };
  } catch (error) {
    if (error instanceof UsageError) throw new Problem(422, "bad-input", error.message);
    throw error;
  }
}

const ownerOf = (key: KeyEntry | null): string => key?.id ?? "";
const access = ["backtest"] as const;
const tag = "Batches" as const;

const uploadFile = (batches: Batches) =>
  operation({
    id: "uploadFile",
    method: "POST",
    path: "/v1/uploads",
    tag,
    summary: "Upload a File",
    description: "A CSV or Parquet file for batches of the same key. It is deleted ten minutes after the last batch that uses it ends.",
    access,
    body: v.object({ file: v.pipe(v.instance(Blob), v.description("The file")) }),
    bodyType: "form",
    status: 201,
    response: v.object({ upload_id: v.string(), bytes: count }),
    async answer({ body: { file }, key }) {
      return { upload_id: await batches.uploads.keep(file, ownerOf(key)), bytes: file.size };
    },
  });

const createBatch = (batches: Batches) =>
  operation({
    id: "createBatch",
    method: "POST",
    path: "/v1/batches",
    tag,
    summary: "Run a Batch",
    description: "Answers one question for every series of the data. A batch that is not read for two minutes is canceled.",
    access,
    body: planSchema,
    status: 201,
    response: v.object(statusEntries),
    example: { body: { data: ["SPY.csv"], question: "garch", settings: {}, column: null } },
    async answer({ body, key }) {
      return statusOf(await batches.begin(planOf(body), body.uploads, ownerOf(key)));
    },
  });

const readBatch = (batches: Batches) =>
  operation({
    id: "readBatch",
    method: "GET",
    path: "/v1/batches/:id",
    tag,
    summary: "Rows of a Batch",
    description: "Progress of a batch and its next rows: at most 256, or none after waiting 20 seconds. Rows before `from` are discarded.",
    access,
    params: v.object({ id }),
    query: v.object({
      from: v.optional(
        v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.description("The `next` of the previous response; 0 at first"), v.transform(Number)),
        "0",
      ),
    }),
    status: 200,
    response: v.object({
      ...statusEntries,
      names: v.pipe(v.array(v.string()), v.description("Names of the series in data order, once listed; only if `from` is 0")),
      rows: v.array(v.object({ place: count, cells: v.record(v.string(), cell), outline: v.array(figure) })),
      next: count,
      finished: v.pipe(v.boolean(), v.description("Whether these are the last rows")),
    }),
    async answer({ params, query, key, signal }) {
      const batch = batches.find(params.id, ownerOf(key));
      if (!batch) throw new Problem(404, "not-found", "No such batch");
      const taken = await batch.rowsFrom(query.from, signal);
      if (!taken) throw new Problem(400, "bad-input", "Rows must be read in order: set `from` to the `next` of the previous response");
      return {
        ...statusOf(batch),
        names: query.from === 0 ? batch.names : [],
        rows: taken.rows.map(({ place, rows, outline }) => ({
          place,
          cells: Object.fromEntries(rows.flatMap((row) => Object.entries(row)).map(([field, value]) => [field, exact(value)])),
          outline: Array.from(outline, (value) => (Number.isFinite(value) ? value : null)),
        })),
        next: taken.next,
        finished: taken.finished,
      };
    },
  });

const cancelBatch = (batches: Batches) =>
  operation({
    id: "cancelBatch",
    method: "DELETE",
    path: "/v1/batches/:id",
    tag,
    summary: "Cancel a Batch",
    description: "Cancels a running batch and deletes it.",
    access,
    params: v.object({ id }),
    status: 200,
    response: v.object({ batch_id: v.string(), status: v.literal("ended") }),
    async answer({ params, key }) {
      if (batches.find(params.id, ownerOf(key))) batches.end(params.id);
      return { batch_id: params.id, status: "ended" as const };
    },
  });

/** Operations of a host beyond the page's API: the same question about many series. */
export const batchOperations = (batches: Batches): Operation[] => [
  uploadFile(batches),
  createBatch(batches),
  readBatch(batches),
  cancelBatch(batches),
  readSeries(batches),
];
