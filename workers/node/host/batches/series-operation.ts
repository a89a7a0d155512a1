import * as v from "valibot";
import { figure, operation, Problem, problemOf } from "../../../api";
import type { Batches } from "./batches";
import { column, fileNames, place } from "./plan-schema";

const finite = (values: Float64Array) => Array.from(values, (value) => (Number.isFinite(value) ? value : null));

export const readSeries = (batches: Batches) =>
  operation({
    id: "readSeries",
    method: "POST",
    path: "/v1/series",
    tag: "Batches",
    summary: "Read a Series of a Batch's Data",
    description: "The values of one series in the host's folder; at most 500,000.",
    access: ["data"],
    body: v.object({
      data: v.pipe(fileNames, v.description("Files in the host's folder, as named in the plan")),
      column,
      place: v.pipe(place, v.description("Index of the series in data order")),
    }),
    status: 200,
    response: v.object({
      name: v.string(),
      hash: v.pipe(v.string(), v.description("Hash of the values: the `data` of its row")),
      times: v.nullable(v.pipe(v.array(figure), v.description("Milliseconds since 1970 UTC; null where the rows have no dates"))),
      columns: v.array(v.object({ name: v.string(), values: v.array(figure) })),
    }),
    example: { body: { data: ["SPY.csv"], column: null, place: 0 } },
    async answer({ body, signal }) {
      const found = await batches.series(body, signal);
      if (!found.ok) throw problemOf(found.failure);
      if (found.value === null) throw new Problem(404, "not-found", `This data has no series with index ${body.place}.`);
      const { name, hash, times, columns } = found.value;
      return {
        name,
        hash,
        times: times && finite(times),
        columns: columns.map((one) => ({ name: one.name, values: finite(one.values) })),
      };
    },
  });
