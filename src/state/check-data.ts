import { safeParse } from "valibot";
import { type Count, type Outcome, succeed, WORKSPACE } from "../../workers/contract";
import type { CheckedData } from "../../workers/storage/jobs/check-data";
import type { RecordKind } from "../../workers/storage/record";
import { compute } from "../client/compute";
import type { RunOptions } from "../client/pool";
import type { ClientBody } from "./client-body";
import type { FeedBody } from "./feeds/feed-body";
import { recordBodies } from "./record-bodies";
import type { RunBody } from "./run-body";
import { flushInputs } from "./screen-inputs";

/** A dataset referenced by a screen, run, portfolio or feed that is no longer on the device. */
interface LostReference {
  /** Where it is referenced, such as "the run GARCH of DM/GBP". */
  by: string;
  hash: string;
  name: string | null;
}

export interface DataReport extends CheckedData {
  records: Count;
  /** Invalid entries, by kind; they are left unchanged. */
  unreadable: { kind: RecordKind; count: Count }[];
  references: Count;
  lost: LostReference[];
}

/** References to datasets in a stored, valid entry. */
function referencesOf(kind: RecordKind, body: unknown): LostReference[] {
  if (kind === "run") {
    const { title, datasets } = body as RunBody;
    return datasets.flatMap(({ hash, name, text }) => (text === null ? [{ by: `the run ${title}`, hash, name }] : []));
  }
  if (kind === "client") {
    const { name: client, portfolios } = body as ClientBody;
    return portfolios.flatMap((portfolio) =>
      portfolio.holdings.map(({ hash, name }) => ({ by: `the portfolio ${portfolio.name} of ${client}`, hash, name })),
    );
  }
  if (kind === "feed") {
    const { name, dataset } = body as FeedBody;
    return dataset === null ? [] : [{ by: `the feed ${name}`, hash: dataset, name: null }];
  }
  return [];
}

/** Checks everything on this device: each block against its hash, each entry against its schema, and each referenced dataset. */
export async function checkDevice(options: Pick<RunOptions, "signal" | "onProgress"> = {}): Promise<Outcome<DataReport>> {
  flushInputs();
  const checked = await compute.run("check-data", { workspace: WORKSPACE }, { ...options, cache: false });
  if (!checked.ok) return checked;
  const here = new Set(checked.value.hashes);
  const references: LostReference[] = [];
  const unreadable: DataReport["unreadable"] = [];
  let records = 0;
  for (const [kind, schema] of Object.entries(await recordBodies()) as [
    RecordKind,
    Awaited<ReturnType<typeof recordBodies>>[RecordKind],
  ][]) {
    const listed = await compute.run("list-records", { workspace: WORKSPACE, kind, tidy: false }, { ...options, cache: false });
    if (!listed.ok) return listed;
    const bodies = listed.value.records.map(({ body }) => safeParse(schema, body));
    const failed = listed.value.unreadable + bodies.filter(({ success }) => !success).length;
    records += bodies.length + listed.value.unreadable;
    if (failed > 0) unreadable.push({ kind, count: failed });
    for (const { success, output } of bodies) if (success) references.push(...referencesOf(kind, output));
  }
  const lost = references.filter(({ hash }) => !here.has(hash));
  return succeed({ ...checked.value, records, unreadable, references: references.length, lost });
}
