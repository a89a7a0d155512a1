import { PartNote } from "../../analysis/part-note.tsx";
import { count, plural, sentences } from "../../lib/format.ts";
import { Caution } from "../../ui/failure-box.tsx";
import { Panel } from "../../ui/panel.tsx";
import { BootstrapPanel } from "./bootstrap-panel.tsx";
import { CrossValidationPanel } from "./cross-validation-panel.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { OverfittingPanel } from "./overfitting-panel.tsx";
import type { Method } from "./settings";
import { TestedFigures } from "./tested-figures.tsx";
import type { ValidationRun } from "./use-validation";
import { WalkForwardPanel } from "./walk-forward-panel.tsx";

const PANELS = {
  "walk-forward": WalkForwardPanel,
  "cross-validation": CrossValidationPanel,
  bootstrapping: BootstrapPanel,
} as const;
const ORDER: readonly Method[] = ["walk-forward", "cross-validation", "bootstrapping"];

/** The cards, the chosen method, the effect of selection, and the other methods. */
export function Results({ run, method }: { run: ValidationRun; method: Method }) {
  const { notes, kind, canceledAfter, superiorAbility, replicates } = run.value;
  const Chosen = PANELS[method];
  return (
    <>
      <PartNote part={canceledAfter} things="resamples">
        Superiority: {plural(superiorAbility?.replicates ?? 0, "resample")}; intervals: {replicates > 0 ? count(replicates) : "none"}.
        Everything else is complete. Not added to the list of runs.
      </PartNote>
      <KeyFigures run={run} />
      <TestedFigures run={run} />
      {kind === "record" ? <RecordWords run={run} /> : null}
      {notes.length > 0 ? <Caution>{sentences(notes)}</Caution> : null}
      <Chosen key={method} run={run} />
      <OverfittingPanel run={run} />
      {ORDER.filter((other) => other !== method).map((other) => {
        const Other = PANELS[other];
        return <Other key={other} run={run} />;
      })}
    </>
  );
}

function RecordWords({ run }: { run: ValidationRun }) {
  return (
    <Panel title="Track record" note={plural(run.value.returns, "return")}>
      <p>
        No strategy applies: returns are validated directly.{" "}
        <span className="text-muted">
          Computed: in- and out-of-sample returns by window, folds, intervals, PSR, DSR, MinTRL and SPA. Not computed: in-sample parameter
          selection and PBO, which need several candidates. Enter the number of prior trials under Advanced.
        </span>
      </p>
    </Panel>
  );
}
