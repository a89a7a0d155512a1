import { useRouter } from "@tanstack/react-router";
import { memo, useMemo, useState } from "react";
import { NEXT_STEPS, type NextStep } from "../../analysis/next/steps.ts";
import { takeStep } from "../../analysis/next/take-step.ts";
import type { ChartAxis, ChartPane } from "../../charts/chart-spec";
import { TimeChart } from "../../charts/time-chart";
import { count, fixed, isoDayOrDash, moment, percent, plural } from "../../lib/format.ts";
import { offerInputs } from "../../state/screen-inputs";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Caution } from "../../ui/failure-box.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Panel } from "../../ui/panel.tsx";
import { Stat, StatStrip } from "../../ui/stat.tsx";
import { toast } from "../../ui/toast-queue.ts";
import { dailyDataset, type Statement, saveDaily } from "./datasets";
import { statementProvenance } from "./provenance";

const KINDS: Record<Statement["kind"], string> = {
  deals: "MetaTrader 5 deals",
  positions: "MetaTrader 5 positions",
  ticket: "MetaTrader 4 statement",
  tester: "MetaTrader 4 strategy tester",
  table: "list of trades",
};

/** Note on the account's starting balance. */
const STARTS: Record<Statement["summary"]["startFrom"], string> = { statement: "", given: " given", assumed: " assumed" };

const wordAt = ({ words, codes }: Statement["trades"]["symbol"], row: number): string => words[codes[row]] ?? "";

/** Type of the list, and which of its entries are not counted. */
const noteOn = ({ kind, openTrades, passedOver, passedTypes }: Statement): string =>
  [
    KINDS[kind],
    ...(openTrades > 0 ? [`${count(openTrades)} still open and not counted`] : []),
    ...(passedOver > 0 ? [`${plural(passedOver, "other row")} not counted${typesOf(passedTypes)}`] : []),
  ].join(", ");

/** " (Spin off 2, Stock split 1)"; empty for a list without types. */
const typesOf = (types: Statement["passedTypes"]): string =>
  types.length > 0 ? ` (${types.map(({ name, rows }) => `${name} ${count(rows)}`).join(", ")})` : "";

interface StatementPanelProps {
  name: string;
  statement: Statement;
  startingBalance: number | null;
  setStartingBalance: (balance: number | null) => void;
}

/** The trades of a statement: their effect on the account, and the next steps. */
export const StatementPanel = memo(function StatementPanel({ name, statement, startingBalance, setStartingBalance }: StatementPanelProps) {
  const { summary, daily } = statement;
  const router = useRouter();
  const [busy, setBusy] = useState(false);

  const open = async (step: NextStep) => {
    setBusy(true);
    const hash = await dailyDataset(name, statement);
    setBusy(false);
    if (hash === null) return;
    if (step.to === "/backtester") {
      // The form's default dates are unlikely to match the account's.
      const [startDate, endDate] = [0, daily.times.length - 1].map((row) => isoDayOrDash(daily.times[row]));
      offerInputs("backtester", { startDate, endDate });
      toast.info(`Daily account values of ${name} are loaded here`, {
        detail: "The buy-and-hold benchmark tracks the account from the second day, with costs once; a strategy trades it like a price.",
      });
    }
    takeStep(router, step, { text: "", hash });
  };
  return (
    <>
      <Panel
        title="Trades"
        note={noteOn(statement)}
        actions={NEXT_STEPS["convert-data"].map((taker) => (
          <Button key={taker.label} size="small" isDisabled={busy} onPress={() => void open(taker)}>
            {taker.label}
          </Button>
        ))}
      >
        <div className="flex flex-col gap-3">
          {summary.ruined ? <Caution>The account was wiped out: later rows have no return.</Caution> : null}
          {summary.startFrom === "statement" ? null : (
            <div className="max-w-[26rem]">
              <NumberField
                label="Starting balance"
                value={startingBalance ?? summary.startBalance}
                onChange={(next) => setStartingBalance(next !== null && next > 0 ? next : null)}
                minValue={0.01}
                step={0.01}
                hint="The statement has no starting balance; returns depend on it."
              />
            </div>
          )}
          <AccountFigures statement={statement} />
        </div>
      </Panel>
      <AccountChart name={name} statement={statement} />
      <ClosedTrades statement={statement} />
    </>
  );
});

