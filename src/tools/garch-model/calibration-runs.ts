import { earlierRuns } from "../../analysis/earlier-runs";
import type { Kept } from "../../state/records";
import type { RunBody } from "../../state/run-body";
import type { GarchRun } from "./use-garch";

/** An earlier fit of the same model from the list of runs, on any data. */
export interface EarlierFit {
  id: string;
  /** Name of its series. */
  name: string;
  body: RunBody;
  /** Its estimates, ordered like those of the fit they apply to, and converted to its returns, which are scaled by `scale`. */
  values: number[];
  scale: number;
}

/** What must agree for parameters of the same name to have the same meaning. */
const SAME = ["variance", "distribution", "p", "q", "mean", "decay"] as const;

const modelIn = ({ input }: RunBody): unknown => JSON.parse(input ?? "null")?.model;

function isSameModel(other: unknown, own: GarchRun["value"]["fit"]["model"]): boolean {
  if (typeof other !== "object" || other === null) return false;
  const fields = new Map(Object.entries(other));
  return SAME.every((key) => JSON.stringify(fields.get(key) ?? null) === JSON.stringify(own[key] ?? null));
}

/** A figure of a run: whether its returns were in percent, or an estimate, by label. */
const figureOf = ({ figures }: RunBody, key: string) => figures.find(({ label }) => label === key);
const isInPercent = (body: RunBody): boolean => figureOf(body, "Returns")?.unit === "in percent";

/** The fits in the list of runs whose parameters can be applied to the returns of this one. */
export function earlierFits(records: readonly Kept<RunBody>[], run: GarchRun): EarlierFit[] {
  const { model, estimates } = run.value.fit;
  const own = run.unit === "%";
  return earlierRuns(records, run, (body) => isSameModel(modelIn(body), model)).flatMap(({ id, body }) => {
    const values = estimates.map(({ key }) => figureOf(body, key)?.value);
    if (!values.every((value) => typeof value === "number")) return [];
    const theirs = isInPercent(body);
    const scale = own === theirs ? 1 : own ? 100 : 0.01;
    return [{ id, name: body.datasets[0]?.name ?? "Pasted text", body, values, scale }];
  });
}
