import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

interface Node {
  type?: string;
  name?: string | Node;
  key?: Node;
  id?: Node;
  init?: Node;
  value?: unknown;
  quasis?: { value: { cooked: string } }[];
}

const FOLDER = join(import.meta.dirname, "../src");

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;
const nameOf = (node: unknown): string | undefined => (isNode(node) && typeof node.name === "string" ? node.name : undefined);

/** Calls `seen` with every node below one. */
function walk(node: unknown, seen: (node: Node) => void, skipped: readonly string[] = []): void {
  if (Array.isArray(node)) for (const part of node) walk(part, seen, skipped);
  else if (isNode(node) && !skipped.includes(node.type ?? "")) {
    seen(node);
    for (const field of Object.values(node)) walk(field, seen, skipped);
  }
}

/** An expression's operands, arguments and attributes are not its result. */
const COMPARED = ["BinaryExpression", "CallExpression", "JSXOpeningElement"];

/** The texts an expression may evaluate to, in any branch; for a name, those of the constant it refers to. */
function textsIn(expression: unknown, constants: Map<string, Node>): string[] {
  const texts: string[] = [];
  walk(
    expression,
    (node) => {
      const { type, value, quasis } = node;
      if (type === "Literal" && typeof value === "string") texts.push(value);
      else if (type === "TemplateLiteral" && quasis)
        texts.push(...quasis.map((quasi) => quasi.value.cooked.replace(/^[;:. ]+|[;:. ]+$/g, "")));
      else if (type === "Identifier" && constants.has(nameOf(node) ?? "")) {
        const named = constants.get(nameOf(node) ?? "");
        constants.delete(nameOf(node) ?? "");
        texts.push(...textsIn(named, constants));
      }
    },
    COMPARED,
  );
  return texts;
}

/** Every text that a screen gives as a figure's formula, with its file. */
export function shownFormulas(): { file: string; text: string }[] {
  return readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.d)\.tsx?$/.test(path))
    .toSorted()
    .flatMap((path) => {
      const source = readFileSync(join(FOLDER, path), "utf8");
      if (!/\bformula\b/.test(source)) return [];
      const { program } = parseSync(path, source);
      const constants = new Map<string, Node>();
      walk(program, ({ type, id, init }) => {
        if (type === "VariableDeclarator" && init && nameOf(id)) constants.set(nameOf(id) ?? "", init);
      });
      const texts: string[] = [];
      walk(program, ({ type, key, name, value, id, init }) => {
        const isGiven = (type === "Property" && nameOf(key) === "formula") || (type === "JSXAttribute" && nameOf(name) === "formula");
        if (isGiven) texts.push(...textsIn(value, new Map(constants)));
        if (type === "VariableDeclarator" && nameOf(id) === "formula") texts.push(...textsIn(init, new Map(constants)));
      });
      return [...new Set(texts)].filter((text) => text !== "").map((text) => ({ file: `src/${path.replaceAll("\\", "/")}`, text }));
    });
}
