import type { Given } from "../../../workers/batch/given";
import type { ListedSource } from "../../../workers/batch/jobs/list-sources";
import { failBecause, type Outcome, succeed, verbatim } from "../../../workers/contract";
import type { Plan } from "./batch-run";
import { callHost } from "./host-calls";

/** A series in a host's JSON, where NaN is null. */
interface SentSeries {
  name: string;
  hash: string;
  times: (number | null)[] | null;
  columns: { name: string; values: (number | null)[] }[];
}

const numbers = (values: readonly (number | null)[]) => Float64Array.from(values, (value) => value ?? Number.NaN);

/** Fetches a series from a host's folder, by its position in the order of the data. */
export async function givenThere({ data, column }: Plan, { name }: ListedSource, place: number): Promise<Outcome<Given>> {
  const sent = await callHost<SentSeries>({ method: "POST", path: "/v1/series", body: JSON.stringify({ data, column, place }) });
  if (!sent.ok) return sent;
  const { hash, times, columns, ...found } = sent.value;
  if (found.name !== name)
    return failBecause("bad-input", verbatim(`The files on the host have changed: ${found.name} has replaced ${name}.`));
  const table = {
    hash,
    name,
    length: columns[0].values.length,
    times: times && numbers(times),
    columns: columns.map((one) => ({ name: one.name, role: "value" as const, values: numbers(one.values) })),
    primary: 0,
  };
  return succeed({ table, files: {} });
}
