import { safeParse } from "valibot";
import { expect, it } from "vitest";
import { recordBodies } from "../../src/state/record-bodies";
import type { RunBody } from "../../src/state/run-body";
import { ZipWriter } from "../../workers/archive";
import { CATALOG, FORMAT, openBackup, VERSION } from "../../workers/storage/backup/backup-file";
import { writeExact } from "../../workers/storage/backup/exact-json";
import { hasShortTexts } from "../../workers/storage/short-texts";
import { resultOf } from "../fixtures/failure-text";
import { PLAIN_RUN } from "../fixtures/runs";

async function opening(changes: object) {
  const writer = new ZipWriter();
  const whole = { format: FORMAT, version: VERSION, app: "test", madeAt: 1, datasets: [], records: [], settings: {} };
  await writer.deflate(CATALOG, writeExact({ ...whole, ...changes }));
  return openBackup(writer.finish());
}

async function openedWith(changes: object): Promise<string> {
  const opened = await opening(changes);
  return opened.ok ? "opened" : String(opened.failure.reason);
}

it("refuses an archive with two catalogs, even if their names differ only in case: a reader must not have to guess", async () => {
  const whole = { format: FORMAT, version: VERSION, app: "test", madeAt: 1, datasets: [], records: [], settings: {} };
  for (const [again, reason] of [
    ["notes.txt", null],
    [CATALOG, "storage/backupNoArchive"],
    [CATALOG.toUpperCase(), "storage/backupNoArchive"],
  ] as const) {
    const writer = new ZipWriter();
    await writer.deflate(CATALOG, writeExact(whole));
    await writer.deflate(again, writeExact({ ...whole, app: "other" }));
    const opened = await openBackup(writer.finish());
    expect([again, opened.ok ? null : opened.failure.reason]).toEqual([again, reason]);
  }
});

const record = { id: "a", kind: "client", createdAt: 1, changedAt: 1, removedAt: null, body: {} };

it("refuses a time that cannot be written as a date: every list would fail to show it", async () => {
  expect(await openedWith({ records: [record] })).toBe("opened");
  for (const moment of [1e300, -1e300, 8.64e15 + 1, Number.POSITIVE_INFINITY, Number.NaN]) {
    expect(await openedWith({ madeAt: moment })).toBe("storage/backupDamaged");
    for (const field of ["createdAt", "changedAt", "removedAt"]) {
      expect(await openedWith({ records: [{ ...record, [field]: moment }] })).toBe("storage/backupDamaged");
    }
  }
});

const run: RunBody = { ...PLAIN_RUN, title: "Theirs", input: '{"p":1}' };

it("refuses a run with invalid JSON: its settings are read wherever it is listed", async () => {
  const { run: schema } = await recordBodies();
  const fits = (changes: Partial<RunBody>) => safeParse(schema, { ...run, ...changes }).success;
  expect(fits({})).toBe(true);
  expect(fits({ input: null })).toBe(true);
  for (const text of ["", "{", "null", "[]", "7", "undefined"])
    expect([text, fits({ settings: text }), fits({ content: text })]).toEqual([text, false, false]);
  expect(fits({ input: "{" })).toBe(false);
  expect(fits({ startedAt: 1e300 })).toBe(false);
});

it("refuses a line too long for a browser to wrap: 100,000 letters take minutes", async () => {
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

it("names beyond the current limit are shortened distinctly, and items are still found by them", async () => {
  const [one, other] = ["W", "V"].map((letter) => letter.repeat(100_000));
  const titled = (id: string, title: string) => ({ ...record, id, kind: "run", body: { ...run, title, content: JSON.stringify(one) } });
  const { catalog, shortened } = resultOf(
    await opening({ records: [titled("a", one), titled("b", other), titled("c", one), titled("d", "Mine")] }),
  );
  const titles = catalog.records.map(({ body }) => (body as RunBody).title);
  expect(shortened).toBe(3);
  expect(titles[0]).toBe(titles[2]);
  expect(new Set(titles).size).toBe(3);
  expect(titles[0]).toMatch(/^W{90}… 1 …W{90}$/);
  expect(titles[3]).toBe("Mine");
  expect(catalog.records.map(({ id, body }) => [id, (body as RunBody).content.length])).toEqual(
    ["a", "b", "c", "d"].map((id) => [id, 100_002]),
  );
  expect(await openedWith({ records: [{ ...record, id: one }] })).toBe("storage/backupDamaged");
});

it("no name changes the direction of text after it; notes, inputs and hashes are unchanged", async () => {
  const turned = "gpj.\u202eatad";
  const client = { name: turned, note: turned, portfolios: [{ id: "p", name: turned, holdings: [], cash: 0 }] };
  const opened = resultOf(await opening({ app: turned, records: [{ ...record, id: turned, body: client }] }));
  const { app, records } = opened.catalog;
  const safe = "gpj.[U+202E]atad";
  expect([app, opened.shortened]).toEqual([safe, 0]);
  expect(records[0]).toMatchObject({ id: turned, body: { name: safe, note: turned, portfolios: [{ id: "p", name: safe }] } });
});

/** An unpaired surrogate is replaced when encoded. */
const isWhole = (text: string): boolean => new TextDecoder().decode(new TextEncoder().encode(text)) === text;

it("no name is cut within a surrogate pair", async () => {
  const opened = await opening({ app: "\ud83d\udcc8".repeat(50_000) });
  expect(opened.ok && isWhole(opened.value.catalog.app)).toBe(true);
  const odd = await opening({ app: `x${"\ud83d\udcc8".repeat(50_000)}y` });
  expect(odd.ok && isWhole(odd.value.catalog.app)).toBe(true);
});
