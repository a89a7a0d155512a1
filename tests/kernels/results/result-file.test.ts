import { describe, expect, it } from "vitest";
import { readDirectory, ZipWriter } from "../../../workers/archive";
import type { Outcome, Series } from "../../../workers/contract";
import { readSeries } from "../../../workers/ingest";
import { datasetBegin, SIGNATURE_BEGIN } from "../../../workers/report";
import { writeReport } from "../../../workers/report/jobs/write-report";
import { compareResults } from "../../../workers/results/compare";
import type { Described } from "../../../workers/results/describe";
import { compareResult } from "../../../workers/results/jobs/compare-result";
import { describeResultJob } from "../../../workers/results/jobs/describe-result";
import { makeKey } from "../../../workers/results/jobs/make-key";
import { readKey } from "../../../workers/results/jobs/read-key";
import { readResult } from "../../../workers/results/jobs/read-result";
import { signReportJob } from "../../../workers/results/jobs/sign-report";
import { writeResult } from "../../../workers/results/jobs/write-result";
import type { OpenResult } from "../../../workers/results/result-file";
import { OutOfMemory } from "../../../workers/runtime/wasm/arena";
import { piecesOf } from "../../fixtures/archive-entries";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

const context = await testContext();

const reasonOf = (outcome: Outcome<unknown>): string => (outcome.ok ? "read" : outcome.failure.reason);

const CSV = `date,open.adj,close,Date\n${Array.from({ length: 40 }, (_, i) => {
  const day = new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10);
  return `${day},${i === 7 ? "" : 100 + i / 3},${100 * 1.01 ** i},${i === 3 ? "-0" : i}`;
}).join("\n")}\n`;

async function seriesOf(text: string, name = "prices.csv"): Promise<Series> {
  return resultOf(await readSeries({ source: text, name, origin: "file" }, context));
}

const series = seriesOf(CSV);

/** A result with what JSON has no text for, and a column too long to be listed. */
const VALUE = {
  fit: { aic: 3214.5078125, bic: Number.NaN, ratio: -0, halfLife: Number.POSITIVE_INFINITY, names: ["a", "b"], none: null },
  path: Float64Array.from([0.1, 0.2, Number.NaN]),
  volatility: Float64Array.from({ length: 5000 }, (_, i) => Math.sin(i)),
  elapsed: 12.5,
};
const FIGURES = [
  { label: "AIC", value: 3214.5078125, unit: "" },
  { label: "Half-life", value: "∞", unit: "steps" },
];

async function described(): Promise<Described> {
  const run = { screen: "/garch-model", job: "fit-garch", settings: "{}", title: "<b>GARCH</b>" };
  return { app: "1", kernels: "2", now: 5, run, figures: FIGURES, value: VALUE, datasets: [await series] };
}
const keyOf = async () => resultOf(await makeKey({ copied: false })).key;
const fileOf = async (signed: boolean) =>
  resultOf(await writeResult({ ...(await described()), key: signed ? await keyOf() : null }, context));
const opened = async (file: Blob): Promise<OpenResult> => resultOf(await readResult({ file }, context));

/** The archive with the text of one entry changed. */
async function changed(file: Blob, name: string, change: (text: string) => string): Promise<Blob> {
  const writer = new ZipWriter();
  for (const [entry, where] of await readDirectory(file)) {
    const bytes = new Uint8Array(await new Blob(await piecesOf(file, where)).arrayBuffer());
    writer.store(entry, [entry === name ? new TextEncoder().encode(change(new TextDecoder().decode(bytes))) : bytes]);
  }
  return writer.finish();
}

