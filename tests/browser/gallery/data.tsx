import { Button } from "../../../src/ui/button.tsx";
import { Card, CardGrid } from "../../../src/ui/card.tsx";
import { DataTable, type TableColumn } from "../../../src/ui/data-table.tsx";
import { Direction } from "../../../src/ui/direction.tsx";
import { FactList } from "../../../src/ui/fact-list.tsx";
import { InfoButton } from "../../../src/ui/info-button.tsx";
import { PagedTable } from "../../../src/ui/paged-table.tsx";
import { Panel } from "../../../src/ui/panel.tsx";
import { Stat, StatStrip } from "../../../src/ui/stat.tsx";
import { Forced, Sample } from "./forced.tsx";

interface Estimate {
  name: string;
  value: number;
  error: number;
  p: number;
}
const ESTIMATES: Estimate[] = [
  { name: "μ mean", value: -0.00619, error: 0.00919, p: 0.501 },
  { name: "ω constant", value: 0.01076, error: 0.00649, p: 0.097 },
  { name: "α₁ shock", value: 0.15313, error: 0.05353, p: 0.004 },
  { name: "β₁ memory, the share of yesterday's variance kept", value: 0.80597, error: 0.07246, p: 0 },
];
const write = (value: number, digits = 5) => value.toFixed(digits).replace("-", "−");
const COLUMNS: TableColumn<Estimate>[] = [
  { id: "name", header: "Parameter", cell: ({ name }) => name },
  { id: "value", header: "Estimate", cell: ({ value }) => write(value), sortBy: ({ value }) => value },
  { id: "error", header: "Std. error", cell: ({ error }) => write(error), sortBy: ({ error }) => error },
  { id: "t", header: "t", cell: ({ value, error }) => write(value / error, 2) },
  { id: "p", header: "p", cell: ({ p }) => write(p, 3), sortBy: ({ p }) => p },
];
const LONG: Estimate[] = Array.from({ length: 2000 }, (_, index) => ({
  name: `run ${index + 1}`,
  value: ((index * 7919) % 1000) / 500 - 1,
  error: (1 + ((index * 31) % 100)) / 1000,
  p: ((index * 17) % 1000) / 1000,
}));
const pages = (from: number, to: number) => LONG.slice(from, to);
const PERSISTENCE = { title: "Persistence", formula: "Σα + Σβ", n: "1,974 returns", source: "Bollerslev 1986" };

export function Tables() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(26rem,100%),1fr))] gap-5">
      <Panel
        title="Parameters"
        note="robust standard errors"
        flush
        actions={<Button size="small">Table</Button>}
        footer="Residuals have fat tails: try Student's t."
      >
        <DataTable label="Parameters" columns={COLUMNS} rows={ESTIMATES} rowKey={({ name }) => name} copyable />
      </Panel>
      <Panel title="Runs" note="2,000 of them" flush>
        <DataTable label="Runs" columns={COLUMNS} rows={LONG} rowKey={({ name }) => name} copyable height={236} />
      </Panel>
      <Panel title="All rows" flush>
        <PagedTable label="Rows" columns={COLUMNS.slice(0, 3)} total={2000} rowsAt={pages} rowKey={({ name }) => name} pageSize={3} />
      </Panel>
      <Panel title="Nothing yet" flush>
        <DataTable
          label="None"
          columns={COLUMNS.slice(0, 3)}
          rows={[]}
          rowKey={({ name }) => name}
          empty="Run a tool: its results are listed here."
        />
      </Panel>
    </div>
  );
}

export function Surfaces() {
  return (
    <div className="flex flex-col gap-5">
      <StatStrip>
        <Stat label="AIC" value="2,221.22" note="Normal, n = 1,974" info={{ title: "AIC", formula: "−2LL + 2k" }} />
        <Stat label="Persistence" value="0.9591" note="± 0.024 robust" info={PERSISTENCE} />
        <Stat label="Half-life" value="16.6" unit="days" note="10.4 to 40.1" />
        <Stat label="Chaos Level" value="Stable" word sample note="γ = −0.061" />
        <Stat
          label="Annualized volatility of the residuals"
          value="1,234,567.8901"
          unit="% per year"
          note="not available: needs 500 returns or more"
        />
      </StatStrip>
      <CardGrid least={15}>
        <Card title={<a href="#garch">GARCH Model</a>} aside={<InfoButton title="GARCH" formula="σ²ₜ = ω + αε²ₜ₋₁ + βσ²ₜ₋₁" />}>
          Conditional volatility by maximum likelihood.
        </Card>
        <Forced state="hover">
          <Card title={<a href="#markov">Markov Regime</a>}>Hovered: bull and bear, with the odds of each.</Card>
        </Forced>
        <Forced state="focus">
          <Card title={<a href="#lyapunov">Lyapunov</a>}>Focused: is it chaos or noise?</Card>
        </Forced>
        <Card
          title="Strategist"
          chosen
          aside={<span className="num">$2,499/month</span>}
          footer={<Button kind="primary">Choose plan</Button>}
        >
          A chosen card with its footer.
        </Card>
      </CardGrid>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-5">
        <Panel title="A panel with a title that does not fit in one line of a phone" note="and a note" busy>
          <p>Its content.</p>
        </Panel>
        <Sample name="Facts">
          <FactList
            facts={[
              { name: "Mean Utility", value: "−0.1032" },
              { name: <Direction mark="up">Bull</Direction>, value: "31.4%", key: "bull" },
              { name: <Direction mark="down">Bear</Direction>, value: "68.6%", key: "bear" },
            ]}
          />
        </Sample>
      </div>
    </div>
  );
}
