import { describe, expect, it } from "vitest";
import type { Formula, MathNode } from "../../workers/formula";
import { writeReport } from "../../workers/report/jobs/write-report";
import type { ReportContent } from "../../workers/report/types";
import { hashColumns } from "../../workers/series/hash";
import { resultOf } from "../fixtures/failure-text";
import { testContext } from "../kernels/context";

const HOSTILE = `<script>alert("x")</script><img src=x onerror='alert(1)'>&amp;`;
const SHOWN = HOSTILE.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const EMPTY: ReportContent = {
  title: "Risk of prices.csv",
  computedAt: "today",
  sources: [{ name: "prices.csv", sha256: "ab".repeat(32), rows: 3, size: "3 rows" }],
  settings: [["Seed", "7"]],
  blocks: [],
  methods: [],
  result: {},
  columns: [],
  appVersion: "1.2.3",
  kernelDigest: "cd".repeat(32),
  evidence: null,
};

async function written(changes: Partial<ReportContent>, checkpoints?: number): Promise<string> {
  const found = resultOf(await writeReport({ ...EMPTY, ...changes }, await testContext(checkpoints)));
  expect(found.type).toBe("text/html");
  return found.text();
}

/** The data at the end of a report, as a program reads it. */
function dataOf(html: string) {
  const text = /<pre id="result">([\s\S]*)<\/pre>/.exec(html)?.[1] ?? "";
  return JSON.parse(text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
}

describe("a report", () => {
  it("shows every text verbatim, wherever it occurs, and runs none of it", async () => {
    const html = await written({
      title: HOSTILE,
      computedAt: HOSTILE,
      sources: [{ name: HOSTILE, sha256: HOSTILE, rows: 1, size: HOSTILE }],
      settings: [[HOSTILE, HOSTILE]],
      blocks: [
        { kind: "heading", level: 2, text: HOSTILE, note: HOSTILE },
        { kind: "text", text: HOSTILE },
        { kind: "list", items: [HOSTILE] },
        { kind: "figures", figures: [{ label: HOSTILE, value: HOSTILE, note: HOSTILE }] },
        { kind: "table", label: HOSTILE, head: [HOSTILE], rows: [[HOSTILE]], note: HOSTILE },
        { kind: "chart", title: HOSTILE, svg: "<svg></svg>" },
      ],
      methods: [
        {
          title: HOSTILE,
          formula: HOSTILE,
          facts: [[HOSTILE, HOSTILE]],
          differs: HOSTILE,
          computedBy: { what: HOSTILE, formula: HOSTILE, source: HOSTILE, tolerance: HOSTILE },
        },
      ],
      result: { [HOSTILE]: HOSTILE },
      columns: [{ title: HOSTILE, columns: [{ name: HOSTILE, values: [HOSTILE] }] }],
      appVersion: HOSTILE,
      kernelDigest: HOSTILE,
    });
    expect(html).not.toMatch(/<(script|img|iframe|link|object|embed|form|base)\b/i);
    // Title twice, moment, app twice, kernels, source with its hash, setting, 12 texts of the blocks, 9 of the method.
    expect(html.split(SHOWN).length - 1).toBeGreaterThanOrEqual(28);
    expect(dataOf(html).result).toEqual({ [HOSTILE]: HOSTILE });
  });

  it("shows a formula as mathematics from known elements only, and where its code is", async () => {
    const hostile = ["script", HOSTILE] as unknown as MathNode;
    const lines: Formula = [[["a / b", ["mfrac", [["mi", "a"], ["mi", HOSTILE], hostile]], hostile], "words", ";"]];
    const computedBy = { what: "w", formula: "a / b", lines, source: "s", tolerance: "t", code: "workers/a.ts, quotient" };
    const html = await written({ methods: [{ title: "Quotient", formula: "a / b", lines, facts: [], differs: "", computedBy }] });
    const shown = `<span class="formula"><math displaystyle="true" alttext="a / b"><mfrac><mi>a</mi><mi>${SHOWN}</mi></mfrac></math> words;</span>`;
    expect(html).toContain(`<h3>Quotient</h3><p>${shown}</p>`);
    expect(html).toContain(`<th scope="row">Formula</th><td>${shown}</td>`);
    expect(html).toContain(`<th scope="row">Code</th><td>workers/a.ts, quotient</td>`);
    expect(html).not.toMatch(/<(script|img)\b/i);
  });

  it("forbids whatever a browser could fetch or run, and names its sources", async () => {
    const html = await written({});
    expect(html).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">`,
    );
    for (const fact of ["ab".repeat(32), "cd".repeat(32), "1.2.3", "prices.csv", "Computed today"]) expect(html).toContain(fact);
    expect(html).toContain(`<th scope="row">Seed</th><td>7</td>`);
  });

  it("lists short columns, and summarizes long ones by count, ends and hash", async () => {
    const long = Float64Array.from({ length: 1001 }, (_, row) => row / 7);
    const days = Float64Array.of(Date.UTC(2020, 0, 2), Number.NaN);
    const html = await written({
      result: { matrix: Float64Array.of(1, Number.NaN), long, nested: [{ wide: true }] },
      columns: [
        {
          title: "Prices",
          columns: [
            { name: "Date", kind: "time", values: days },
            { name: "Regime", values: Float64Array.of(1, 0), words: ["Bull", "Bear"] },
            { name: "Late", values: Float64Array.of(5), start: 3 },
            { name: "Long", values: long },
          ],
        },
      ],
    });
    const summary = { values: 1001, sha256: await hashColumns([long], await testContext()), first: 0, last: 1000 / 7 };
    const data = dataOf(html);
    expect(data.result).toEqual({ matrix: [1, null], long: summary, nested: [{ wide: true }] });
    expect(data.charts).toEqual([
      {
        title: "Prices",
        columns: {
          Date: ["2020-01-02", null],
          Regime: ["Bear", "Bull"],
          Late: { firstRow: 3, values: [5] },
          Long: summary,
        },
      },
    ]);
  });

  it("stops when canceled", async () => {
    const columns = Array.from({ length: 6 }, (_, place) => ({
      title: String(place),
      columns: [{ name: "x", values: Float64Array.of(1) }],
    }));
    await expect(written({ columns }, 4)).rejects.toThrow("canceled");
  });
});
