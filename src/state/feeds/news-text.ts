import type { Count } from "../../../workers/contract";
import type { NewsItem } from "../../../workers/feeds/types";

/** Maximum number of items passed on at once, each as a separate article. */
const MAX_HANDED_OVER: Count = 50;

/** News in the format of news fields: date, then text; articles are separated by a line of ---. */
export function newsText(news: readonly NewsItem[]): string {
  const articles = news.slice(0, MAX_HANDED_OVER).map(({ time, title, text }) => {
    const date = time === null ? "" : `${new Date(time).toISOString().slice(0, 16).replace("T", " ")}\n`;
    const ended = /[.!?…]$/.test(title) ? title : `${title}.`;
    // A line of hyphens in an item would split it.
    return `${date}${ended} ${text}`.trim().replace(/^-{3,}$/gm, "—");
  });
  return articles.join("\n---\n");
}
