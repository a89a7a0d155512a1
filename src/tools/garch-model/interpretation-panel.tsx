import { fixed, percent } from "../../lib/format.ts";
import { FactList } from "../../ui/fact-list.tsx";
import { InfoButton } from "../../ui/info-button.tsx";
import { Panel } from "../../ui/panel.tsx";
import { provenanceOf } from "./provenance";
import type { DiagnosisValue, GarchRun } from "./use-garch";

const MEMORY = { long: "yes", persistent: "no, persistent", short: "no" } as const;
const yes = (value: boolean) => (value ? "yes" : "no");

/** The market state according to the fit, each finding with its reason. */
export function InterpretationPanel({ run, diagnosis }: { run: GarchRun; diagnosis: DiagnosisValue }) {
  const { interpretation, memory } = diagnosis;
  const { market_state: state, captions } = interpretation;
  const about = provenanceOf(run);
  const memoryName = (
    <span className="flex items-center gap-2">
      Volatility Memory
      <InfoButton {...about.memory} />
    </span>
  );
  const facts = [
    { key: "memory", name: memoryName, value: percent(interpretation.volatility_persistence, 1) },
    {
      key: "d",
      name: "Long-memory d of ln |r|",
      value: memory ? `${fixed(memory.d, 3)} ± ${fixed(memory.error, 3)}` : "not available: needs more returns",
    },
    { key: "long", name: "Long memory", value: MEMORY[interpretation.memory] },
    { key: "reverting", name: "Mean reverting", value: yes(state.is_mean_reverting) },
    { key: "chaotic", name: "Explosive volatility", value: yes(state.is_chaotic) },
  ];
  return (
    <Panel
      title="Market state"
      footer={
        <ul className="flex flex-col gap-1">
          {[captions.chaos, captions.meanReversion, captions.longMemory].map((caption) => (
            <li key={caption}>{caption}</li>
          ))}
        </ul>
      }
    >
      <FactList facts={facts} label="Market state" />
    </Panel>
  );
}
