import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "vite";
import { expect, it } from "vitest";

/** A longer file holds more than one idea. */
const MAX_FILE = 300;
/** A function should be readable in one go. */
const MAX_FUNCTION = 80;

/** Exceptions, each with the reason; the list may only shrink, which a test below checks. */
const LONGER: Record<string, string> = {
  "src/tools/garch-model/provenance.ts provenanceOf": "a table: what stands behind each figure",
  "src/tools/lyapunov/provenance.ts provenanceOf": "a table: what stands behind each figure",
  "src/tools/risk-management/provenance.ts provenanceOf": "a table: what stands behind each figure",
  "src/tools/validation/provenance.ts provenanceOf": "a table: what stands behind each figure",
};

interface Node {
  type: string;
  start: number;
  end: number;
  id?: { name?: string };
  key?: { name?: string };
}

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;
const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** The functions of a source text with their numbers of lines, named after what contains them. */
function functionsOf(path: string, code: string): [name: string, lines: number][] {
  const linesIn = (from: number, to: number) => code.slice(from, to).split("\n").length;
  const visit = (value: unknown, holder: string): [string, number][] => {
    if (Array.isArray(value)) return value.flatMap((one) => visit(one, holder));
    if (!isNode(value)) return [];
    const name = value.id?.name ?? value.key?.name ?? holder;
    const own: [string, number][] = FUNCTION.test(value.type) ? [[name, linesIn(value.start, value.end)]] : [];
    return [...own, ...Object.values(value).flatMap((part) => visit(part, name))];
  };
  return visit(parseSync(path, code).program, "");
}

const files = ["src", "workers"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(process.cwd(), join(entry.parentPath, entry.name))),
);

function tooLong(): string[] {
  return files.flatMap((path) => {
    const code = readFileSync(path, "utf8");
    if (code.split("\n").length <= MAX_FUNCTION) return [];
    const long = functionsOf(path, code).filter(([, lines]) => lines > MAX_FUNCTION);
    const names = [...new Set(long.map(([name]) => `${path} ${name}`))];
    return code.trimEnd().split("\n").length > MAX_FILE ? [path, ...names] : names;
  });
}

it("counts the lines of functions in any syntax", () => {
  const code =
    "export const one = () => {\n  return 1;\n};\nclass A {\n  two() {\n    function three() {}\n  }\n}\nmemo(function Four() {\n});";
  expect(functionsOf("a.tsx", code)).toEqual([
    ["one", 3],
    ["two", 3],
    ["three", 1],
    ["Four", 2],
  ]);
});

it(`has no file over ${MAX_FILE} lines and no function over ${MAX_FUNCTION} except those listed, and lists none that is shorter`, () => {
  expect(tooLong().sort()).toEqual(Object.keys(LONGER).sort());
});

it("spreads no object where it is written, which would only put several fields on a line", () => {
  expect(files.filter((path) => /\.\.\.\{/.test(readFileSync(path, "utf8")))).toEqual([]);
});
