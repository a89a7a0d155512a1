// Extracts "How it is computed" from the docstrings: every function with an @formula tag gives one entry.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
/** Where numbers are computed; everything else only shows them. */
const FOLDERS = ["assembly/kernels", "assembly/lib", "workers"];
const DOCUMENTED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:@inline\s+)?export (?:async )?(?:function\*?|const) (\w+)/g;
const TAGS = ["formula", "source", "tolerance"];

function* sources(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (path.endsWith(".ts")) yield path;
  }
}

/** The text of a docstring without its stars, split into the text before the first tag and one part per tag. */
function parts(comment) {
  const text = comment
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join("\n");
  const [head, ...rest] = text.split(/^@/m);
  const tags = Object.fromEntries(
    rest.map((part) => [
      part.match(/^\w*/)[0],
      part
        .replace(/^\w*\s*/, "")
        .replace(/\s+/g, " ")
        .trim(),
    ]),
  );
  return {
    head: head
      .trim()
      .split(/\n\s*\n/)[0]
      .replace(/\s+/g, " "),
    tags,
  };
}

/**
 * Function name → its term, if it is a standard one, description, formula, source, what it was checked against, and its file.
 * @returns {Record<string, { term?: string; what: string; formula: string; source: string; tolerance: string; file: string }>}
 */
export function collectMethods() {
  /** @type {Record<string, { term?: string; what: string; formula: string; source: string; tolerance: string; file: string }>} */
  const methods = {};
  for (const path of FOLDERS.flatMap((folder) => [...sources(folder)])) {
    for (const [, comment, name] of readFileSync(join(root, path), "utf8").matchAll(DOCUMENTED)) {
      const { head, tags } = parts(comment);
      if (!("formula" in tags)) continue;
      const file = relative(".", path).replaceAll("\\", "/");
      if (methods[name]) throw new Error(`${file} and ${methods[name].file} both say how "${name}" is computed`);
      const missing = TAGS.filter((tag) => !tags[tag]);
      if (missing.length > 0) throw new Error(`${file}: "${name}" has a formula but no ${missing.join(" and no ")}`);
      methods[name] = { term: tags.term, what: head, formula: tags.formula, source: tags.source, tolerance: tags.tolerance, file };
    }
  }
  return methods;
}
