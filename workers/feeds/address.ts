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
  const url = new URL(address);
  const isKey = ([name, value]: [string, string]): boolean => (KEY_NAME.test(name) && value !== "") || looksLikeKey(value);
  return hasSecretPath(url) || [...url.searchParams].some(isKey);
}

const isSocket = ({ protocol }: URL): boolean => protocol === "ws:" || protocol === "wss:";
const isWeb = ({ protocol }: URL): boolean => protocol === "http:" || protocol === "https:";
const hasCredentials = ({ username, password }: URL): boolean => username !== "" || password !== "";
const isMixed = (url: URL, page: string): boolean => page === "https:" && /^(http|ws):$/.test(url.protocol) && !isLoopback(url);
const hasSecretPath = ({ pathname }: URL): boolean => pathname.split("/").some(looksLikeKey);

function parsed(text: string): URL | null {
  return text.length <= MAX_LENGTH && URL.canParse(text) ? new URL(text) : null;
}

/**
 * Validates and parses what a user entered as the address of a feed.
 * @param page the protocol of this page
 */
export function checkAddress(kind: FeedKind, typed: FeedAddress, page: string): Outcome<CheckedAddress> {
  const proxy = typed.proxy.trim();
  const url = parsed(typed.url.trim());
  if (!url) return fail("bad-input", "feeds/addressInvalid");
  url.hash = "";
  if (url.protocol === "demo:") return succeed(simulated(kind, url));
  const refused = refusalOf(kind, url, proxy, page);
  if (refused) return refused;
  const message = checkSocketMessage(isSocket(url) ? typed.message : "");
  return message.ok ? succeed(checked(url, proxy, message.value)) : message;
}

/** Why a feed cannot be reached at this address; null if it can. */
function refusalOf(kind: FeedKind, url: URL, proxy: string, page: string): Outcome<never> | null {
  if (!isSocket(url) && !isWeb(url)) return fail("bad-input", "feeds/addressInvalid");
  if (hasCredentials(url)) return fail("bad-input", "feeds/credentials");
  if (isSocket(url) && kind === "news") return fail("bad-input", "feeds/newsAddress");
  if (proxy !== "" && !isProxy(proxy)) return fail("bad-input", "feeds/proxyInvalid");
  const reached = proxy === "" || isSocket(url) ? url : new URL(proxy);
  return isMixed(reached, page) ? fail("bad-input", "feeds/mixed", { origin: reached.origin }) : null;
}

/** A simulated feed; the digits of its address are the seed. */
function simulated(kind: FeedKind, { pathname }: URL): CheckedAddress {
  const seed = Number(pathname.replace(/\D/g, "").slice(0, 9) || 1);
  const address = `demo:${seed}`;
  const name = `Simulated ${kind} ${seed}`;
  return { form: "simulator", address, whole: true, secret: false, seed, url: address, proxy: "", message: "", name };
}

function checked(url: URL, proxy: string, message: string): CheckedAddress {
  const secretPath = hasSecretPath(url);
  return {
    form: isSocket(url) ? "socket" : "address",
    address: url.origin + (secretPath ? "/…" : url.pathname),
    whole: url.search === "" && !secretPath && proxy === "" && message === "",
    secret: holdsKey(url.href) || (proxy !== "" && holdsKey(proxy)) || messageHoldsKey(message),
    seed: 0,
    url: url.href,
    proxy: isSocket(url) ? "" : proxy,
    message,
    name: nameOf(url, secretPath),
  };
}

function isProxy(text: string): boolean {
  const url = parsed(text);
  return url !== null && isPrivate(url) && !hasCredentials(url);
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
