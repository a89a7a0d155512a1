import { useState } from "react";
import { DataField } from "../../../src/ui/data-field.tsx";
import { DateField } from "../../../src/ui/date-field.tsx";
import { NumberField } from "../../../src/ui/number-field.tsx";
import { Select } from "../../../src/ui/select.tsx";
import { TextField } from "../../../src/ui/text-field.tsx";
import { Forced, Sample } from "./forced.tsx";

const DISTRIBUTIONS = [
  { value: "normal", label: "Normal" },
  { value: "t", label: "Student's t", note: "fat tails" },
  { value: "skew", label: "Hansen's skewed t with its two parameters estimated" },
] as const;
type Distribution = (typeof DISTRIBUTIONS)[number]["value"];
const nothing = () => {};

interface StateProps {
  disabled?: boolean;
  error?: string;
  hint?: string;
  empty?: boolean;
}

function All({ disabled, error, hint, empty }: StateProps) {
  const [text, setText] = useState(empty ? "" : "DEM/GBP 1984–1991");
  const [horizon, setHorizon] = useState<number | null>(empty ? null : 2.25);
  const [kind, setKind] = useState<Distribution | null>(empty ? null : "normal");
  const [found, setFound] = useState<Distribution | null>(empty ? null : "t");
  const [day, setDay] = useState<string | null>(empty ? null : "2018-03-05");
  const shared = { hint, error };
  return (
    <div className="flex flex-col gap-2.5">
      <TextField label="Name" value={text} onChange={setText} placeholder="of this run" isDisabled={disabled} {...shared} />
      <NumberField label="Risk Aversion" value={horizon} onChange={setHorizon} step={0.05} unit="days" isDisabled={disabled} {...shared} />
      <Select
        label="Error Distribution"
        value={kind}
        options={DISTRIBUTIONS}
        onChange={setKind}
        placeholder="Choose…"
        disabled={disabled}
        {...shared}
      />
      <Select
        label="Series"
        value={found}
        options={DISTRIBUTIONS}
        onChange={setFound}
        placeholder="Type a name"
        disabled={disabled}
        {...shared}
      />
      <DateField label="From" value={day} onChange={setDay} disabled={disabled} {...shared} />
    </div>
  );
}

export function Fields() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-5">
      <Sample name="Fields">
        <All />
      </Sample>
      <Sample name="empty, with a hint">
        <All empty hint="Needed to compare runs" />
      </Sample>
      <Sample name="hover">
        <Forced state="hover">
          <All />
        </Forced>
      </Sample>
      <Sample name="disabled">
        <All disabled />
      </Sample>
      <Sample name="invalid, long content">
        <All error="Must be one of the names above, and no longer than sixty characters" />
      </Sample>
    </div>
  );
}

export function FocusedFields() {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-5">
      <Sample name="focus">
        <Forced state="focus">
          <div className="flex flex-col gap-2.5">
            <TextField
              label="Name"
              value="DEM/GBP"
              onChange={nothing}
              aside={<span className="text-accent text-small">Use a loaded series</span>}
            />
            <NumberField label="Horizon" value={60} onChange={nothing} unit="days" error="Must be 1 to 252" />
            <Select label="Error Distribution" value="skew" options={DISTRIBUTIONS} onChange={nothing} />
          </div>
        </Forced>
      </Sample>
      <Sample name="Data">
        <div className="flex flex-col gap-2.5">
          <DataField
            label="Market Data"
            value={"0.12533286\n0.02887426"}
            onChange={nothing}
            onLargeText={nothing}
            rows={3}
            hint="One value per line"
          />
          <DataField
            label="News"
            prose
            value=""
            onChange={nothing}
            onLargeText={nothing}
            rows={3}
            placeholder="Paste an article"
            error="No text given"
          />
        </div>
      </Sample>
      <Sample name="Data taken, and disabled">
        <div className="flex flex-col gap-2.5">
          <DataField
            label="Loaded Data"
            value=""
            onChange={nothing}
            onLargeText={nothing}
            rows={4}
            loaded={{ preview: "0.12533286\n0.028874268\n0.063461860\n0.22671896", count: 1974, noun: "return", note: "0 dropped" }}
            onClear={nothing}
          />
          <DataField label="Market Data" value="100, 101.5" onChange={nothing} onLargeText={nothing} rows={2} disabled />
        </div>
      </Sample>
    </div>
  );
}
