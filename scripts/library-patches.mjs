// Patches libraries that a hostile file could hang, in a few lines inside node_modules, after installation. A patch that no longer fits
// stops the set-up: then review the newer version, and renew the patch or drop it.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * hyparquet 1.31.5 (and 1.33.0) trusts the counts in pages: a single flipped bit makes it fill gigabytes or loop forever. With the patches
 * a page has no more values than its column, a run ends at the last value, and a delta block has at least one value.
 * `tests/unit/parquet-damaged.test.ts` flips such bits.
 */
const PATCHES = {
  "hyparquet/src/column.js": [
    [
      "    const header = parquetHeader(reader)\n    if (header.type",
      "    const header = parquetHeader(reader)\n    checkPage(header, columnDecoder.num_values)\n    if (header.type",
    ],
    [
      "export function readPage(",
      `function checkPage({ compressed_page_size: packed, uncompressed_page_size: unpacked, ...header }, most = Infinity) {
  const counts = [packed, unpacked]
  const { data_page_header: first, data_page_header_v2: second, dictionary_page_header: dictionary } = header
  if (first) counts.push(first.num_values)
  if (dictionary) counts.push(dictionary.num_values)
  if (second) {
    const { num_values, num_nulls, num_rows, definition_levels_byte_length, repetition_levels_byte_length } = second
    counts.push(num_values, num_values - num_nulls, num_nulls, num_rows, definition_levels_byte_length, repetition_levels_byte_length)
  }
  const values = (first ?? second)?.num_values ?? 0
  if (values > most || counts.some((count) => !(Number(count) >= 0))) throw new Error('parquet page header has false counts')
}

export function readPage(`,
    ],
  ],
  "hyparquet/src/thrift.js": [
    [
      "  while (true) {\n    // Read groups of 7 low bits",
      "  if (!(reader.offset < reader.view.byteLength)) throw new Error('parquet bytes end early')\n" +
        "  while (true) {\n    // Read groups of 7 low bits",
    ],
  ],
  "hyparquet/src/encoding.js": [
    ["const count = header >>> 1\n", "const count = Math.min(header >>> 1, output.length - seen)\n"],
    ["let count = header >> 1 << 3 ", "let count = Math.min((header >>> 1) * 8, output.length - seen + 7 & ~7) "],
  ],
  "hyparquet/src/delta.js": [
    [
      "const valuesPerMiniblock = blockSize / miniblockPerBlock\n",
      "const valuesPerMiniblock = blockSize / miniblockPerBlock\n" +
        "  if (!(blockSize > 0 && miniblockPerBlock > 0 && miniblockPerBlock <= reader.view.byteLength)) {\n" +
        "    throw new Error('parquet block of differences is empty')\n" +
        "  }\n",
    ],
  ],
};

const modules = join(dirname(fileURLToPath(import.meta.url)), "..", "node_modules");

/** Applies the missing patches; throws if a library's text is not the reviewed one. */
export function patchLibraries() {
  for (const [name, changes] of Object.entries(PATCHES)) {
    const path = join(modules, name);
    const found = readFileSync(path, "utf8");
    let text = found;
    for (const [from, to] of changes) {
      if (text.includes(to)) continue;
      if (!text.includes(from)) throw new Error(`${name} is not the text that is to be changed: see scripts/library-patches.mjs`);
      text = text.replaceAll(from, to);
    }
    if (text === found) continue;
    // Written to a new file first, so that a package hard-linked into other folders is not changed there.
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  }
}
