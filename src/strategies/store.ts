import { fileStem } from "../analysis/data/save-table.ts";
import { plural } from "../lib/format.ts";
import { saveFile } from "../lib/save-file.ts";
import { failureText } from "../lib/texts.ts";
import { edits } from "../state/edits";
import { addRecord, addRecords, announceReplaced, changeRecord } from "../state/record-edits";
import type { Kept } from "../state/records";
import { strategies } from "../state/strategies";
import { contentOf, copyName, type StrategyBody, type StrategyContent, savedStrategy } from "../state/strategy-body";
import { toast } from "../ui/toast-queue.ts";

const SAVE_FAILED = "Failed to save strategy";

export type SavedStrategy = Kept<StrategyBody>;

function failed(message: string, why: string | null): void {
  console.error(message, why);
  toast.error(message, { detail: why ?? undefined, duration: 10_000 });
}

/** Shows a message if storage has refused the entry, which then lasts until the tab is closed. */
function withToast(kept: SavedStrategy, words: string): SavedStrategy {
  if (kept.kept === "memory") failed(SAVE_FAILED, strategies.read().warning);
  else toast.success(words);
  return kept;
}

/** Saves a strategy as a new entry, or as the next version of an existing one. */
export async function saveStrategy(content: StrategyContent, id: string | null): Promise<SavedStrategy> {
  await strategies.open();
  const before = id === null ? undefined : strategies.find(id);
  const body = savedStrategy({ ...content, name: content.name.trim() }, before?.body ?? null, Date.now());
  const known = before && strategies.before(before.id);
  const kept = before
    ? await changeRecord(strategies, before.id, body, `change of strategy ${before.body.name}`, true)
    : await addRecord(strategies, body, `addition of strategy ${body.name}`);
  // Only a save in another tab counts as a conflict; its change of status is kept.
  if (known && before && known.versions[0]?.savedAt !== before.body.versions[0]?.savedAt)
    announceReplaced(before.body.name, () => void saveStrategy(contentOf(before.body), before.id));
  return withToast(kept, `Saved ${body.name}`);
}

export async function duplicateStrategy({ body }: SavedStrategy): Promise<SavedStrategy> {
  const taken = strategies.read().records.map((record) => record.body.name);
  const name = copyName(body.name, taken);
  const copy = savedStrategy({ ...contentOf(body), name }, null, Date.now());
  return withToast(await addRecord(strategies, copy, `addition of strategy ${name}`), `Saved ${name}`);
}

export async function setStatus({ id, body }: SavedStrategy, status: StrategyBody["status"]): Promise<void> {
  const kept = await changeRecord(strategies, id, { ...body, status }, `change of strategy ${body.name}`);
  if (kept.kept === "memory") failed(SAVE_FAILED, strategies.read().warning);
}

export async function removeStrategy({ id, body }: SavedStrategy): Promise<void> {
  const stamp = () => strategies.find(id)?.changedAt;
  const command = { what: `removal of strategy ${body.name}`, run: () => strategies.remove(id), stamp };
  const outcome = await edits.make(command, `Removed ${body.name}`);
  if (!outcome.ok) failed("Failed to delete strategy", failureText(outcome.failure));
}

/** A file of strategies, and its name without extension. */
export async function strategiesFile(list: readonly StrategyContent[]): Promise<{ content: string; stem: string }> {
  const { strategyFile } = await import("../state/strategy-file");
  const stem = list.length === 1 ? `${fileStem(list[0].name) || "strategy"}.strategy` : "strategies";
  return { content: JSON.stringify(strategyFile(list), null, 2), stem };
}

export async function exportStrategies(list: readonly StrategyContent[]): Promise<void> {
  const { content, stem } = await strategiesFile(list);
  saveFile(content, `${stem}.json`, "application/json");
}

/** Adds strategies from a file to the existing ones. */
export async function addStrategies(list: readonly StrategyContent[]): Promise<void> {
  const bodies = list.map((content) => savedStrategy(content, null, Date.now()));
  const what = plural(list.length, "strategy", "strategies");
  const kept = await addRecords(strategies, bodies, `import of ${what}`);
  if (kept.some((record) => record.kept === "memory")) failed(SAVE_FAILED, strategies.read().warning);
  else toast.success(`${what} imported`);
}
