const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The origin of a URL. @throws TypeError if it is invalid */
export const originOf = (address: string): string => new URL(address).origin;

/** Form of the origins that pages contact: none of its characters has a meaning in a policy. */
const ORIGIN = /^(?:https?|wss?):\/\/(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::\d{1,5})?$/;

/** Whether a text is exactly the normalized origin of an http(s) or ws(s) URL, so that it is safe to insert into a policy. */
export const isOrigin = (text: string): boolean => ORIGIN.test(text) && URL.canParse(text) && originOf(text) === text;

/** Whether a URL points to this machine, so that nothing crosses the network. */
export const isLoopback = ({ hostname }: Pick<URL, "hostname">): boolean => LOOPBACK.includes(hostname);

/** Whether nobody in between can read what is sent there: over https, or to this machine. */
export const isPrivate = (url: Pick<URL, "protocol" | "hostname">): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
