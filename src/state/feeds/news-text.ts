import type { Count } from "../../../workers/contract";
import type { NewsItem } from "../../../workers/feeds/types";

/** Items handed over at once: each is an article of its own. */
const MAX_HANDED_OVER: Count = 50;

/** News as the news fields take them: a date, then the words; articles are separated by a line of ---. */
export function newsText(news: readonly NewsItem[]): string {
  const articles = news.slice(0, MAX_HANDED_OVER).map(({ time, title, text }) => {
    const date = time === null ? "" : `${new Date(time).toISOString().slice(0, 16).replace("T", " ")}\n`;
    const ended = /[.!?…]$/.test(title) ? title : `${title}.`;
    // A line of hyphens in an item would cut it in two.
    return `${date}${ended} ${text}`.trim().replace(/^-{3,}$/gm, "—");
  });
  return articles.join("\n---\n");
}
