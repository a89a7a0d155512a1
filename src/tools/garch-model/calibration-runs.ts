import { earlierRuns } from "../../analysis/earlier-runs";
import type { Kept } from "../../state/records";
import type { RunBody } from "../../state/run-body";
import type { GarchRun } from "./use-garch";

/** A fit from Runs of the same model, on whatever data. */
export interface EarlierFit {
  id: string;
  /** Of its series. */
  name: string;
  body: RunBody;
  /** Its estimates, in the order of those of the fit they are to be applied to, whose returns are `scale` times its own. */
  values: number[];
  scale: number;
}

/** What makes parameters of the same name the same parameters. */
const SAME = ["variance", "distribution", "p", "q", "mean", "decay"] as const;

const modelIn = ({ input }: RunBody): unknown => JSON.parse(input ?? "null")?.model;

function isSameModel(other: unknown, own: GarchRun["value"]["fit"]["model"]): boolean {
  if (typeof other !== "object" || other === null) return false;
  const fields = new Map(Object.entries(other));
  return SAME.every((key) => JSON.stringify(fields.get(key) ?? null) === JSON.stringify(own[key] ?? null));
}

/** Figures of a fit's run: whether its returns were in percent, and its estimates by key. */
const figureOf = ({ figures }: RunBody, key: string) => figures.find(({ label }) => label === key);
const isInPercent = (body: RunBody): boolean => figureOf(body, "Returns")?.unit === "in percent";

/** The fits of the list of runs whose parameters can be applied to the returns of this one. */
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
