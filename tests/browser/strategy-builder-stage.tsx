import { afterEach, beforeEach, vi } from "vitest";
import { render } from "vitest-browser-react";
import { handOver } from "../../src/state/hand-over";
import { runs } from "../../src/state/run-list";
import { offerInputs } from "../../src/state/screen-inputs";
import { strategies } from "../../src/state/strategies";
import { workspace } from "../../src/state/workspace";
import { BUILDER_DEFAULTS } from "../../src/tools/strategy-builder/settings";
import StrategyBuilder from "../../src/tools/strategy-builder/strategy-builder.tsx";
import { ToastRegion } from "../../src/ui/toast-region.tsx";
import { tab } from "./fields.ts";

async function empty() {
  offerInputs("strategy-builder", BUILDER_DEFAULTS);
  // A first attempt may have left something in the field, so a retry starts clean.
  handOver("strategy-builder/data", { text: "", hash: null });
  await strategies.open();
  for (const { id } of strategies.read().records) await strategies.remove(id);
  // A run equal to an earlier test's would replace it, and not be counted.
  await runs.open();
  for (const { id } of runs.read().records) await runs.remove(id);
  await workspace.open();
  for (const { hash } of workspace.read().datasets) await workspace.remove(hash);
}

/** Each test of the file starts and ends without strategies, datasets and settings. */
export function buildAnew(): void {
  beforeEach(empty);
  afterEach(empty);
  afterEach(() => vi.restoreAllMocks());
}

/** The screen at its Design tab. */
export async function open() {
  await render(
    <main>
      <StrategyBuilder />
      <ToastRegion />
    </main>,
  );
  await tab("Design").click();
}
