import { expect, it } from "vitest";
import { writeReport } from "../../workers/report/jobs/write-report";
import { describeResultJob } from "../../workers/results/jobs/describe-result";
import { readResult } from "../../workers/results/jobs/read-result";
import { resultOf } from "../fixtures/failure-text";
import { testContext } from "../kernels/context";

const BLOCKS = [
  { kind: "heading" as const, level: 2 as const, text: "Fit", note: "of oil" },
  { kind: "figures" as const, figures: [{ label: "AIC", value: "3,214.51", note: "" }] },
  { kind: "text" as const, text: "The variance returns to its mean." },
  { kind: "list" as const, items: ["one", "two"] },
  { kind: "table" as const, label: "Forecast", head: ["Step", "Volatility"], rows: [["1", "0.4"]], note: "1 of 30 rows" },
  { kind: "chart" as const, title: "Volatility", svg: "<svg><path d='M0 0'/></svg>" },
  { kind: "text" as const, text: "After the chart." },
];

const context = await testContext();
const run = { screen: "/garch-model", job: "fit-garch", settings: "{}", content: "{}" };
const about = { app: "1", kernels: "2", now: 5, run, figures: [], value: { aic: 3214.5078125 }, datasets: [] };
const evidence = resultOf(await describeResultJob({ ...about, blocks: BLOCKS }, context));
const content = {
  title: "GARCH of oil",
  computedAt: "2024-01-02 10:00",
  sources: [{ name: "oil.csv", sha256: "ab".repeat(32), rows: 9, size: "9 rows" }],
  settings: [["Distribution", "skewt"]] as [string, string][],
  methods: [{ title: "Log-likelihood", formula: "the sum", facts: [], differs: "", computedBy: null }],
  result: { aic: 3214.5 },
  columns: [],
  appVersion: "1.2.3",
  kernelDigest: "cd".repeat(32),
};
const page = await resultOf(await writeReport({ ...content, blocks: BLOCKS, evidence }, context)).text();

async function alteredIn(html: string): Promise<string[]> {
  return resultOf(await readResult({ file: new Blob([html]) }, context)).altered.map(({ name }) => name);
}

it("a report as saved shows what it states", async () => {
  expect(await alteredIn(page)).toEqual([]);
});

it.each([
  ["title", "<h1>GARCH of oil</h1>", "<h1>GARCH of gold</h1>"],
  ["title of the window", "<title>GARCH of oil", "<title>GARCH of gold"],
  ["date", "2024-01-02 10:00", "2026-01-02 10:00"],
  ["version", "by Prospect 1.2.3", "by Prospect 9.9.9"],
  ["a setting", "<td>skewt</td>", "<td>t</td>"],
  ["data", "oil.csv</th>", "gold.csv</th>"],
  ["rows", "9 rows", "9000 rows"],
  ["a method", "<p>the sum</p>", "<p>audited</p>"],
  ["the JSON", "3214.5\n", "1.5\n"],
  ["a style", "<style>", "<style>dd{display:none}"],
  ["a part before the first", "<h2>Fit", "<p>Approved</p><h2>Fit"],
  ["a part between two", "<ul>", "<p>Approved</p><ul>"],
  ["a part after the last", "<h2>Settings", "<p>Approved</p><h2>Settings"],
  ["a part at the end", "</body>", "<p>Approved</p></body>"],
  ["a part behind the page", "</html>", "</html><p>Approved</p>"],
  ["a part between templates", '<template id="prospect-signature">', '<b>Approved</b><template id="prospect-signature">'],
  ["a script", "</body>", "<script>document.title='x'</script></body>"],
] as const)("%s that was changed by hand is named", async (_, from, to) => {
  expect(page).toContain(from);
  expect(await alteredIn(page.replace(from, to))).toEqual(["A part beside the results"]);
});

it.each([
  ["AIC", "3,214.51", "1.00"],
  ["The variance returns to its mean.", "returns to its mean", "explodes"],
  ["List", "<li>two</li>", "<li>three</li>"],
  ["Forecast: 1", "0.4", "0.1"],
  ["Volatility", "M0 0", "M9 9"],
] as const)("a part of the results is named by its own name: %s", async (name, from, to) => {
  expect(await alteredIn(page.replace(from, to))).toEqual([name]);
});

it("one changed digit is one changed part, even if the same figures, texts and charts are repeated later", async () => {
  const twice = [...BLOCKS, ...BLOCKS.map((block) => (block.kind === "chart" ? { ...block, svg: "<svg><path d='M5 5'/></svg>" } : block))];
  const again = resultOf(await describeResultJob({ ...about, blocks: twice }, context));
  const whole = await resultOf(await writeReport({ ...content, blocks: twice, evidence: again }, context)).text();
  expect(await alteredIn(whole)).toEqual([]);
  const changes: readonly (readonly [from: string, to: string, name: string])[] = [
    ["3,214.51", "3,214.52", "AIC"],
    ["of oil</small>", "of gold</small>", "Fit"],
    ["returns to its mean", "explodes", "The variance returns to its mean."],
    ["0.4</td>", "0.5</td>", "Forecast: 1"],
    ["M0 0", "M9 9", "Volatility"],
  ];
  for (const [from, to, name] of changes) {
    expect(whole.split(from).length).toBeGreaterThan(1);
    expect([from, await alteredIn(whole.replace(from, to))]).toEqual([from, [name]]);
  }
  const [figure] = /<figure.*?<\/figure>/s.exec(whole) ?? [""];
  expect(await alteredIn(whole.replace(figure, ""))).toEqual(["Volatility"]);
});

it("a report of an earlier version says nothing about the rest of its page", async () => {
  const earlier = page.replace(/<template id="prospect-page">[^<]*<\/template>\n/, "");
  expect(earlier.length).toBeLessThan(page.length);
  expect(await alteredIn(earlier)).toEqual([]);
});

it("names that a file cannot hold verbatim are no change", async () => {
  const names = ["half \ud83d of a letter", "a\0b\u0001c\u001f", "\u202eturned", "\r\n\t", "\ufffe\uffff", "</template><script>"];
  const blocks = names.flatMap((text) => [
    { kind: "text" as const, text },
    { kind: "figures" as const, figures: [{ label: text, value: "1", note: text }] },
    { kind: "chart" as const, title: text, svg: "<svg></svg>" },
  ]);
  const told = resultOf(await describeResultJob({ ...about, blocks }, context));
  const written = resultOf(await writeReport({ ...content, title: names.join(" "), blocks, evidence: told }, context));
  expect(await alteredIn(await written.text())).toEqual([]);
});