describe("a result file", () => {
  it("restores its dataset to the bit, with names, and its signature is valid", async () => {
    const { datasets } = await described();
    const { data, signature, document, altered } = await opened(await fileOf(true));
    expect(signature.state).toBe("holds");
    expect(altered).toEqual([]);
    const preview = data[0].preview;
    expect(data[0]).toEqual({ ...datasets[0], preview });
    // The first rows, made of the numbers.
    expect(preview.split("\n").slice(0, 3)).toEqual([
      "Date,open.adj,close,Date",
      "2024-01-01,100,100,0",
      "2024-01-02,100.33333333333333,101,1",
    ]);
    expect(Object.is(data[0].columns[2].values[3], -0)).toBe(true);
    expect(document.figures.map(({ path }) => path)).toEqual(["fit.aic", null]);
  });

  it("contains no text from outside its columns, and shows none inserted by others", async () => {
    const text = `Account of Ada,,\ndate,close,client\n${Array.from({ length: 30 }, (_, i) => `2024-01-${String(i + 1).padStart(2, "0")},${i === 4 ? "secret cell" : 100 + i},Bob`).join("\n")}\n`;
    const told = await seriesOf(text, "told.csv");
    expect(JSON.stringify([told.preview, told.quality])).toMatch(/Ada.*secret cell/s);
    const file = resultOf(await writeResult({ ...(await described()), datasets: [told], key: null }, context));
    const entry = (await readDirectory(file)).get("prospect-result.json");
    const written = await new Blob(entry ? await piecesOf(file, entry) : []).text();
    expect(written).toContain("2024-01-02,101");
    expect(written).not.toMatch(/Ada|Bob|secret/);
    const forged = await changed(file, "prospect-result.json", (json) => json.replace("2024-01-02,101", "2024-01-02,999"));
    expect((await opened(forged)).data[0].preview).toContain("2024-01-02,101");
  });

  it("is recognized by its first bytes", async () => {
    const head = new Uint8Array(await (await fileOf(false)).slice(0, 50).arrayBuffer());
    expect(String.fromCharCode(...head.slice(30))).toBe("prospect-result.json");
  });

  it("keeps a series without dates, and one with fractional milliseconds", async () => {
    const plain = await seriesOf("1\n2\n3.5\n4\n", "list");
    const odd = await seriesOf(CSV);
    const times = odd.times!.map((time) => time + 0.25);
    const { hashColumns } = await import("../../../workers/series");
    const hash = await hashColumns([times, ...odd.columns.map(({ values }) => values)], context);
    const datasets = [plain, { ...odd, times, hash }];
    const file = resultOf(await writeResult({ ...(await described()), datasets, key: null }, context));
    expect((await opened(file)).data.map((series) => series.hash)).toEqual([plain.hash, hash]);
  });

  it("is not reported as damaged when memory is full", async () => {
    const file = await fileOf(false);
    const full = await testContext();
    full.arena.takeBytes = (bytes) => {
      throw new OutOfMemory(bytes);
    };
    await expect(readResult({ file }, full)).rejects.toThrow(OutOfMemory);
    expect((await opened(file)).data).toHaveLength(1);
  });

  it("states that it is unsigned, or which key signed it", async () => {
    const key = await keyOf();
    expect((await opened(await fileOf(false))).signature).toEqual({ state: "none" });
    const file = resultOf(await writeResult({ ...(await described()), key }, context));
    expect((await opened(file)).signature).toEqual({
      state: "holds",
      algorithm: key.algorithm,
      publicKey: key.publicKey,
      fingerprint: key.fingerprint,
    });
  });

  it("a changed digit invalidates the signature, and is named", async () => {
    const forged = await changed(await fileOf(true), "prospect-result.json", (text) => text.replaceAll("3214.5078125", "3214.5078124"));
    const { document, signature } = await opened(forged);
    expect(signature.state).toBe("broken");
    const compared = resultOf(
      await compareResult({ kept: document.result, figures: document.figures, value: VALUE, exact: true }, context),
    );
    expect(compared.others).toEqual([
      { path: "fit.aic", kept: 3214.5078124, now: 3214.5078125, verdict: "differs", difference: expect.closeTo(3.1e-11, 12) },
    ]);
    expect(compared.figures[0]).toMatchObject({ label: "AIC", verdict: "differs", now: 3214.5078125 });
    expect(compared.figures[1]).toMatchObject({ label: "Half-life", verdict: null });
  });

  it("a recomputed result has the same values, except wall-clock fields", async () => {
    const { document } = await opened(await fileOf(false));
    const again = { ...VALUE, elapsed: 99, volatility: VALUE.volatility.slice() };
    const compared = resultOf(
      await compareResult({ kept: document.result, figures: document.figures, value: again, exact: true }, context),
    );
    expect(compared).toMatchObject({ othersCount: 0, same: compared.values });
    again.volatility[4000] += 1e-16;
    again.volatility[4000] = -again.volatility[4000];
    const other = resultOf(await compareResult({ kept: document.result, figures: [], value: again, exact: true }, context));
    expect(other.others.map(({ path }) => path)).toEqual(["volatility.$digest"]);
  });

  it("changed numbers of a dataset are refused, even with a matching archive checksum", async () => {
    const file = await fileOf(true);
    const { hash, name } = (await described()).datasets[0];
    const other = resultOf(
      await writeResult({ ...(await described()), datasets: [await seriesOf(CSV.replace("100,0", "101,0"))], key: null }, context),
    );
    const foreign = (await opened(other)).data[0].hash;
    const entries = await readDirectory(other);
    const pieces = await piecesOf(other, entries.get(`data/${foreign}.parquet`)!);
    const writer = new ZipWriter();
    for (const [entry, where] of await readDirectory(file))
      writer.store(entry, entry.endsWith(".parquet") ? pieces : await piecesOf(file, where));
    const outcome = await readResult({ file: writer.finish() }, context);
    expect(outcome).toMatchObject({ ok: false, failure: { reason: "results/dataDamaged", params: { name } } });
    expect(hash).not.toBe(foreign);
  });

  it.each([
    ["of a newer version", (text: string) => text.replace('"version":1', '"version":2'), "results/newer"],
    ["of another format", (text: string) => text.replace("prospect-result", "prospect-other"), "results/foreign"],
    ["without figures", (text: string) => text.replace('"figures"', '"digits"'), "results/damaged"],
    ["whose data lie elsewhere", (text: string) => text.replace("data/", "../data/"), "results/damaged"],
    ["with more rows than there are", (text: string) => text.replace('"length":40', '"length":4000000000'), "results/dataDamaged"],
    ["cut off", (text: string) => text.slice(0, -10), "results/damaged"],
    ["deep", () => `{"format":"prospect-result","version":1,"result":${"[".repeat(600)}${"]".repeat(600)}}`, "results/damaged"],
  ])("a document %s has clear words", async (_, change, reason) => {
    expect(reasonOf(await readResult({ file: await changed(await fileOf(false), "prospect-result.json", change) }, context))).toBe(reason);
  });

  it("an invalid or different archive has a clear message", async () => {
    expect(reasonOf(await readResult({ file: new Blob(["PK\x03\x04"]) }, context))).toBe("results/damaged");
    expect(reasonOf(await readResult({ file: new Blob([]) }, context))).toBe("results/foreign");
    const writer = new ZipWriter();
    await writer.deflate("backup.json", "{}");
    expect(reasonOf(await readResult({ file: writer.finish() }, context))).toBe("results/foreign");
  });
});

