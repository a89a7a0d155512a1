import { type Series, WORKSPACE } from "../../../workers/contract";
import { storage } from "../../client/compute";
import { moment } from "../../lib/format.ts";
import { clients } from "../clients";
import { keptInputs } from "../input-texts";
import { notifyTabs } from "../other-tabs";
import { runs } from "../run-list";
import { flushInputs } from "../screen-inputs";
import { workspace } from "../workspace";
import type { FeedBody } from "./feed-body";

/** Whether a dataset is referenced by anything the user may return to: a field, a run, a portfolio. */
async function isSpokenOf(hash: string): Promise<boolean> {
  await Promise.all([runs.open(), clients.open()]);
  // Includes a field filled just now.
  flushInputs();
  return (
    keptInputs().some((text) => text.includes(hash)) ||
    runs.read().records.some(({ body }) => body.datasets.some((dataset) => dataset.hash === hash)) ||
    clients.read().records.some(({ body }) => body.portfolios.some(({ holdings }) => holdings.some((holding) => holding.hash === hash)))
  );
}

/** A name not used by any other dataset. */
export function freeName(given: string, except: string | null): string {
  const wanted = given.normalize("NFC");
  const taken = new Set(
    workspace
      .read()
      .datasets.filter(({ hash }) => hash !== except)
      .map(({ name }) => name),
  );
  let name = wanted;
  for (let number = 2; taken.has(name); number++) name = `${wanted} ${number}`;
  return name;
}

/**
 * Saves a series as the dataset of its feed. The previous version is deleted permanently, unless it is referenced: then it is kept, with
 * its last time in its name.
 */
export async function keepAsDataset(
  series: Series,
  name: string,
  before: Pick<FeedBody, "dataset" | "owned">,
): Promise<Pick<FeedBody, "dataset" | "owned" | "rows">> {
  await workspace.open();
  const there = workspace.read().datasets;
  const { hash, length } = series;
  if (hash === before.dataset && there.some((dataset) => dataset.hash === hash)) return { ...before, rows: length };
  const foreign = there.some((dataset) => dataset.hash === hash);
  const old = before.owned && before.dataset !== hash ? there.find((dataset) => dataset.hash === before.dataset) : undefined;
  // The user may have renamed it.
  const added = await workspace.add({ ...series, name: old?.name ?? freeName(name, null) });
  if (old) {
    if (await isSpokenOf(old.hash)) await workspace.rename(old.hash, freeName(`${old.name} until ${moment(Date.now())}`, old.hash));
    else await forgetDataset(old.hash);
  }
  return { dataset: added.hash, owned: !foreign, rows: length };
}

async function forgetDataset(hash: string): Promise<void> {
  await storage.run("remove-series", { workspace: WORKSPACE, hash, forGood: true }, { cache: false });
  notifyTabs([WORKSPACE]);
}
