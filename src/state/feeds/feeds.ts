import { type Outcome, type Series, succeed } from "../../../workers/contract";
import type { CheckedAddress } from "../../../workers/feeds/address";
import type { FeedAddress, FeedContent, FeedKind, FeedSource } from "../../../workers/feeds/types";
import { compute } from "../../client/compute";
import { canceled, notLoaded } from "../../client/failures";
import { type LiveStatus, LiveThread, readFeed } from "../../client/feed-thread";
import { Store } from "../../lib/store";
import { failureText, loadTexts } from "../../lib/texts.ts";
import { accessOf, type FileAccess, forgetHandle, keepHandle } from "../kept-handles";
import { sourceAtom } from "../source-atom";
import { workspace } from "../workspace";
import { askedAddress } from "./feed-address";
import { forgetAddress, keepAddress } from "./feed-addresses";
import type { FeedBody, Interval } from "./feed-body";
import { firstRead, keptOf, type Preview } from "./feed-contents";
import { freeName } from "./feed-dataset";
import { readFile } from "./feed-files";
import { isLeading } from "./feed-leader";
import { addressOf, type Feed, feedHosts, feeds } from "./feed-records";

/** State of feeds in this tab: those being read, live channels and files. */
export interface FeedActivity {
  reading: ReadonlySet<string>;
  live: ReadonlyMap<string, LiveStatus>;
  files: ReadonlyMap<string, FileAccess>;
}

const activity = new Store<FeedActivity>({ reading: new Set(), live: new Map(), files: new Map() });
export const feedActivityAtom = sourceAtom(activity);
const threads = new Map<string, LiveThread>();

const toSeries = (text: Blob, name: string, signal: AbortSignal): Promise<Outcome<Series>> =>
  compute.run("read-series", { source: text, name, origin: "file" }, { signal, priority: "batch", unlisted: true });

/** What was read, with the text of market data parsed to a series. */
async function previewOf(content: FeedContent, name: string, signal: AbortSignal): Promise<Outcome<Preview>> {
  if (content.kind === "news") return succeed({ kind: "news", items: content.items });
  const series = await toSeries(content.text, name, signal);
  return series.ok ? succeed({ kind: "market", series: series.value }) : series;
}

async function readOnce(kind: FeedKind, source: FeedSource, tried: readonly FeedAddress[], name: string, signal: AbortSignal) {
  const content = await readFeed({ kind, source }, feedHosts(tried), signal);
  return content.ok ? previewOf(content.value, name, signal) : content;
}

/** The rows of a live channel, as soon as there are some. */
async function firstRows(thread: LiveThread | null, signal: AbortSignal): Promise<Outcome<Blob>> {
  const rows = thread ? await thread.rows() : notLoaded();
  return signal.aborted ? canceled() : rows;
}

const sourceOf = ({ form, seed, since }: Pick<FeedBody, "form" | "seed" | "since">, address: FeedAddress): FeedSource =>
  form === "simulator" ? { from: "simulator", seed, since, until: Date.now() } : { from: "address", url: askedAddress(address) };

interface NewFeed {
  kind: FeedKind;
  checked: CheckedAddress;
  name: string;
  interval: Interval;
}

/**
 * Reads a feed for the first time, previews the content, and saves it.
 * @param show is called with the first rows before anything is saved
 */
export async function connectFeed(
  { kind, checked, name, interval }: NewFeed,
  show: (preview: Preview) => void,
  signal: AbortSignal,
): Promise<Outcome<Feed>> {
  await feeds.open();
  const since = Date.now();
  const socket = checked.form === "socket";
  const thread = socket ? await LiveThread.open(checked, feedHosts([checked])) : null;
  signal.addEventListener("abort", () => thread?.end(), { once: true });
  const read = socket
    ? await firstRows(thread, signal).then((rows) =>
        rows.ok ? previewOf({ kind: "market", text: rows.value, bytes: 0 }, name, signal) : rows,
      )
    : await readOnce(kind, sourceOf({ ...checked, since }, checked), [checked], name, signal);
  if (!read.ok || signal.aborted) {
    thread?.end();
    return read.ok ? canceled() : read;
  }
  show(read.value);
  const { form, address, whole, seed } = checked;
  const first = await firstRead(read.value, name);
  const feed = await feeds.add({ name, kind, form, address, whole, seed, since, interval, paused: false, ...first });
  if (!whole) keepAddress(feed.id, checked, checked.secret);
  if (thread && isLeading()) threads.set(feed.id, thread);
  // The tab that polls feeds takes over.
  else thread?.end();
  return succeed(feed);
}