describe("a key", () => {
  it("cannot be extracted, and is restored from its copy as the same key", async () => {
    const { key, copy } = resultOf(await makeKey({ copied: true }));
    await expect(crypto.subtle.exportKey("pkcs8", key.privateKey)).rejects.toThrow();
    const again = resultOf(await readKey({ file: new Blob([copy!]) }));
    expect(again.fingerprint).toBe(key.fingerprint);
    await expect(crypto.subtle.exportKey("pkcs8", again.privateKey)).rejects.toThrow();
    const file = resultOf(await writeResult({ ...(await described()), key: again }, context));
    expect((await opened(file)).signature).toMatchObject({ state: "holds", fingerprint: key.fingerprint });
  });

  it("makes a copy only on request, and a forged copy is refused", async () => {
    expect(resultOf(await makeKey({ copied: false })).copy).toBeNull();
    const one = JSON.parse(resultOf(await makeKey({ copied: true })).copy!);
    const other = JSON.parse(resultOf(await makeKey({ copied: true })).copy!);
    const mixed = JSON.stringify({ ...one, publicKey: other.publicKey });
    expect(reasonOf(await readKey({ file: new Blob([mixed]) }))).toBe("results/keyForeign");
    expect(reasonOf(await readKey({ file: new Blob(["{}"]) }))).toBe("results/keyForeign");
  });
});

