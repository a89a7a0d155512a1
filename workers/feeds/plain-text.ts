const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  euro: "€",
  pound: "£",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  bull: "•",
  copy: "©",
  reg: "®",
  trade: "™",
};
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g;
/** Control characters, and those that turn the direction of a text round. */
const UNSEEN = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Elements whose content is no text. */
const HIDDEN = ["script", "style", "template", "iframe", "noscript"];

const ofCode = (code: number, text: string): string =>
  code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? text : String.fromCodePoint(code);

/** References to single characters, read once: what they give is not read again. */
export const decodeEntities = (text: string): string =>
  text.includes("&")
    ? text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
        if (decimal) return ofCode(Number(decimal), whole);
        if (hex) return ofCode(Number.parseInt(hex, 16), whole);
        return name !== undefined && Object.hasOwn(NAMED, name) ? NAMED[name] : whole;
      })
    : text;

/** A text that may hold markup, without it: tags, and the content of scripts and styles, are left out. Linear in its length. */
export function plainText(markup: string, longest: number): string {
  const lower = markup.toLowerCase();
  const kept: string[] = [];
  let at = 0;
  while (at < markup.length) {
    const open = markup.indexOf("<", at);
    if (open < 0) {
      kept.push(markup.slice(at));
      break;
    }
    kept.push(markup.slice(at, open));
    if (!/[a-zA-Z/!?]/.test(markup[open + 1] ?? "")) {
      kept.push("<");
      at = open + 1;
      continue;
    }
    const hidden = HIDDEN.find((name) => lower.startsWith(name, open + 1));
    const end = hidden ? lower.indexOf(`</${hidden}`, open) : open;
    const close = end < 0 ? -1 : markup.indexOf(">", end);
    // A tag that is never closed hides the rest.
    if (close < 0) break;
    kept.push(" ");
    at = close + 1;
  }
  const text = decodeEntities(kept.join("")).replace(UNSEEN, " ").replace(/\s+/g, " ").trim();
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}
