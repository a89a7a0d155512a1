import { useState } from "react";
import { Checkbox } from "../../../src/ui/checkbox.tsx";
import { Disclosure } from "../../../src/ui/disclosure.tsx";
import { Segmented } from "../../../src/ui/segmented.tsx";
import { Slider } from "../../../src/ui/slider.tsx";
import { Switch } from "../../../src/ui/switch.tsx";
import { Tabs } from "../../../src/ui/tabs.tsx";
import { Forced, Sample } from "./forced.tsx";

const THEMES = [
  { value: "auto", label: "Auto" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

function Toggles({ disabled }: { disabled?: boolean }) {
  const [checked, setChecked] = useState(true);
  const [on, setOn] = useState(true);
  const [theme, setTheme] = useState<"auto" | "light" | "dark">("light");
  const [threshold, setThreshold] = useState(60);
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-wrap gap-x-5">
        <Checkbox checked={checked} onChange={setChecked} disabled={disabled}>
          Enable Behavioral Analysis
        </Checkbox>
        <Checkbox checked={!checked} onChange={(next) => setChecked(!next)} disabled={disabled}>
          Off
        </Checkbox>
      </div>
      <div className="flex flex-wrap gap-x-5">
        <Switch on={on} onChange={setOn} disabled={disabled}>
          Live
        </Switch>
        <Switch on={!on} onChange={(next) => setOn(!next)} disabled={disabled}>
          Off
        </Switch>
      </div>
      <Segmented label="Theme" value={theme} options={THEMES} onChange={setTheme} disabled={disabled} />
      <Slider label="Confidence Threshold" value={threshold} onChange={setThreshold} min={0} max={100} unit="%" disabled={disabled} />
    </div>
  );
}

export function Choices() {
  const [tab, setTab] = useState<"input" | "analysis" | "forecast">("analysis");
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(20rem,100%),1fr))] gap-5">
      <Sample name="Choices">
        <Toggles />
      </Sample>
      <Sample name="hover">
        <Forced state="hover">
          <Toggles />
        </Forced>
      </Sample>
      <Sample name="focus">
        <Forced state="focus">
          <Toggles />
        </Forced>
      </Sample>
      <Sample name="disabled">
        <Toggles disabled />
      </Sample>
      <Sample name="long content">
        <Checkbox checked onChange={() => {}}>
          Count a value that appears twice on the same day once only, keeping the last one, as vendors that restate their series do
        </Checkbox>
        <Slider
          label="Share of the sample kept out of the fit for validation"
          value={0.25}
          onChange={() => {}}
          min={0}
          max={0.5}
          step={0.01}
        />
      </Sample>
      <Sample name="Tabs">
        <Tabs
          label="Views"
          keys={false}
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: "input", label: "Data Input", content: <p>Second panel</p> },
            { id: "analysis", label: "Analysis", content: <p>What was found.</p> },
            { id: "forecast", label: "Forecast", content: null, disabled: true },
          ]}
        />
      </Sample>
      <Sample name="Disclosures">
        <Disclosure title="Advanced" note="3 of 5 set">
          Hidden
        </Disclosure>
        <Disclosure title="How the errors are computed" startsOpen>
          Bollerslev and Wooldridge's sandwich, from the analytic Hessian and the outer product of the scores.
        </Disclosure>
        <Disclosure title="Not with this model" disabled>
          Hidden
        </Disclosure>
      </Sample>
    </div>
  );
}
