import { appVersion } from "virtual:build-facts";
import { safeParse } from "valibot";
import { fail, type Outcome, succeed, WORKSPACE } from "../../workers/contract";
import type { Backup } from "../../workers/storage/jobs/make-backup";
import type { BackupContent } from "../../workers/storage/jobs/read-backup";
import type { Restored } from "../../workers/storage/jobs/restore-backup";
import type { StoredRecord } from "../../workers/storage/record";
import { compute } from "../client/compute";
import type { RunOptions } from "../client/pool";
import { hostsOf, pausedFeeds, withAllowedHosts } from "./backup-hosts";
import { channelsOf } from "./channels";
import { takeInputs } from "./input-texts";
import { rememberBackup } from "./last-backup";
import { notifyTabs } from "./other-tabs";
import { recordBodies } from "./record-bodies";
import { flushInputs, inputStore } from "./screen-inputs";
import { sealFile } from "./sealed-file";
import { settings } from "./settings";

/** Key under which charts store the added indicators. */
export const INDICATORS = "prospect.indicators";
/** Small texts on the device that are part of a backup: never the provider's key. */
const KEPT_TEXTS = [
  /^prospect\.inputs\./,
  /^prospect\.settings$/,
  /^prospect\.theme$/,
  /^prospect\.(?:indicators|figures-as|table-format|csv-style)$/,
];
/** Stored texts that are validated by their readers: chart indicators, definitions of figures, and formats of tables and CSV. */
const READ_BY_OTHERS = [INDICATORS, "prospect.figures-as", "prospect.table-format", "prospect.csv-style"];
type Options = Pick<RunOptions, "signal" | "onProgress">;
function keptTexts(): Record<string, string> {
  const found: Record<string, string> = {};
  try {
    for (const name of Object.keys(localStorage)) {
      const text = KEPT_TEXTS.some((pattern) => pattern.test(name)) ? localStorage.getItem(name) : null;
      if (text !== null) found[name] = text;
    }
  } catch {
    // Storage unavailable: there are none.
  }
  return { ...found, ...inputStore.sparedTexts() };
}

/**
 * One file with everything on this device: datasets, strategies, clients, runs, settings and inputs. The caller saves it.
 * @param passphrase encrypts the file; null for an unencrypted one
 */
export async function makeBackup(options: Options = {}, passphrase: string | null = null): Promise<Outcome<Backup>> {
  // Writes recent input first.
  flushInputs();
  const now = Date.now();
  const input = { workspace: WORKSPACE, app: appVersion, now, settings: keptTexts() };
  const outcome = await compute.run("make-backup", input, { ...options, cache: false });
  if (!outcome.ok) return outcome;
  const sealed = passphrase === null ? succeed(outcome.value.file) : await sealFile(outcome.value.file, passphrase, options);
  if (!sealed.ok) return sealed;
  rememberBackup(now);
  return succeed({ ...outcome.value, file: sealed.value });
}

/** The content of a file, validated except for the numbers of its datasets. Nothing is changed. */
export async function readBackup(file: Blob, options: Options = {}): Promise<Outcome<BackupContent>> {
  const outcome = await compute.run("read-backup", { file, workspace: WORKSPACE }, { ...options, cache: false, priority: "reading" });
  if (!outcome.ok) return outcome;
  return (await areReadable(outcome.value.records)) ? outcome : fail("bad-input", "storage/backupDamaged");
}

/** Maximum time of validation before the page may paint, in milliseconds. */
const SLICE = 8;

/** Whether each entry is valid for its kind. There may be thousands, so the page stays responsive between slices. */
async function areReadable(records: readonly StoredRecord[]): Promise<boolean> {
  const schemas = await recordBodies();
  let since = performance.now();
  for (const { kind, body } of records) {
    if (!safeParse(schemas[kind], body).success) return false;
    if (performance.now() - since < SLICE) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  return true;
}

/**
 * Restores a backup, merging it with existing data. @param replace also overwrite settings and inputs of this device; otherwise only
 * missing ones are restored
 * @param allowed origins this device may contact from now on; for others the settings keep this device's host, and their feeds are paused
 */
export async function restoreBackup(
  file: Blob,
  { replace, allowed }: { replace: boolean; allowed: ReadonlySet<string> },
  options: Options = {},
): Promise<Outcome<Restored>> {
  const content = await readBackup(file, options);
  if (!content.ok) return content;
  const here = settings.read();
  const refused = new Set(hostsOf(content.value, here).flatMap(({ origin }) => (allowed.has(origin) ? [] : [origin])));
  const input = { workspace: WORKSPACE, file, paused: pausedFeeds(content.value, refused) };
  const outcome = await compute.run("restore-backup", input, { ...options, cache: false });
  if (!outcome.ok) return outcome;
  const texts = withAllowedHosts(content.value.settings, refused, here);
  // Both validate their input, and fall back to other storage.
  takeInputs(texts, replace);
  settings.takeTexts(texts, replace);
  for (const name of READ_BY_OTHERS) takeText(name, texts[name], replace);
  // Every list of datasets and entries reads the device again.
  notifyTabs(channelsOf(WORKSPACE));
  return succeed(outcome.value);
}

/** Restores a text that is validated when read. Listeners are notified as of a change in another tab. */
function takeText(name: string, text: string | undefined, replace: boolean): void {
  try {
    if (text === undefined || (!replace && localStorage.getItem(name) !== null)) return;
    localStorage.setItem(name, text);
    window.dispatchEvent(new StorageEvent("storage", { key: name }));
  } catch {
    // Storage refused: the current value stays.
  }
}
