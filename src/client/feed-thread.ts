import type { Remote } from "comlink";
import type { Outcome } from "../../workers/contract";
import type { FeedApi } from "../../workers/feed.worker";
import type { CheckedAddress } from "../../workers/feeds/address";
import type { LiveState } from "../../workers/feeds/live-feed";
import type { FeedAddress, FeedContent, FeedKind, FeedRequest } from "../../workers/feeds/types";
import { failureText, loadTexts } from "../lib/texts.ts";
import { canceled, notLoaded, withTexts } from "./failures";
import { allowHosts } from "./reachable-hosts";
import { WatchedWorker } from "./watched-worker";

const spawn = () => new Worker(new URL("../../workers/feed.worker.ts", import.meta.url), { type: "module", name: "feed" });

/** State of a live channel, and a message why it disconnected or failed. */
export interface LiveStatus extends Omit<LiveState, "trouble"> {
  trouble: string | null;
}

/** Sends one request to a worker of its own. */
function ask<T>(question: (api: Remote<FeedApi>) => Promise<Outcome<T>>, signal: AbortSignal): Promise<Outcome<T>> {
  return new Promise((resolve) => {
    const worker = new WatchedWorker<FeedApi>(spawn, () => resolve(notLoaded()));
    const finish = (outcome: Outcome<T>) => {
      worker.end();
      resolve(outcome);
    };
    signal.addEventListener("abort", () => finish(canceled()), { once: true });
    void worker.ready.then(async () => finish(await withTexts(await question(worker.api))));
  });
}

/** Parses the address of a feed as typed by the user. */
export const checkFeedAddress = (kind: FeedKind, typed: FeedAddress, signal: AbortSignal): Promise<Outcome<CheckedAddress>> =>
  ask((api) => api.check(kind, typed, location.protocol), signal);

/**
 * Reads a feed once, in a worker whose policy allows the feed hosts: the page itself stays unable to contact other hosts.
 * @param hosts origins of all feeds, including this one
 */
export async function readFeed(request: FeedRequest, hosts: readonly string[], signal: AbortSignal): Promise<Outcome<FeedContent>> {
  await allowHosts(hosts, "/feed-hosts");
  return signal.aborted ? canceled() : ask((api) => api.read(request), signal);
}

/** A live channel in a separate worker, until it is ended. */
export class LiveThread {
  private readonly worker: WatchedWorker<FeedApi>;
  private dead = false;

  private constructor() {
    this.worker = new WatchedWorker<FeedApi>(spawn, () => {
      this.dead = true;
      this.died();
    });
  }
  private died: () => void = () => undefined;
  private readonly ended = new Promise<Outcome<never>>((resolve) => {
    this.died = () => resolve(notLoaded());
  });

  /**
   * Null if the worker does not start.
   * @param earlier rows of the channel already stored, as CSV
   */
  static async open({ url, message }: FeedAddress, hosts: readonly string[], earlier: Blob | null = null): Promise<LiveThread | null> {
    await allowHosts(hosts, "/feed-hosts");
    const thread = new LiveThread();
    const started = thread.worker.ready.then(() => thread.worker.api.listen(url, message, earlier)).then(() => thread);
    return Promise.race([started, thread.ended.then(() => null)]);
  }

  /** Current state; null if the worker is gone. */
  async state(): Promise<LiveStatus | null> {
    const state = this.dead ? null : await this.worker.api.state();
    if (!state?.trouble) return state && { ...state, trouble: null };
    await loadTexts();
    return { ...state, trouble: failureText(state.trouble) };
  }

  /** All rows so far, as CSV; waits for the first ones. */
  rows(): Promise<Outcome<Blob>> {
    return this.dead
      ? Promise.resolve(notLoaded())
      : Promise.race([this.worker.api.rows(), this.ended]).then((rows) => withTexts<Blob>(rows));
  }

  end(): void {
    this.dead = true;
    this.died();
    this.worker.end();
  }
}
