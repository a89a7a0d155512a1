import { type ReactNode, useState } from "react";
import { Badge, Chip, Direction, SampleChip, Verdict } from "../../src/ui/badge.tsx";
import { Button } from "../../src/ui/button.tsx";
import { Checkbox } from "../../src/ui/checkbox.tsx";
import { DataField } from "../../src/ui/data-field.tsx";
import { DataTable, FactList } from "../../src/ui/data-table.tsx";
import { EmptyState } from "../../src/ui/empty-state.tsx";
import { Caution, FailureBox } from "../../src/ui/failure-box.tsx";
import { FileButton, FileDrop } from "../../src/ui/file-drop.tsx";
import { NumberField } from "../../src/ui/number-field.tsx";
import { PageHeader } from "../../src/ui/page-header.tsx";
import { PagedTable } from "../../src/ui/paged-table.tsx";
import { Panel, RailSection } from "../../src/ui/panel.tsx";
import { Busy, ProgressBar, Skeleton } from "../../src/ui/progress.tsx";
import { Select } from "../../src/ui/select.tsx";
import { Slider } from "../../src/ui/slider.tsx";
import { Stat, StatStrip } from "../../src/ui/stat.tsx";
import { Switch } from "../../src/ui/switch.tsx";
import { Tabs } from "../../src/ui/tabs.tsx";
import { TextField } from "../../src/ui/text-field.tsx";
import { ToolLayout } from "../../src/ui/tool-layout.tsx";

const PARAMETERS = [
  { name: "μ mean", estimate: -0.00619, error: 0.00919 },
  { name: "ω constant", estimate: 0.01076, error: 0.00649 },
  { name: "α₁ shock", estimate: 0.15313, error: 0.05353 },
];
const signed = (value: number) => value.toFixed(5).replace("-", "−");
const COLUMNS = [
  { id: "name", header: "Parameter", cell: (row: (typeof PARAMETERS)[number]) => row.name },
  {
    id: "estimate",
    header: "Estimate",
    cell: (row: (typeof PARAMETERS)[number]) => signed(row.estimate),
    sortBy: (row: (typeof PARAMETERS)[number]) => row.estimate,
  },
  { id: "error", header: "Std. error", cell: (row: (typeof PARAMETERS)[number]) => signed(row.error) },
];
const PERSISTENCE = {
  title: "Persistence",
  formula: "Σα + Σβ",
  settings: [["Model", "GARCH(1,1)"]] as const,
  n: "1,974 returns",
  source: "Bollerslev 1986",
  differs: "Other programs may scale returns first.",
};
const pages = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => ({ row: from + index }));

function Rail() {
  const [text, setText] = useState("0.12, 0.02");
  const [order, setOrder] = useState<number | null>(1);
  const [kind, setKind] = useState<"normal" | "t">("normal");
  const [checked, setChecked] = useState(true);
  const [on, setOn] = useState(false);
  const [threshold, setThreshold] = useState(60);
  return (
    <>
      <RailSection title="Data">
        <DataField label="Market Data" value={text} onChange={setText} onLargeText={() => {}} hint="One value per line" />
        <DataField
          label="Loaded Data"
          value=""
          onChange={() => {}}
          onLargeText={() => {}}
          loaded={{ preview: "0.12533286\n0.028874268\n0.063461860\n0.22671896", count: 1974, noun: "return", note: "0 dropped" }}
          onClear={() => {}}
        />
        <FileDrop onFile={() => {}}>
          <FileButton onFile={() => {}}>Choose CSV</FileButton>
        </FileDrop>
      </RailSection>
      <RailSection title="Model">
        <div className="grid grid-cols-2 gap-2.5">
          <NumberField label="GARCH(p)" value={order} onChange={setOrder} minValue={1} maxValue={5} step={1} />
          <NumberField label="Horizon" value={60} onChange={() => {}} unit="days" error="Must be 1 to 252" />
        </div>
        <Select
          label="Error Distribution"
          value={kind}
          onChange={setKind}
          options={[
            { value: "normal", label: "Normal" },
            { value: "t", label: "Student's t" },
          ]}
        />
        <TextField label="Name" value="" onChange={() => {}} placeholder="of this run" error="Needed" />
        <Slider label="Confidence Threshold" value={threshold} onChange={setThreshold} min={0} max={100} unit="%" />
        <Checkbox checked={checked} onChange={setChecked}>
          Enable Behavioral Analysis
        </Checkbox>
        <Switch on={on} onChange={setOn}>
          Live
        </Switch>
        <FactList
          facts={[
            { name: "Mean Utility", value: "−0.1032" },
            { name: <Direction mark="up">Bull</Direction>, value: "31.4%", key: "bull" },
            { name: <Direction mark="down">Bear</Direction>, value: "68.6%", key: "bear" },
          ]}
        />
      </RailSection>
    </>
  );
}

