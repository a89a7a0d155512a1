import { type Count, fail, type Outcome, succeed } from "../contract";
import { isLoopback, isPrivate } from "../origin";
import { KEY_NAME, looksLikeKey } from "./key-words";
import { checkSocketMessage, messageHoldsKey } from "./socket-message";
import type { FeedAddress, FeedForm, FeedKind } from "./types";

/** The address of a feed, validated and parsed. */
export interface CheckedAddress extends FeedAddress {
  form: FeedForm;
  /** The part that may be shown: host and path, or "demo:7". */
  address: string;
  /** Whether `address` is complete: there is no query, proxy or message. */
  whole: boolean;
  /** Whether it seems to contain a key: it is then only kept until the tab is closed, not on the device. */
  secret: boolean;
  /** Seed of the simulator. */
  seed: number;
  /** A name made from host and path. */
  name: string;
}

const MAX_LENGTH: Count = 2000;

/** Whether an address seems to contain a key. */
export function holdsKey(address: string): boolean {
  const { searchParams, pathname } = new URL(address);
  return (
    [...searchParams].some(([name, value]) => (KEY_NAME.test(name) && value !== "") || looksLikeKey(value)) ||
    pathname.split("/").some(looksLikeKey)
  );
}

const mixed = (url: URL, page: string): boolean =>
  page === "https:" && (url.protocol === "http:" || url.protocol === "ws:") && !isLoopback(url);

/**
 * Validates and parses what a user entered as the address of a feed.
 * @param page the protocol of this page
 */
export function checkAddress(
  kind: FeedKind,
  { url: typed, proxy: typedProxy, message: typedMessage }: FeedAddress,
  page: string,
): Outcome<CheckedAddress> {
  const text = typed.trim();
  const proxy = typedProxy.trim();
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return fail("bad-input", "feeds/addressInvalid");
  const url = new URL(text);
  url.hash = "";
  if (url.protocol === "demo:") {
    const seed = Number(url.pathname.replace(/\D/g, "").slice(0, 9) || 1);
    return succeed({
      form: "simulator",
      address: `demo:${seed}`,
      whole: true,
      secret: false,
      seed,
      url: `demo:${seed}`,
      proxy: "",
      message: "",
      name: `Simulated ${kind} ${seed}`,
    });
  }
  const socket = url.protocol === "ws:" || url.protocol === "wss:";
  if (!socket && url.protocol !== "http:" && url.protocol !== "https:") return fail("bad-input", "feeds/addressInvalid");
  if (url.username || url.password) return fail("bad-input", "feeds/credentials");
  if (socket && kind === "news") return fail("bad-input", "feeds/newsAddress");
  if (proxy !== "" && !isProxy(proxy)) return fail("bad-input", "feeds/proxyInvalid");
  const reached = new URL(proxy === "" || socket ? url.href : proxy);
  if (mixed(reached, page)) return fail("bad-input", "feeds/mixed", { origin: reached.origin });
  const message = checkSocketMessage(socket ? typedMessage : "");
  if (!message.ok) return message;
  const secretPath = url.pathname.split("/").some(looksLikeKey);
  return succeed({
    form: socket ? "socket" : "address",
    address: url.origin + (secretPath ? "/…" : url.pathname),
    whole: url.search === "" && !secretPath && proxy === "" && message.value === "",
    secret: holdsKey(url.href) || (proxy !== "" && holdsKey(proxy)) || messageHoldsKey(message.value),
    seed: 0,
    url: url.href,
    proxy: socket ? "" : proxy,
    message: message.value,
    name: nameOf(url, secretPath),
  });
}

function isProxy(text: string): boolean {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return false;
  const url = new URL(text);
  return isPrivate(url) && url.username === "" && url.password === "";
}

function nameOf(url: URL, secretPath: boolean): string {
  const last = secretPath ? "" : (url.pathname.split("/").findLast((part) => part !== "") ?? "");
  let words = last;
  try {
    words = decodeURIComponent(last);
  } catch {
    // Not correctly encoded: kept as it is.
  }
  return `${url.hostname} ${words.replace(/\.(csv|json|xml|rss|atom|txt)$/i, "").replace(/[-_+]+/g, " ")}`.trim().slice(0, 100);
}
