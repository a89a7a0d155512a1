import type { Count } from "../contract";
import { clipped } from "../format";
import { Markup } from "../ingest";

/** Control characters, including those that change the direction of text. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Elements whose content is not text. */
const HIDDEN = ["script", "style", "template", "iframe", "noscript"];

/** A text without its markup: tags, and the content of scripts and styles, are removed. Takes linear time. */
export function plainText(markup: string, longest: Count): string {
  const kept: string[] = [];
  let hidden: string | null = null;
  const parted = () => kept.push(" ");
  const events = {
    open(name: string) {
      parted();
      if (hidden === null && HIDDEN.includes(name)) hidden = name;
    },
    close(name: string) {
      parted();
      if (name === hidden) hidden = null;
    },
    text(text: string) {
      if (hidden === null) kept.push(text);
    },
  };
  new Markup(markup, events, { isXml: false }).read();
  const text = kept.join("").replace(UNSEEN, " ").replace(/\s+/g, " ").trim();
  return text.length <= longest ? text : clipped(text, longest - 1);
}
