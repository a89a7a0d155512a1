import { fail, type Outcome, succeed } from "../../../workers/contract";
import { datasetOf } from "../../analysis/data/dataset-of.ts";
import { dated } from "../../analysis/data/save-table.ts";
import type { Holding, Portfolio } from "../../state/client-body";
import { clients } from "../../state/clients";
import { addRecord, changeRecord } from "../../state/record-edits";
import type { ProposalRun } from "./use-proposal";

/** Weights this small are rounding errors of the optimizer. */
const NOTHING = 1e-9;

/** A column of a wide dataset as a dataset of its own: what a holding refers to. */
const columnAsDataset = ({ name, values, times }: ProposalRun["set"]["assets"][number]) =>
  datasetOf(dated(times, [{ name, values }]), name);

async function holdingsOf({ set, settings }: ProposalRun, weights: Float64Array): Promise<Outcome<Holding[]>> {
  const holdings: Holding[] = [];
  for (const [i, asset] of set.assets.entries()) {
    const weight = weights[i];
    if (Math.abs(weight) < NOTHING) continue;
    const series = settings.assetsFrom === "portfolio" ? succeed(set.series[i]) : await columnAsDataset(asset);
    if (!series.ok) return series;
    const { hash } = series.value;
    const known = holdings.find((holding) => holding.hash === hash);
    if (known) known.weight += weight;
    else holdings.push({ hash, name: asset.name, weight });
  }
  return succeed(holdings);
}

interface Destination {
  /** Null for a new client. */
  client: string | null;
  clientName: string;
  portfolioName: string;
}

/** Saves the weights of a run's assets as a client's portfolio; one of the same name is overwritten. */
export async function keepWeights(
  run: ProposalRun,
  weights: Float64Array,
  { client, clientName, portfolioName }: Destination,
): Promise<Outcome<Portfolio>> {
  const holdings = await holdingsOf(run, weights);
  if (!holdings.ok) return holdings;
  const kept = client === null ? null : clients.find(client);
  if (client !== null && !kept) return fail("bad-input", "storage/clientGone");
  const body = kept?.body ?? { name: clientName, note: "", portfolios: [] };
  const before = body.portfolios.find(({ name }) => name === portfolioName);
  const portfolio = { id: before?.id ?? crypto.randomUUID(), name: portfolioName, holdings: holdings.value };
  const next = { ...body, portfolios: [...body.portfolios.filter((one) => one !== before), portfolio] };
  const what = `${before ? "change" : "addition"} of portfolio ${portfolioName}`;
  if (kept) await changeRecord(clients, kept.id, next, what);
  else await addRecord(clients, next, `addition of client ${clientName}`);
  return succeed(portfolio);
}
