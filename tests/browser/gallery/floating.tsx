import type { ReactNode } from "react";
import { Button } from "../../../src/ui/button.tsx";
import { DateField } from "../../../src/ui/date-field.tsx";
import { InfoButton } from "../../../src/ui/info-button.tsx";
import { Menu } from "../../../src/ui/menu.tsx";
import { Select } from "../../../src/ui/select.tsx";
import { Tooltip } from "../../../src/ui/tooltip.tsx";

const nothing = () => {};

/** A container with room for what opens over it. */
function Stage({ width, height, children }: { width: number; height: number; children: ReactNode }) {
  return (
    <div data-testid="stage" className="bg-bg p-3" style={{ width, height }}>
      {children}
    </div>
  );
}

const DISTRIBUTIONS = [
  { value: "normal", label: "Normal" },
  { value: "t", label: "Student's t", note: "fat tails" },
  { value: "ged", label: "Generalized error", disabled: true, note: "not with this model" },
  { value: "skew", label: "Hansen's skewed t, with its two parameters estimated" },
] as const;

export function OpenSelect() {
  return (
    <Stage width={410} height={250}>
      <Select label="Error Distribution" value="normal" options={DISTRIBUTIONS} onChange={nothing} />
    </Stage>
  );
}

export function OpenMenu() {
  return (
    <Stage width={260} height={230}>
      <Menu
        label="Export"
        trigger={<Button>Export</Button>}
        choices={[
          { id: "csv", label: "CSV", note: "full precision", onChoose: nothing },
          { id: "png", label: "PNG", onChoose: nothing, current: true },
          { id: "svg", label: "SVG", onChoose: nothing, disabled: true },
          { id: "remove", label: "Remove the run", onChoose: nothing, divided: true },
        ]}
      />
    </Stage>
  );
}

export function DayPicker() {
  return (
    <Stage width={280} height={350}>
      <DateField label="From" value="2018-03-05" min="2018-03-02" max="2019-12-31" onChange={nothing} />
    </Stage>
  );
}

export function Explanation() {
  return (
    <Stage width={400} height={370}>
      <InfoButton
        title="Persistence"
        formula="Σα + Σβ"
        placement="bottom start"
        settings={[
          ["Model", "GARCH(1,1)"],
          ["Mean", "constant"],
        ]}
        n="1,974 returns"
        source="Bollerslev 1986"
        differs="Other programs may scale returns first."
      />
    </Stage>
  );
}

export function Tip() {
  return (
    <Stage width={220} height={90}>
      <div className="pt-9">
        <Tooltip text="Expand sidebar" placement="top">
          <button type="button" className="rounded-[6px] border border-line px-2">
            Menu
          </button>
        </Tooltip>
      </div>
    </Stage>
  );
}
