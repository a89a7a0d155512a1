import { expect, it } from "vitest";
import { render } from "vitest-browser-react";
import { printedAs } from "../../src/analysis/programs/printed-as.tsx";
import { programColumn } from "../../src/analysis/programs/program-column";
import type { ByProgram } from "../../src/analysis/programs/use-by-program";
import { readPage } from "../../src/analysis/report/read-page";
import { Button } from "../../src/ui/button.tsx";
import { DataTable } from "../../src/ui/data-table.tsx";
import { Panel } from "../../src/ui/panel.tsx";
import { Stat, StatStrip } from "../../src/ui/stat.tsx";

it("a panel's heading is followed by its note, and its words are not repeated", async () => {
  const { container } = await render(
    <>
      <Panel title="Parameters" note="robust standard errors" actions={<Button>CSV</Button>}>
        <p>Six of them.</p>
      </Panel>
      <Panel title="Market state">
        <p>Calm.</p>
      </Panel>
      <header>
        <h2>Diagnostics</h2>
        <span>standardized residuals</span>
      </header>
      <p>All pass.</p>
    </>,
  );
  const { blocks } = await readPage(container);
  expect(blocks.flatMap((block) => (block.kind === "heading" ? [[block.text, block.note]] : []))).toEqual([
    ["Parameters", "robust standard errors"],
    ["Market state", ""],
    ["Diagnostics", "standardized residuals"],
  ]);
});

it("a figure by another program's definition is read as ours, in a card and in a table", async () => {
  const none = { quantstats: {}, empyrical: {}, performanceAnalytics: {}, tradingView: {}, excel: {} };
  const by: ByProgram = { as: "quantstats", byTool: { ...none, quantstats: { sharpe: 0.9 } } };
  const info = { title: "Sharpe Ratio", formula: "mean / deviation" };
  const rows = [
    { name: "Sharpe ratio", figure: "sharpe" as const },
    { name: "Sortino ratio", figure: "sortino" as const },
  ];
  const { container } = await render(
    <>
      <StatStrip>
        <Stat label="Sharpe" {...printedAs(by, "sharpe", (value) => String(value), { value: 1.25, note: "0.5 to 2" }, info)} />
      </StatStrip>
      <DataTable
        label="Figures"
        columns={[
          { id: "name", header: "Figure", cell: ({ name }) => name },
          ...programColumn<(typeof rows)[number]>(by, ({ figure }) => figure),
        ]}
        rows={rows}
        rowKey={({ name }) => name}
      />
    </>,
  );
  expect(container.textContent).toContain("0.9as QuantStats 0.0.81 reports it; here 1.25:0.5 to 2");
  expect(container.textContent).toContain("As QuantStatsSharpe ratio0.9000Sortino ratio—");
  const { blocks } = await readPage(container);
  expect(blocks).toEqual([
    { kind: "figures", figures: [{ label: "Sharpe", value: "1.25", note: "0.5 to 2" }] },
    { kind: "table", label: "Figures", head: ["Figure"], rows: [["Sharpe ratio"], ["Sortino ratio"]], note: "" },
  ]);
});
