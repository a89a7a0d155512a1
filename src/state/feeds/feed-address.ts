import type { FeedAddress } from "../../../workers/feeds/types";

/** The URL requested: the feed's own, or the user's proxy with it appended or in place of "{url}". */
export function askedAddress({ url, proxy }: Pick<FeedAddress, "url" | "proxy">): string {
  if (proxy === "") return url;
  return proxy.includes("{url}") ? proxy.replace("{url}", encodeURIComponent(url)) : proxy + encodeURIComponent(url);
}