describe("a signed report", () => {
  const BLOCKS = [
    { kind: "heading", level: 2, text: "Fit", note: "" },
    {
      kind: "figures",
      figures: [
        { label: "AIC", value: "3,214.51", note: "n = 40" },
        { label: "BIC", value: "3,220.00", note: "" },
      ],
    },
    {
      kind: "table",
      label: "Parameters",
      head: ["Name", "Value"],
      rows: [
        ["ω & co", "0.01"],
        ["α", "0.08"],
      ],
      note: "",
    },
    { kind: "chart", title: "Volatility", svg: "<svg><text>1.5</text></svg>" },
    { kind: "text", text: "Persistence is <high>." },
  ] as const;

  async function report(): Promise<string> {
    const blocks = structuredClone(BLOCKS) as never;
    const evidence = resultOf(await describeResultJob({ ...(await described()), blocks }, context));
    const about = { title: "T", computedAt: "now", sources: [], settings: [], methods: [], result: {}, columns: [] };
    const page = resultOf(await writeReport({ ...about, blocks, appVersion: "1", kernelDigest: "2", evidence }, context));
    return resultOf(await signReportJob({ file: page, key: await keyOf() })).text();
  }
  const read = async (html: string) => opened(new Blob([html]));

  it("is valid, shows its data, and runs nothing", async () => {
    const html = await report();
    expect(html).not.toMatch(/<script/i);
    const { signature, altered, document, kind } = await read(html);
    expect({ kind, state: signature.state, altered }).toEqual({ kind: "report", state: "holds", altered: [] });
    expect(document.run.title).toBe("<b>GARCH</b>");
  });

  it("contains the numbers of its datasets, and names a changed one", async () => {
    const html = await report();
    const { data, document } = await read(html);
    expect(data.map(({ hash }) => hash)).toEqual(document.datasets.map(({ hash }) => hash));
    expect(data[0].columns.map(({ values }) => [...values])).toEqual(
      (await described()).datasets[0].columns.map(({ values }) => [...values]),
    );
    expect(html).toContain("The data is in this file");
    const [begin] = datasetBegin(document.datasets[0].block, 0).split('"0"');
    const at = html.indexOf(">", html.indexOf(begin)) + 40;
    for (const sign of [html[at] === "A" ? "B" : "A", "*"]) {
      const changed = await readResult({ file: new Blob([html.slice(0, at) + sign + html.slice(at + 1)]) }, context);
      expect(changed).toMatchObject({ ok: false, failure: { reason: "results/dataDamaged" } });
    }
  });

  it("omits a dataset that is too large, and says so", async () => {
    const content = await described();
    const [series] = content.datasets;
    const length = 600_000;
    const values = Float64Array.from({ length }, (_, row) => Math.sin(row) * 1e6);
    const long = { ...series, name: "ticks <1>.csv", length, times: null, columns: [{ ...series.columns[0], values }] };
    const evidence = resultOf(await describeResultJob({ ...content, datasets: [series, long], blocks: [] }, context));
    expect(evidence.data.length).toBe(1);
    expect(evidence.left).toEqual(["ticks <1>.csv"]);
    const about = { title: "T", computedAt: "now", sources: [], settings: [], methods: [], result: {}, columns: [], blocks: [] };
    const page = resultOf(await writeReport({ ...about, appVersion: "1", kernelDigest: "2", evidence }, context));
    expect(await page.text()).toContain("needed to recompute the result: ticks &#60;1&#62;.csv.");
  });

  it.each([
    ["a figure", "3,214.51", "3,214.50", { name: "AIC", written: "3,214.51 n = 40", shown: "3,214.50 n = 40" }],
    ["a cell", "0.08</td>", "0.09</td>", { name: "Parameters: α", written: "0.08", shown: expect.stringContaining("0.09") }],
    ["a drawing", "1.5</text>", "2.5</text>", { name: "Volatility", written: "the drawing", shown: "another drawing" }],
    ["a sentence", "Persistence is", "Persistence was", { name: "Persistence is <high>." }],
  ])("%s changed on the page is named, and nothing else", async (_, before, after, told) => {
    const html = await report();
    const { signature, altered } = await read(html.replace(before, after));
    expect(signature.state).toBe("broken");
    expect(altered).toEqual([expect.objectContaining(told)]);
  });

  it("a change anywhere else invalidates the signature, and a removed signature is reported", async () => {
    const html = await report();
    expect((await read(html.replace("<h2>Settings", "<h2>settings"))).signature.state).toBe("broken");
    const from = html.indexOf(SIGNATURE_BEGIN) + SIGNATURE_BEGIN.length;
    const to = html.indexOf("</template>", from);
    expect((await read(html.slice(0, from) + html.slice(to))).signature.state).toBe("none");
    expect((await read(`${html.slice(0, from)}{}${html.slice(to)}`)).signature.state).toBe("unreadable");
  });
});

it("values of another version are equal within a relative tolerance, or differ", () => {
  const kept = { a: 1, b: 2, c: 0, d: "x", e: 5 };
  const now = { a: 1, b: 2 * (1 + 1e-9), c: -0, d: "y" };
  const { others } = compareResults(kept, now, [], false);
  expect(others.map(({ path, verdict }) => [path, verdict])).toEqual([
    ["b", "within"],
    ["c", "within"],
    ["d", "differs"],
    ["e", "differs"],
  ]);
  expect(compareResults(kept, now, [], true).others[0].verdict).toBe("differs");
});
