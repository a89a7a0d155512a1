import "../../src/styles.css";
import { type ReactElement, StrictMode } from "react";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { SampleButtons } from "../../src/analysis/data/sample-buttons.tsx";
import { SeriesField } from "../../src/analysis/data/series-field.tsx";
import { type SeriesSource, useSeriesSource } from "../../src/analysis/data/use-series-source";
import { Button } from "../../src/ui/button.tsx";
import { ToastRegion } from "../../src/ui/toast-region.tsx";

let screens = 0;
/** A name unlike any other test's, so nothing is stored for it yet. */
export const freshScreen = () => `stage-${Date.now()}-${++screens}`;

let latest: SeriesSource;
/** The source of the most recently rendered field. */
export const source = (): SeriesSource => latest;

function Stage({ screen }: { screen: string }) {
  latest = useSeriesSource({ screen, field: "data" });
  return (
    <main>
      <SeriesField source={latest} label="Market Data" noun="price" />
      <SampleButtons onChoose={latest.takeSample} />
      <Button isDisabled={latest.empty && latest.reading === null}>Run</Button>
      <ToastRegion />
    </main>
  );
}

/** The data field as on a screen, with the product's own workers; `within` wraps it in whatever else it needs. */
export const open = (screen: string, within = (stage: ReactElement): ReactElement => stage) =>
  render(<StrictMode>{within(<Stage screen={screen} />)}</StrictMode>);

export const box = () => page.getByRole("textbox", { name: "Market Data" });

/** A paste as the browser sends it. */
export function paste(text: string): void {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  box()
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
}

let lastStart = 0;
/** Prices unlike any other test's, one per line, too many to be typed. */
export function manyPrices(rows = 5_000): string {
  const start = 1 + ++lastStart / 1000 + (Date.now() % 1e6);
  return Array.from({ length: rows }, (_, row) => (start + row / 100).toFixed(3)).join("\n");
}
