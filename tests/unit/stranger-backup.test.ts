import { safeParse } from "valibot";
import { expect, it } from "vitest";
import { recordBodies } from "../../src/state/record-bodies";
import type { RunBody } from "../../src/state/run-body";
import { ZipWriter } from "../../workers/archive";
import { CATALOG, FORMAT, openBackup, VERSION } from "../../workers/storage/backup/backup-file";
import { writeExact } from "../../workers/storage/backup/exact-json";
import { hasShortTexts } from "../../workers/storage/short-texts";
import { PLAIN_RUN } from "../fixtures/runs";

async function openedWith(changes: object): Promise<string> {
  const writer = new ZipWriter();
  const whole = { format: FORMAT, version: VERSION, app: "test", madeAt: 1, datasets: [], records: [], settings: {} };
  await writer.deflate(CATALOG, writeExact({ ...whole, ...changes }));
  const opened = await openBackup(writer.finish());
  return opened.ok ? "opened" : String(opened.failure.reason);
}

const record = { id: "a", kind: "client", createdAt: 1, changedAt: 1, removedAt: null, body: {} };

it("takes no moment that cannot be written as a date: every list would fail to show it", async () => {
  expect(await openedWith({ records: [record] })).toBe("opened");
  for (const moment of [1e300, -1e300, 8.64e15 + 1, Number.POSITIVE_INFINITY, Number.NaN]) {
    expect(await openedWith({ madeAt: moment })).toBe("storage/backupDamaged");
    for (const field of ["createdAt", "changedAt", "removedAt"]) {
      expect(await openedWith({ records: [{ ...record, [field]: moment }] })).toBe("storage/backupDamaged");
    }
  }
});

const run: RunBody = { ...PLAIN_RUN, title: "Theirs", input: '{"p":1}' };

it("takes no run whose JSON is none: its settings are read wherever it is listed", async () => {
  const { run: schema } = await recordBodies();
  const fits = (changes: Partial<RunBody>) => safeParse(schema, { ...run, ...changes }).success;
  expect(fits({})).toBe(true);
  expect(fits({ input: null })).toBe(true);
  for (const text of ["", "{", "null", "[]", "7", "undefined"])
    expect([text, fits({ settings: text }), fits({ content: text })]).toEqual([text, false, false]);
  expect(fits({ input: "{" })).toBe(false);
  expect(fits({ startedAt: 1e300 })).toBe(false);
});

it("takes no line that a browser cannot break in time: of 100,000 letters it takes minutes", async () => {
  const long = "W".repeat(100_000);
  const { client } = await recordBodies();
  expect(safeParse(client, { name: "Ada", note: "cautious", portfolios: [] }).success).toBe(true);
  for (const odd of [{ name: long }, { note: long }])
    expect(safeParse(client, { name: "Ada", note: "", portfolios: [], ...odd }).success).toBe(false);
  expect(hasShortTexts([record, run, { ...run, input: JSON.stringify(long), settings: JSON.stringify({ news: long }) }])).toBe(true);
  const figure = { label: "x", value: 1, unit: "" };
  for (const odd of [
    { title: long },
    { app: long },
    { figures: [{ ...figure, label: long }] },
    { figures: [{ ...figure, value: long }] },
  ]) {
    expect(hasShortTexts({ ...run, ...odd })).toBe(false);
  }
});
