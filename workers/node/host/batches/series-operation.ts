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
    description: "The numbers of one series that a plan finds in the host's folder. At most 500,000 of them.",
    access: ["data"],
    body: v.object({
      data: v.pipe(fileNames, v.description("Files of the host's folder, as the plan names them")),
      column,
      place: v.pipe(place, v.description("Of the series, in the order of the data")),
    }),
    status: 200,
    response: v.object({
      name: v.string(),
      hash: v.pipe(v.string(), v.description("Of the numbers: the `data` of its row")),
      times: v.nullable(v.pipe(v.array(figure), v.description("Milliseconds since 1970 UTC; null where the rows have no dates"))),
      columns: v.array(v.object({ name: v.string(), values: v.array(figure) })),
    }),
    example: { body: { data: ["SPY.csv"], column: null, place: 0 } },
    async answer({ body, signal }) {
      const found = await batches.series(body, signal);
      if (!found.ok) throw problemOf(found.failure);
      if (found.value === null) throw new Problem(404, "not-found", `This data has no series at place ${body.place}.`);
      const { name, hash, times, columns } = found.value;
      return {
        name,
        hash,
        times: times && finite(times),
        columns: columns.map((one) => ({ name: one.name, values: finite(one.values) })),
      };
    },
  });
