const NUMBER = "$number";
const VALUES = "$values";
const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [...'"\\[]{}'].map((sign) => sign.charCodeAt(0));

/** JSON that keeps every number bit for bit: -0, NaN and the infinities, and lists of 64-bit values. */
export const writeExact = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "number" && (Object.is(part, -0) || !Number.isFinite(part)))
      return { [NUMBER]: Object.is(part, -0) ? "-0" : String(part) };
    return part instanceof Float64Array ? { [VALUES]: [...part] } : part;
  });

/** Deeper than anything a user stores; reading and copying a value recurse once per level. */
const MAX_DEPTH = 500;
/** Lists and objects, each of which takes forty times the memory of its brackets; a stored run has some two hundred. */
const MAX_PARTS = 2_000_000;

/** Whether the brackets outside of strings exceed these limits on depth and number. */
function isBeyondBounds(json: string): boolean {
  let depth = 0;
  let parts = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at++) {
    const sign = json.charCodeAt(at);
    if (quoted) {
      if (sign === BACKSLASH) at++;
      else if (sign === QUOTE) quoted = false;
    } else if (sign === QUOTE) quoted = true;
    else if (sign === OPEN_BRACKET || sign === OPEN_BRACE) {
      if (++depth > MAX_DEPTH || ++parts > MAX_PARTS) return true;
    } else if (sign === CLOSE_BRACKET || sign === CLOSE_BRACE) depth--;
  }
  return false;
}

/** @throws SyntaxError if it is not JSON, or exceeds the limits on depth or parts */
export function readExact(text: string): unknown {
  if (isBeyondBounds(text)) throw new SyntaxError(`deeper than ${MAX_DEPTH} levels, or of more than ${MAX_PARTS} parts`);
  return JSON.parse(text, (_, part: unknown) => {
    if (typeof part !== "object" || part === null) return part;
    if (NUMBER in part) return Number(part[NUMBER]);
    return VALUES in part && Array.isArray(part[VALUES]) ? Float64Array.from(part[VALUES]) : part;
  });
}
