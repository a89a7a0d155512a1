import { appVersion } from "virtual:build-facts";
import { safeParse } from "valibot";
import { fail, type Outcome, succeed } from "../../workers/contract";
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
import { tellAllTabs } from "./other-tabs";
import { recordBodies } from "./record-bodies";
import { flushInputs, inputStore } from "./screen-inputs";
import { sealFile } from "./sealed-file";
import { settings } from "./settings";

const WORKSPACE = "prospect";
/** Where charts keep the indicators that were added. */
export const INDICATORS = "prospect.indicators";
/** What of the device's small texts belongs into a backup: never the provider's key. */
const KEPT_TEXTS = [
  /^prospect\.inputs\./,
  /^prospect\.settings$/,
  /^prospect\.theme$/,
  /^prospect\.(?:indicators|figures-as|table-format|csv-style)$/,
];
/** Kept texts that whoever reads them checks: indicators of charts, whose figures are printed, the format of tables and of CSV. */
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
    // Refused: there are none.
  }
  return { ...found, ...inputStore.sparedTexts() };
}

/**
 * One file with everything on this device: datasets, strategies, clients, runs, settings and inputs. The caller saves it.
 * @param passphrase what the file is encrypted with; null for a plain one
 */
export async function makeBackup(options: Options = {}, passphrase: string | null = null): Promise<Outcome<Backup>> {
  // What was typed a moment ago is written down first.
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

/** What a file holds, checked but for the numbers of its datasets. Nothing is changed. */
export async function readBackup(file: Blob, options: Options = {}): Promise<Outcome<BackupContent>> {
  const outcome = await compute.run("read-backup", { file, workspace: WORKSPACE }, { ...options, cache: false, priority: "reading" });
  if (!outcome.ok) return outcome;
  return (await areReadable(outcome.value.records)) ? outcome : fail("bad-input", "storage/backupDamaged");
}

/** How long entries are checked before the page may paint, in milliseconds. */
const SLICE = 8;

/** Whether each entry is one of its kind. There may be thousands: between slices the page answers. */
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
 * Brings a backup in, beside what is there. @param replace also take its settings and inputs where this device has others; otherwise only
 * those this device has none of
 * @param allowed origins this device may talk to from now on; settings keep its own host for the others, and their feeds are paused
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
  // Both check what they take, and keep it elsewhere where the device refuses.
  takeInputs(texts, replace);
  settings.takeTexts(texts, replace);
  for (const name of READ_BY_OTHERS) takeText(name, texts[name], replace);
  // Every list of datasets and entries reads the device again.
  tellAllTabs(channelsOf(WORKSPACE));
  return succeed(outcome.value);
}

/** Takes a text of a backup that is checked when it is read. Whoever shows it hears of it as of a change in another tab. */
function takeText(name: string, text: string | undefined, replace: boolean): void {
  try {
    if (text === undefined || (!replace && localStorage.getItem(name) !== null)) return;
    localStorage.setItem(name, text);
    window.dispatchEvent(new StorageEvent("storage", { key: name }));
  } catch {
    // Refused: what is here stays.
  }
}
