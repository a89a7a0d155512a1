import type { FeedAddress } from "../../../workers/feeds/types";

/** What is asked in the end: the address itself, or the user's proxy with the address behind it, or instead of "{url}". */
export function askedAddress({ url, proxy }: Pick<FeedAddress, "url" | "proxy">): string {
  if (proxy === "") return url;
  return proxy.includes("{url}") ? proxy.replace("{url}", encodeURIComponent(url)) : proxy + encodeURIComponent(url);
}
