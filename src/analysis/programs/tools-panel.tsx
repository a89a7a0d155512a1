import type { ReactNode } from "react";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { TOOL_HEADS, TOOL_NAMES } from "./figures-as.tsx";
import { type ByTool, TOOL_FIGURES, TOOLS, type Tool, type ToolFigure } from "./tool-figures";

type Row = (typeof TOOL_FIGURES)[number];

interface ToolsPanelProps {
  /** Our own figures; null if the screen has none. */
  own: Record<ToolFigure, number | null>;
  byTool: ByTool;
  /** Inputs common to all: "same returns, risk-free rate and lookback". */
  note: string;
  /** Content below the table. */
  children?: ReactNode;
}

/** Program columns beside our own on a phone. */
const IN_LINE = 2;
/** Programs that were run in a specific version. */
const VERSIONED: Tool[] = ["quantstats", "empyrical", "performanceAnalytics"];

/** The figures that other programs report for the same returns and settings, side by side, with the differences in definition. */
export function ToolsPanel({ own, byTool, note, children }: ToolsPanelProps) {
  const columns: TableColumn<Row>[] = [
    { id: "figure", header: "Figure", cell: ({ label }) => label },
    { id: "prospect", header: "Prospect", matters: true, cell: ({ id, show }) => show(own[id]) },
    ...TOOLS.map(
      (tool, place): TableColumn<Row> => ({
        id: tool,
        header: TOOL_HEADS[tool],
        matters: place < IN_LINE,
        cell: ({ id, show }) => show(byTool[tool][id]),
      }),
    ),
  ];
  return (
    <Panel
      title="As other programs report it"
      note={`${note}; definitions differ`}
      actions={
        <InfoButton
          title="As other programs report it"
          computedBy="figuresOfTools"
          formula="each program's own definitions with its defaults"
          settings={[
            ...VERSIONED.map((tool) => [TOOL_HEADS[tool], TOOL_NAMES[tool]] as const),
            ...TOOL_FIGURES.map(({ label, differs }) => [label, differs] as const),
          ]}
          differs="A dash: the program does not report the figure, or it is not defined. QuantStats, pyfolio and PerformanceAnalytics were run, at these versions. TradingView's ratios, CAGR and drawdown are those of a report of June 2026; its volatility follows its script, of which only the deviation was compared. Excel's formulas were run in LibreOffice Calc 7.4.7, and STDEV.S, PERCENTILE.INC and RRI compared with the results Microsoft publishes. The risk-free rate is that of this screen; TradingView's daily ratios, for spans under three months, are not shown. VaR and expected shortfall are positive losses here, whatever sign a program reports."
        />
      }
      flush
    >
      <DataTable label="As other programs report it" columns={columns} rows={TOOL_FIGURES} rowKey={({ id }) => id} />
      {children}
    </Panel>
  );
}
