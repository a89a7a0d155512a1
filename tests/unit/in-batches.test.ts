import { expect, it } from "vitest";
import type { Source } from "../../workers/batch";
import { inBatches } from "../../workers/node/run/in-batches";

/** Series of a long Parquet file, several per row group. */
const parquet = (count: number, perGroup: number): Source[][] =>
  Array.from({ length: count }, (_, k) => {
    const group = Math.floor(k / perGroup);
    return [
      { kind: "parquet", from: "long.parquet", name: `S${k}`, times: "date", columns: ["value"], spans: [{ group, start: 0, end: 1 }] },
    ];
  });
const texts = (count: number): Source[][] => Array.from({ length: count }, (_, k) => [{ kind: "text", from: `${k}.csv` }]);

async function batches(tasks: Source[][], workers: number, isDone = (_: number) => false): Promise<number[][]> {
  const taken: number[][] = [];
  await inBatches({ tasks, workers, isDone, signal: new AbortController().signal }, async (places) => {
    taken.push([...places]);
    return true;
  });
  return taken;
}

it("takes every unfinished task once, in order, in any grouping", async () => {
  for (const tasks of [parquet(1000, 40), parquet(1000, 7), texts(1000), parquet(3, 40), []]) {
    const asked = (place: number) => place % 5 === 2;
    const taken = await batches(tasks, 3, asked);
    expect(taken.flat().sort((a, b) => a - b)).toEqual(tasks.map((_, place) => place).filter((place) => !asked(place)));
  }
});

it("ends a batch with a row group unless it would be twice as long, and spreads the last tasks", async () => {
  const taken = await batches(parquet(4000, 40), 2);
  // The first batches are small until their time is known; so are the last, so that all threads finish together.
  const long = taken.filter((places) => places.length >= 40);
  expect(long.length).toBeGreaterThan(5);
  expect(long.filter((places) => (places[places.length - 1] + 1) % 40 !== 0)).toEqual([]);
  expect(Math.max(...taken.map(({ length }) => length))).toBeLessThanOrEqual(1024);
  expect(taken.at(-1)?.length).toBeLessThan(3);
  expect(Math.max(...(await batches(texts(4000), 2)).map(({ length }) => length))).toBeLessThanOrEqual(512);
});
