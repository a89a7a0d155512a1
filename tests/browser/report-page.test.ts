import { expect, it } from "vitest";
import { pageHtml } from "../../workers/report/page";
import type { ReportContent } from "../../workers/report/types";

const LONG = "W".repeat(10_000);
const content: ReportContent = {
  title: `Risk analysis of ${LONG}`,
  computedAt: LONG,
  sources: [{ name: LONG, sha256: "0".repeat(64), rows: 1, size: "1 row" }],
  settings: [[LONG, LONG]],
  blocks: [
    { kind: "heading", level: 2, text: LONG, note: LONG },
    { kind: "heading", level: 3, text: LONG, note: LONG },
    { kind: "text", text: LONG },
    { kind: "list", items: [LONG] },
    { kind: "figures", figures: [{ label: LONG, value: LONG, note: LONG }] },
    { kind: "table", label: LONG, head: [LONG], rows: [[LONG]], note: LONG },
    { kind: "chart", title: LONG, svg: `<svg viewBox="0 0 100 20"><text y="10">${LONG}</text></svg>` },
  ],
  methods: [{ title: LONG, formula: LONG, facts: [[LONG, LONG]], differs: LONG, computedBy: null }],
  result: null,
  columns: [],
  appVersion: "1",
  kernelDigest: LONG,
  evidence: { document: "", data: [], left: [LONG] },
};

it.each([390, 1440])("a report about a name of 10,000 letters is as wide as its window, %s px", async (width) => {
  const frame = document.createElement("iframe");
  frame.style.width = `${width}px`;
  frame.srcdoc = pageHtml(content, JSON.stringify(LONG));
  const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
  document.body.append(frame);
  await loaded;
  const { scrollWidth, clientWidth } = frame.contentDocument!.documentElement;
  frame.remove();
  expect(scrollWidth).toBe(clientWidth);
});
