import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, it } from "vitest";
import { UnreadableFile } from "../../workers/archive";
import { parquetSources, UnusableFile } from "../../workers/batch";
import { ParquetFile } from "../../workers/ingest";
import { testContext } from "../kernels/context";

const ROWS = 60;
const whole = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: "symbol", data: Array.from({ length: ROWS }, (_, row) => (row < 30 ? "A" : "B")), type: "STRING" },
      { name: "value", data: Array.from({ length: ROWS }, (_, row) => row / 4), type: "DOUBLE" },
    ],
  }),
);
const footer = whole.length - 8 - new DataView(whole.buffer).getUint32(whole.length - 8, true);

/** Why a file has no series; "" if it has some. */
async function refusalOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const slice = async (start: number, end?: number) => bytes.slice(start, end).buffer;
  const opening = ParquetFile.open({ byteLength: bytes.length, slice }, await testContext());
  try {
    await parquetSources(opening, "a.parquet", null);
    return "";
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    return error.message;
  }
}

const DAMAGED = "a.parquet: The Parquet file is damaged or truncated: its content does not match its header";
/** What a file with another footer may truly lack. */
const LACKS = /^a\.parquet has no numeric column\.$|^The rows of \S+ are not contiguous in a\.parquet: sort it by \S+, then by date\.$/;

it("damaged footers and files cut short are refused in the product's words, not in those of the library", async () => {
  const damage: Uint8Array<ArrayBuffer>[] = [new Uint8Array(20), whole.slice(0, 40), whole.slice(0, -1), whole.slice(4)];
  for (let at = footer; at < whole.length; at++) {
    for (const value of [0, 0xff, whole[at] ^ 4]) damage.push(whole.with(at, value) as Uint8Array<ArrayBuffer>);
  }
  const said = await Promise.all(damage.map(refusalOf));
  expect(said.filter((words) => words === DAMAGED).length).toBeGreaterThan(100);
  expect(new Set(said.filter((words) => words !== "" && words !== DAMAGED && !LACKS.test(words)))).toEqual(new Set());
});

it("a file that cannot be read is not called damaged", async () => {
  const refused = Promise.reject(new UnreadableFile());
  await expect(parquetSources(refused, "a.parquet", null)).rejects.toThrow(new UnusableFile("a.parquet: Failed to read file"));
});

it("two columns of one name are said, as both would be read as the first", async () => {
  const close = { name: "Close", type: "DOUBLE" as const };
  const columnData = [
    { ...close, data: [1, 2, 3] },
    { ...close, data: [4, 5, 6] },
  ];
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData }));
  expect(await refusalOf(bytes)).toBe("a.parquet: Two columns are named Close: give each a unique name");
});
