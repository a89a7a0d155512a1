const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** The origin of an address. @throws TypeError where it is none */
export const originOf = (address: string): string => new URL(address).origin;

/** Whether an address is one of this machine, which no network carries. */
export const isLoopback = ({ hostname }: Pick<URL, "hostname">): boolean => LOOPBACK.includes(hostname);

/** Whether nobody on the way can read what is sent there: by https, or to this machine. */
export const isPrivate = (url: Pick<URL, "protocol" | "hostname">): boolean =>
  url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
