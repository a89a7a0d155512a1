// Generates from every declaration in assembly/layouts/ what both sides import: assembly/build/layouts/<domain>.ts for AssemblyScript and
// assembly/build/<domain>-layouts.{js,d.ts} for TypeScript.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const assembly = join(dirname(fileURLToPath(import.meta.url)), "..", "assembly");
const declared = join(assembly, "layouts");
const build = join(assembly, "build");
const WORDS = "declare.mjs";

/** Size of a field in bytes, and the DataView method that writes it. */
const TYPES = {
  f64: { bytes: 8, set: "setFloat64", page: "number" },
  i32: { bytes: 4, set: "setInt32", page: "number" },
  usize: { bytes: 4, set: "setUint32", page: "number" },
  bool: { bytes: 1, set: "setUint8", page: "boolean" },
};

const capital = (name) => name[0].toUpperCase() + name.slice(1);
const comment = (text, indent = "") => `${indent}/** ${text} */\n`;
const aligned = (offset, bytes) => Math.ceil(offset / bytes) * bytes;

/** Offsets of a block's fields, as the compiler lays out a class without a header: each at the next multiple of its size. */
function placed(fields) {
  let end = 0;
  const places = Object.entries(fields).map(([name, { type, text }]) => {
    const { bytes } = TYPES[type];
    const offset = aligned(end, bytes);
    end = offset + bytes;
    return { name, type, text, offset };
  });
  return { places, bytes: aligned(end, 8) };
}

/** The kernels' side of a block: a class without a header. */
function blockClass(name, { text, fields }) {
  const members = Object.entries(fields).map(([field, { type, text }]) => `${comment(text, "  ")}  ${field}: ${type};\n`);
  return `${comment(text)}@unmanaged\nexport class ${capital(name)}Block {\n${members.join("")}}\n`;
}

/** The page's side of a block: an interface with its fields, and the function that writes them. */
function blockTypes(name, { text, fields }) {
  const type = `${capital(name)}Block`;
  const members = Object.entries(fields).map(([field, { type, text }]) => `${comment(text, "  ")}  ${field}: ${TYPES[type].page};\n`);
  const layout = `{ readonly bytes: number; write(memory: DataView, block: ${type}): void }`;
  return `${comment(text)}export interface ${type} {\n${members.join("")}}\nexport declare const ${name}Block: ${layout};\n`;
}

function blockValue(name, { fields }) {
  const { places, bytes } = placed(fields);
  const writes = places.map(({ name, type, offset }) => `    memory.${TYPES[type].set}(${offset}, block.${name}, true);\n`);
  return `export const ${name}Block = {\n  bytes: ${bytes},\n  write(memory, block) {\n${writes.join("")}  },\n};\n`;
}

/** Leaves an unchanged file alone, as its importers would otherwise be recompiled. */
function write(path, text) {
  let old;
  try {
    old = readFileSync(path, "utf8");
  } catch {
    // It does not exist yet.
  }
  if (old !== text) writeFileSync(path, text);
}

/** Updates all generated files. */
export async function writeLayouts() {
  mkdirSync(join(build, "layouts"), { recursive: true });
  for (const file of readdirSync(declared)) {
    if (file === WORDS) continue;
    const path = join(declared, file);
    // The query avoids the import cache: in watch mode the file is imported after every edit.
    const layouts = Object.entries(await import(`${pathToFileURL(path).href}?${statSync(path).mtimeMs}`));
    const domain = file.replace(".mjs", "");
    const head = `// Made of assembly/layouts/${file}: change it there.\n`;
    const all = (make) => [head, ...layouts.map(([name, layout]) => make(name, layout))].join("\n");
    write(join(build, "layouts", `${domain}.ts`), all(blockClass));
    write(join(build, `${domain}-layouts.js`), all(blockValue));
    write(join(build, `${domain}-layouts.d.ts`), all(blockTypes));
  }
}
