import { expect, it } from "vitest";
import { readDirectory, ZipWriter } from "../../workers/archive";
import { makeKey } from "../../workers/results/jobs/make-key";
import { readResult } from "../../workers/results/jobs/read-result";
import { writeResult } from "../../workers/results/jobs/write-result";
import { piecesOf } from "../fixtures/archive-entries";
import { resultOf } from "../fixtures/failure-text";
import { ALL } from "../fixtures/in-all";
import { described, reportFile, resultFile } from "../fixtures/result-files";
import { type End, endOf, tryAll } from "../fixtures/trials";
import { testContext } from "../kernels/context";

/** Every how many positions of a file one is tried; all in the long run. */
const STEP = ALL ? 1 : 41;

const context = await testContext();
const { key } = resultOf(await makeKey({ copied: false }));
const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());

/** Accepted content is as written, or its signature does not hold. */
async function opensAs(bytes: Uint8Array<ArrayBuffer>, whole: string): Promise<End> {
  const outcome = await readResult({ file: new Blob([bytes]) }, context);
  if (!outcome.ok) return endOf(outcome);
  const { signature, document, data } = outcome.value;
  return signature.state !== "holds" || JSON.stringify([document, data.map(({ hash }) => hash)]) === whole ? "held" : "lost";
}

const WRITERS = { "result files": () => resultFile(key), reports: () => reportFile(key) };
for (const [what, make] of Object.entries(WRITERS)) {
  it(`${what} truncated and with a flipped bit`, async (test) => {
    const file = await make();
    const whole = await bytesOf(file);
    const { document, data } = resultOf(await readResult({ file }, context));
    const content = JSON.stringify([document, data.map(({ hash }) => hash)]);
    const places = Array.from({ length: Math.ceil(whole.length / STEP) }, (_, place) => place * STEP);
    const cut = places.map((length) => [`cut to ${length}`, whole.slice(0, length)] as const);
    const flipped = places.map((place) => {
      const bytes = whole.slice();
      bytes[place] ^= 1 << (place % 8);
      return [`flipped at ${place}`, bytes] as const;
    });
    await tryAll(test, `${what}, cut short or with a bit flipped`, [...cut, ...flipped], (bytes) => opensAs(bytes, content));
  });
}

/** A result file whose dataset has other content. */
async function withData(write: (writer: ZipWriter, name: string) => Promise<void>): Promise<Blob> {
  const file = await resultFile(key);
  const writer = new ZipWriter();
  for (const [name, entry] of await readDirectory(file)) {
    if (name.endsWith(".parquet")) {
      await write(writer, name);
      continue;
    }
    writer.store(name, await piecesOf(file, entry));
  }
  return writer.finish();
}

it("a dataset that is a decompression bomb is refused before memory is full", async () => {
  const zeros = "\0".repeat(1 << 22);
  const bomb = await withData((writer, name) =>
    writer.deflate(
      name,
      Array.from({ length: 40 }, () => zeros),
    ),
  );
  expect(bomb.size).toBeLessThan(1 << 20);
  const before = process.memoryUsage().rss;
  expect(await readResult({ file: bomb }, context)).toMatchObject({ ok: false, failure: { reason: "results/dataDamaged" } });
  expect(process.memoryUsage().rss - before).toBeLessThan(400 << 20);
});

it("a dataset that is not Parquet, or belongs to another result, is refused", async () => {
  for (const content of ["", "PAR1", "PAR1PAR1", "date,close\n"]) {
    const file = await withData(async (writer, name) => writer.store(name, [new TextEncoder().encode(content)]));
    expect(await readResult({ file }, context)).toMatchObject({ ok: false, failure: { reason: "results/dataDamaged" } });
  }
});

it("a result with the long names of earlier versions opens with shortened ones, like a backup", async () => {
  const one = await described();
  const title = `${"W".repeat(1500)}.csv`;
  const file = resultOf(await writeResult({ ...one, run: { ...one.run, title }, key }, context));
  const { document, signature } = resultOf(await readResult({ file }, context));
  expect([String(document.run.title).length, String(document.run.title).endsWith(".csv")]).toEqual([185, true]);
  expect(signature.state).toBe("holds");
});
