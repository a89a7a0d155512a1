// Libraries that a stranger's file could hang are changed in a few lines, where they lie in node_modules, once the packages are there.
// A change that no longer fits stops the set-up: then the newer version is read, and the change made anew or dropped.
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * hyparquet 1.31.5 (and 1.33.0) believes the counts in pages: one bit that is flipped makes it fill gigabytes or never end. A page holds no
 * more values than its column, a run none beyond the last value, and a block of differences at least one. `tests/unit/parquet-damaged.test.ts`
 * flips them.
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

/** Changes what is not changed yet; throws where a library's text is not the one that was read. */
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
    // To a file of its own first: packages may be linked into more than one folder.
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  }
}
