import { expect, it } from "vitest";
import { cdp } from "vitest/browser";
import { byteChunks } from "../../workers/ingest/text-source";
import type { JobContext } from "../../workers/runtime/job";

const TEXTS = 20;
const BYTES = 8 << 20;

/** Everything that reading a text needs of its context. */
const context = { checkpoint: () => undefined, progress: () => undefined } as unknown as JobContext;

/** Number of bytes of a text, read in pieces. The caller holds no reference to the reading itself, as a page holds none to a thread's. */
async function count(blob: Blob): Promise<number> {
  let bytes = 0;
  for await (const piece of byteChunks({ blob, encoding: "utf-8", mark: 0, bytes: new Uint8Array(), head: "" }, context, "test"))
    bytes += piece.length;
  return bytes;
}

it("reads a text to its end under continuous garbage collection", async () => {
  const session = cdp() as unknown as { send: (method: string) => Promise<unknown> };
  let reading = true;
  const collecting = (async () => {
    while (reading) await session.send("HeapProfiler.collectGarbage");
  })();
  const counts: (number | string)[] = [];
  for (let text = 0; text < TEXTS && !counts.includes("stalled"); text++) {
    const stalled = new Promise<string>((resolve) => setTimeout(resolve, 5000, "stalled"));
    counts.push(await Promise.race([count(new Blob([new Uint8Array(BYTES)])), stalled]));
  }
  reading = false;
  await collecting;
  expect(counts).toEqual(new Array(TEXTS).fill(BYTES));
});