const profitNote = ({ income }: Statement["summary"]): string =>
  income === 0 ? "after costs" : `after costs, with ${fixed(income, 2)} of dividends and interest`;

/** Account performance. */
function AccountFigures({ statement }: { statement: Statement }) {
  const { summary } = statement;
  const about = statementProvenance(statement);
  return (
    <StatStrip label="Account performance">
      <Stat
        label="Closed trades"
        value={count(summary.trades)}
        note={`${count(summary.wins)} won, ${count(summary.losses)} lost`}
        info={about.trades}
      />
      <Stat label="Net profit" value={fixed(summary.netProfit, 2)} note={profitNote(summary)} info={about.netProfit} />
      <Stat label="Win rate" value={percent(summary.winRate)} info={about.winRate} />
      <Stat
        label="Profit factor"
        value={summary.profitFactor === null ? "—" : fixed(summary.profitFactor, 2)}
        note={summary.profitFactor === null ? "not available: no losing trade" : undefined}
        info={about.profitFactor}
      />
      <Stat
        label="Return"
        value={percent(summary.totalReturn, 2)}
        note={`${fixed(summary.startBalance, 2)}${STARTS[summary.startFrom]} to ${fixed(summary.endBalance, 2)}`}
        info={about.totalReturn}
      />
    </StatStrip>
  );
}

/** The account's value and each day's profit. */
function AccountChart({ name, statement }: Pick<StatementPanelProps, "name" | "statement">) {
  const { daily } = statement;
  const x = useMemo<ChartAxis>(() => ({ kind: "time", values: daily.times, label: "Date" }), [daily]);
  const panes = useMemo<ChartPane[]>(
    () => [
      {
        key: "value",
        share: 2,
        digits: 2,
        series: [
          { key: "value", label: "Value without deposits", short: "value", kind: "line", color: "accent", values: daily.value },
          { key: "balance", label: "Balance", kind: "line", color: "muted", dashed: true, values: daily.balance },
        ],
      },
      {
        key: "profit",
        share: 1,
        digits: 2,
        series: [{ key: "profit", label: "Profit of the day", short: "profit", kind: "bars", color: "muted", values: daily.profit }],
      },
    ],
    [daily],
  );
  return (
    <TimeChart
      title="Account"
      subtitle="at the end of each weekday"
      x={x}
      panes={panes}
      exportName="account"
      height={300}
      onExportTable={() => saveDaily(name, statement)}
    />
  );
}

function ClosedTrades({ statement: { summary, trades } }: { statement: Statement }) {
  const rows = useMemo(
    () => ({
      length: summary.trades,
      at: (index: number) => ({
        index,
        time: trades.times[index],
        symbol: wordAt(trades.symbol, index),
        side: wordAt(trades.side, index),
        volume: trades.volume[index],
        profit: trades.profit[index],
        balance: trades.balance[index],
      }),
    }),
    [summary, trades],
  );
  return (
    <Panel title="Closed trades" note="after all costs" flush>
      <DataTable
        label="Closed trades"
        rows={rows}
        rowKey={({ index }) => index}
        copyable
        columns={[
          {
            id: "time",
            header: "Closed",
            cell: ({ time }) => <span className="num whitespace-nowrap">{moment(time)}</span>,
            text: ({ time }) => moment(time),
          },
          { id: "symbol", header: "Symbol", words: true, cell: ({ symbol }) => symbol || "—" },
          { id: "side", header: "Type", words: true, cell: ({ side }) => side || "—" },
          { id: "volume", header: "Volume", cell: ({ volume }) => fixed(volume, 2) },
          { id: "profit", header: "Net profit", cell: ({ profit }) => fixed(profit, 2) },
          { id: "balance", header: "Balance", cell: ({ balance }) => fixed(balance, 2) },
        ]}
      />
    </Panel>
  );
}
