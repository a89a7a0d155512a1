import { expect, it } from "vitest";
import type { ReportContent } from "../../../workers/report";
import { writeReport } from "../../../workers/report/jobs/write-report";
import { comparePageJob } from "../../../workers/results/jobs/compare-page";
import { resultOf } from "../../fixtures/failure-text";
import { testContext } from "../context";

const context = testContext();
const CONTENT: ReportContent = {
  title: "Risk of oil 5 min.csv",
  computedAt: "27 Nov 2026, 03:00",
  sources: [{ name: "oil.csv", sha256: "0123abcd", rows: 4, size: "4 rows" }],
  settings: [
    ["Confidence", "0.95"],
    ["Method", "historical"],
    ["Bars", "5 min"],
  ],
  blocks: [
    { kind: "heading", level: 2, text: "Results", note: "" },
    { kind: "text", text: "4 returns, 8 iterations, 1.5 s, 7.9 series per second, decided 2026-11-27T03:00:00.000Z." },
    { kind: "figures", figures: [{ label: "AIC", value: "3,214.51", note: "" }] },
    { kind: "table", label: "Drawdowns", head: ["Start", "Depth"], rows: [["2024-01-02", "5%"]], note: "" },
    { kind: "chart", title: "Prices", svg: '<svg viewBox="0 0 2 2"><path d="M0 0L2 1"/></svg>' },
  ],
  methods: [{ title: "AIC", formula: "2k - 2 log L, 2 s^4", facts: [["n", "4"]], differs: "", computedBy: null }],
  result: { aic: 3214.5078125, at: "2026-11-27T03:00:00.000Z" },
  columns: [{ title: "Prices", columns: [{ name: "Close", values: Float64Array.of(1, 2) }] }],
  appVersion: "0.1.0",
  kernelDigest: "feed",
  evidence: { document: "{}", data: [], left: [] },
};

/** What is found of a report that somebody has changed, beside the screen as it was. */
async function changed(change: (html: string) => string, now: Partial<ReportContent> = {}) {
  const file = new Blob([change(await resultOf(await writeReport(CONTENT, await context)).text())]);
  return resultOf(await comparePageJob({ file, content: { ...CONTENT, ...now } }, await context));
}

it("a page matches its screen, regardless of when and how long it ran", async () => {
  const [heading, , ...rest] = CONTENT.blocks;
  const now: Partial<ReportContent> = {
    computedAt: "1 Jan 2027, 00:00",
    blocks: [
      heading,
      { kind: "text", text: "4 returns, 8 iterations, 2 min 15 ms, 19.9 series per second, decided 2027-01-01T00:00:00.000Z." },
      ...rest,
    ],
    result: { aic: 3214.5078125, at: "2027-01-01T00:00:00.000Z" },
  };
  expect(await changed((html) => html, now)).toEqual({ parts: 24, altered: [], otherVersion: false });
  expect((await changed((html) => html, { ...now, appVersion: "0.2.0" })).otherVersion).toBe(true);
});

it.each([
  ["title", "<h1>Risk of", "<h1>Return of", "Title", "Return of oil 5 min.csv"],
  ["setting that reads like a time", "<td>5 min</td>", "<td>9 min</td>", "Bars", "9 min"],
  ["formula that reads like a time", "2 s^4", "3 s^4", "AIC", "2k - 2 log L, 3 s^4"],
  ["setting", "0.95</td>", "0.99</td>", "Confidence", "0.99"],
  [
    "text",
    "8 iterations",
    "9 iterations",
    "4 returns, 8 iterations, (time), (time), decided (moment).",
    "4 returns, 9 iterations, (time), (time), decided (moment).",
  ],
  ["figure", "3,214.51", "3,214.52", "AIC", "3,214.52"],
  ["row of a table", ">5%<", ">6%<", "Drawdowns: 2024-01-02", "6%"],
  ["drawing", "L2 1", "L2 2", "Prices", "another drawing"],
  ["data", "SHA-256 0123abcd", "SHA-256 4123abcd", "oil.csv", "4 rows, SHA-256 4123abcd"],
  ["value behind the page", "3214.5078125", "3214.6", "Result as JSON: result.aic", "3214.6"],
  ["method", "2k - 2 log L", "3k - 2 log L", "AIC", "3k - 2 log L, 2 s^4"],
  ["text of its own", "<h2>Results</h2>", "<h2>Results</h2><p>Buy</p>", "A part beside the results", "something else"],
  ["style of its own", "</style>", "dd{display:none}</style>", "A part beside the results", "something else"],
])("a changed %s of a page is named, though no signature and no document says so", async (_, from, to, name, shown) => {
  const { altered } = await changed((html) => html.replace(from, to));
  expect(altered).toEqual([{ name, written: expect.any(String), shown: expect.stringContaining(shown) }]);
});
