import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { blobOf } from "../../workers/node/data/read-source";
import { resultOf } from "../fixtures/failure-text";

it("a file larger than Node reads at once is opened to be read in pieces", async () => {
  const folder = await mkdtemp(join(tmpdir(), "prospect-large-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const from = join(folder, "large.csv");
  const size = 2 ** 31 + 5;
  // Sparse: it takes no room.
  const file = await open(from, "w");
  await file.write("Date,Close\n");
  await file.truncate(size);
  await file.write("last\n", size - 5);
  await file.close();
  const blob = resultOf(await blobOf({ kind: "text", from }));
  expect(blob.size).toBe(size);
  expect([await blob.slice(0, 11).text(), await blob.slice(size - 5).text()]).toEqual(["Date,Close\n", "last\n"]);
});