function Results() {
  return (
    <>
      <StatStrip>
        <Stat label="AIC" value="2,221.22" note="Normal, n = 1,974" info={{ title: "AIC", formula: "−2LL + 2k" }} />
        <Stat label="Persistence" value="0.9591" note="± 0.024 robust" info={PERSISTENCE} />
        <Stat label="Half-life" value="16.6" unit="days" note="10.4 – 40.1" />
        <Stat label="Chaos Level" value="Stable" word sample note="γ = −0.061" />
      </StatStrip>
      <ProgressBar label="Fitting GARCH(1,1)" fraction={0.4} onCancel={() => {}} />
      <ProgressBar label="Reading" fraction={null} />
      <Panel
        title="Parameters"
        note="robust standard errors"
        flush
        actions={<Button size="small">Table</Button>}
        footer="Residuals have fat tails: try Student's t."
      >
        <DataTable label="Parameters" columns={COLUMNS} rows={PARAMETERS} rowKey={(row) => row.name} copyable />
      </Panel>
      <Panel title="All rows" flush>
        <PagedTable
          label="Rows"
          columns={[{ id: "row", header: "Row", cell: (row: { row: number }) => String(row.row) }]}
          total={60}
          rowsAt={pages}
          rowKey={(row) => row.row}
          pageSize={3}
        />
      </Panel>
      <FailureBox failure={{ message: "CSV processing failed: not a number", row: 12, column: "close", value: "n/a" }} />
      <Caution>Only 120 points: read the errors with care.</Caution>
      <EmptyState actions={<Button>Load sample series</Button>}>Paste a price series, or start with a real one.</EmptyState>
      <Panel title="Marks">
        <div className="flex flex-wrap items-center gap-2">
          <Badge>Beta</Badge>
          <Badge tone="accent">New</Badge>
          <SampleChip />
          <Chip onRemove={() => {}} removeLabel="Remove tag">
            tag
          </Chip>
          <Chip tone="up">trending_bullish</Chip>
          <Direction mark="flat">Hold</Direction>
          <Verdict state="ok">Ljung–Box</Verdict>
          <Verdict state="caution">Jarque–Bera</Verdict>
          <Verdict state="bad">Stationary</Verdict>
        </div>
        <Skeleton rows={2} className="mt-3" />
        <Busy busy label="Loading Dashboard...">
          <p className="py-4">Under the cover</p>
        </Busy>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button kind="primary" keys="Ctrl ↵">
            Run Analysis
          </Button>
          <Button kind="quiet">Export</Button>
          <Button kind="danger">Delete</Button>
          <Button busy>Working</Button>
          <Button isDisabled>Off</Button>
        </div>
      </Panel>
    </>
  );
}

/** Every component that stands on a page by itself, once. */
export function Gallery({ extra }: { extra?: ReactNode }) {
  const [tab, setTab] = useState<"one" | "two">("one");
  return (
    <main className="p-4">
      <PageHeader title="Components" description="All of them on one page." actions={<Button kind="primary">Run</Button>} />
      <Tabs
        label="Views"
        selected={tab}
        onSelect={setTab}
        tabs={[
          { id: "one", label: "Analysis", content: <ToolLayout rail={<Rail />}>{<Results />}</ToolLayout> },
          { id: "two", label: "Settings", content: <p>Second panel</p> },
        ]}
      />
      {extra}
    </main>
  );
}
