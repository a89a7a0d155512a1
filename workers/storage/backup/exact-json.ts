const NUMBER = "$number";
const VALUES = "$values";

/** JSON that keeps every number to the bit: minus zero, those JSON has no text for, and lists of 64-bit values. */
export const writeExact = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === "number" && (Object.is(part, -0) || !Number.isFinite(part)))
      return { [NUMBER]: Object.is(part, -0) ? "-0" : String(part) };
    return part instanceof Float64Array ? { [VALUES]: [...part] } : part;
  });

/** @throws SyntaxError where it is no JSON */
export const readExact = (text: string): unknown =>
  JSON.parse(text, (_, part: unknown) => {
    if (typeof part !== "object" || part === null) return part;
    if (NUMBER in part) return Number(part[NUMBER]);
    return VALUES in part && Array.isArray(part[VALUES]) ? Float64Array.from(part[VALUES]) : part;
  });