/** The rows a live channel delivered on an earlier visit, as CSV. */
async function earlierRows(dataset: string | null): Promise<Blob | null> {
  const series = dataset === null ? null : await workspace.load(dataset);
  if (!series?.ok || !series.value.times) return null;
  const columns = [{ name: "Time", kind: "time" as const, values: series.value.times }, ...series.value.columns];
  const text = await compute.run("export-table", { columns, exactNames: true }, { priority: "batch", unlisted: true, cache: false });
  return text.ok ? text.value : null;
}

/** Time and size of each file when it was last read in this tab. */
const filesRead = new Map<string, string>();
const stampOf = ({ lastModified, size }: File): string => `${lastModified} ${size}`;

/** A followed file's content; null if it has not changed. */
async function readFileAgain({ id, body }: Feed, ask: boolean, signal: AbortSignal): Promise<Outcome<Preview | null>> {
  const file = await readFile(id, ask);
  if (!file.ok) return file;
  if (filesRead.get(id) === stampOf(file.value)) return succeed(null);
  const read = await readOnce(body.kind, { from: "file", file: file.value }, [], body.name, signal);
  if (read.ok) filesRead.set(id, stampOf(file.value));
  return read;
}

async function readAgain(feed: Feed, address: FeedAddress, ask: boolean, signal: AbortSignal): Promise<Outcome<Preview | null>> {
  const { id, body } = feed;
  if (body.form === "file") return readFileAgain(feed, ask, signal);
  if (body.form !== "socket") return readOnce(body.kind, sourceOf(body, address), [], body.name, signal);
  const live = threads.get(id) ?? null;
  const state = live && (await live.state());
  const thread = state && state.state !== "failed" ? live : await LiveThread.open(address, feedHosts(), await earlierRows(body.dataset));
  if (thread !== live) live?.end();
  if (thread) threads.set(id, thread);
  const rows = await firstRows(thread, signal);
  return rows.ok ? previewOf({ kind: "market", text: rows.value, bytes: 0 }, body.name, signal) : rows;
}

const setReading = (id: string, is: boolean): void => {
  const reading = new Set(activity.read().reading);
  if (is) reading.add(id);
  else reading.delete(id);
  activity.set({ ...activity.read(), reading });
};

/**
 * Reads a feed again. Earlier content stays if that fails.
 * @param pressed by the user, just now: then the browser may prompt for permission to read a file
 */
export async function refreshFeed(id: string, pressed = false): Promise<Outcome<null>> {
  const feed = feeds.find(id);
  const address = feed ? addressOf(feed) : null;
  if (!feed || !address || activity.read().reading.has(id)) return succeed(null);
  setReading(id, true);
  try {
    const read = await readAgain(feed, address, pressed, new AbortController().signal);
    if (feed.body.form === "file") await checkFollowedFiles();
    // It may have been paused or removed meanwhile.
    const now = feeds.find(id);
    if (!now) return succeed(null);
    if (!read.ok) {
      await loadTexts();
      await feeds.update(id, { ...now.body, fetchedAt: Date.now(), trouble: failureText(read.failure) });
      return read;
    }
    const kept = read.value === null ? {} : await keptOf(read.value, now.body.name, now.body);
    const latest = feeds.find(id);
    if (latest) await feeds.update(id, { ...latest.body, ...kept, fetchedAt: Date.now(), trouble: null });
    return succeed(null);
  } finally {
    setReading(id, false);
  }
}

