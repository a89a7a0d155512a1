import { expect, it } from "vitest";
import { ByteWindows } from "../../workers/ingest/formats/byte-windows";

const MB = 1 << 20;

/** A file whose byte at each position is the position modulo 251, which identifies what is read. */
function recorded(byteLength: number) {
  const reads: [number, number][] = [];
  const slice = async (start: number, end = byteLength) => {
    reads.push([start, end]);
    return Uint8Array.from({ length: end - start }, (_, at) => (start + at) % 251).buffer;
  };
  return { reads, file: { byteLength, slice } };
}

it("reads nearby parts together, and returns each part's own bytes", async () => {
  const { reads, file } = recorded(1000);
  const ranges = [300, 0, 100, 120].map((start) => ({ start, end: start + 50 }));
  const windows = new ByteWindows(file, ranges);
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const bytes = await windows.bytes({ start, end });
    expect([...bytes]).toEqual(Array.from({ length: 50 }, (_, at) => (start + at) % 251));
  }
  expect(reads).toEqual([[0, 350]]);
});

it("prefetches two windows, and none alongside a long part", async () => {
  const { reads, file } = recorded(200 * MB);
  const empty = { ...file, slice: (start: number, end: number) => file.slice(start, start).then(() => new ArrayBuffer(end - start)) };
  const ranges = [0, 6, 12, 18, 24, 60, 100].map((at, place) => ({ start: at * MB, end: (at + (place > 3 ? 30 : 6)) * MB }));
  const windows = new ByteWindows(empty, ranges);
  const begun: number[] = [];
  for (const range of ranges) {
    await windows.bytes(range);
    begun.push(reads.length);
  }
  // The last four are too long to be held alongside another.
  expect(begun).toEqual([3, 4, 4, 4, 5, 6, 7]);
});

it("reports an unreadable part when it is requested, not before", async () => {
  const { file } = recorded(100 * MB);
  const failing = { ...file, slice: async (start: number) => (start > 0 ? Promise.reject(new Error("gone")) : new ArrayBuffer(10)) };
  const windows = new ByteWindows(failing, [
    { start: 0, end: 10 },
    { start: 20 * MB, end: 20 * MB + 10 },
  ]);
  expect((await windows.bytes({ start: 0, end: 10 })).length).toBe(10);
  await expect(windows.bytes({ start: 20 * MB, end: 20 * MB + 10 })).rejects.toThrow("gone");
});

it("refuses parts that were not announced", async () => {
  const { file } = recorded(1000);
  await expect(new ByteWindows(file, [{ start: 10, end: 20 }]).bytes({ start: 15, end: 25 })).rejects.toThrow();
  await expect(new ByteWindows(file, []).bytes({ start: 0, end: 1 })).rejects.toThrow();
});
