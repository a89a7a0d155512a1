const DEEPEST = 6;
const MAX_NODES = 2000;

export type JsonObject = Readonly<Record<string, unknown>>;
export const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

/** Every object and array of a document down to a few levels, breadth first: possible tables and lists of items. */
export function* nodesOf(root: unknown): Generator<unknown> {
  let level: unknown[] = [root];
  let seen = 0;
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const below: unknown[] = [];
    for (const node of level) {
      if (typeof node !== "object" || node === null) continue;
      if (++seen > MAX_NODES) return;
      yield node;
      // The first items of a list are representative of the others.
      const inside = Array.isArray(node) ? node.slice(0, 3) : Object.values(node).slice(0, 100);
      below.push(...inside);
    }
    level = below;
  }
}

/** A document, or one object per line (JSON Lines). Throws a SyntaxError if it is neither. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    if (lines.length < 2 || !lines[0].trim().startsWith("{") || !lines[0].trim().endsWith("}")) throw error;
    return lines.map((line) => JSON.parse(line) as unknown);
  }
}