export const isListening = (id: string): boolean => threads.has(id);

/** Updates the state of live channels, and ends those no longer needed. */
export async function updateLiveChannels(): Promise<void> {
  const live = new Map<string, LiveStatus>();
  for (const [id, thread] of threads) {
    const feed = feeds.find(id);
    const state = feed && !feed.body.paused ? await thread.state() : null;
    if (state) live.set(id, state);
    else {
      thread.end();
      threads.delete(id);
    }
  }
  const before = activity.read().live;
  if (live.size > 0 || before.size > 0) activity.set({ ...activity.read(), live });
}

/**
 * Checks which followed files can be read now.
 * @returns the feeds whose files can
 */
export async function checkFollowedFiles(): Promise<ReadonlySet<string>> {
  const followed = feeds.read().records.filter(({ body }) => body.form === "file");
  const files = new Map(await Promise.all(followed.map(async ({ id }) => [id, await accessOf(id)] as const)));
  const before = activity.read().files;
  if (files.size !== before.size || [...files].some(([id, access]) => before.get(id) !== access))
    activity.set({ ...activity.read(), files });
  return new Set([...files].filter(([, access]) => access === "granted").map(([id]) => id));
}

export async function changeFeed(id: string, changes: Partial<Pick<FeedBody, "paused" | "interval">>): Promise<void> {
  const feed = feeds.find(id);
  if (feed) await feeds.change(id, { ...feed.body, ...changes });
  await updateLiveChannels();
}

/** Deletes a feed; its data stay among the datasets. `undo` restores it. */
export async function removeFeed(id: string): Promise<Outcome<{ undo: () => Promise<Outcome<unknown>> }>> {
  const removed = await feeds.remove(id);
  if (!removed.ok) return removed;
  const remember = forgetAddress(id);
  const rememberFile = await forgetHandle(id);
  filesRead.delete(id);
  await updateLiveChannels();
  const undo = async () => {
    remember();
    await rememberFile();
    const restored = await removed.value.undo();
    await checkFollowedFiles();
    return restored;
  };
  return succeed({ undo });
}

/** Common fields of a feed that has no host. */
const noAddress = (name: string, kind: FeedKind) => ({ name, kind, seed: 0, since: Date.now() });

/** A local file that is re-read when it changes, as far as browser and user allow it. */
export async function followFile(
  { kind, handle, name, interval }: { kind: FeedKind; handle: FileSystemFileHandle; name: string; interval: Interval },
  show: (preview: Preview) => void,
  signal: AbortSignal,
): Promise<Outcome<Feed>> {
  await feeds.open();
  const file = await handle.getFile();
  const read = await readOnce(kind, { from: "file", file }, [], name, signal);
  if (!read.ok) return read;
  show(read.value);
  const first = await firstRead(read.value, freeName(name, null));
  const own = { form: "file", address: handle.name, whole: true, interval, paused: false } as const;
  const feed = await feeds.add({ ...noAddress(name, kind), ...own, ...first });
  await keepHandle(feed.id, handle);
  filesRead.set(feed.id, stampOf(file));
  await checkFollowedFiles();
  return succeed(feed);
}

/** Reads a file the user downloaded like a feed: a dataset for market data, otherwise news in a feed that is not read again. */
export async function readFeedFile(
  kind: FeedKind,
  file: File,
  show: (preview: Preview) => void,
  signal: AbortSignal,
): Promise<Outcome<Feed | null>> {
  await feeds.open();
  const read = await readOnce(kind, { from: "file", file }, [], file.name, signal);
  if (!read.ok) return read;
  show(read.value);
  const first = await firstRead(read.value, freeName(file.name, null));
  if (kind === "market") return succeed(null);
  const own = { form: "address", address: file.name, whole: false, interval: 0, paused: true } as const;
  return succeed(await feeds.add({ ...noAddress(file.name, kind), ...own, ...first }));
}
