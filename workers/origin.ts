const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The origin of an address. @throws TypeError where it is none */
export const originOf = (address: string): string => new URL(address).origin;

/** Origins of hosts that pages call, as texts: no sign in them means anything to a policy. */
const ORIGIN = /^(?:https?|wss?):\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/;

/** Whether a text is the origin of an http(s) or ws(s) address, as it is parsed, and nothing else: then it may enter a policy. */
export const isOrigin = (text: string): boolean => ORIGIN.test(text) && URL.canParse(text) && originOf(text) === text;

/** Whether an address is one of this machine, which no network carries. */
export const isLoopback = ({ hostname }: Pick<URL, "hostname">): boolean => LOOPBACK.includes(hostname);

/** Whether nobody on the way can read what is sent there: by https, or to this machine. */
export const isPrivate = (url: Pick<URL, "protocol" | "hostname">): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
