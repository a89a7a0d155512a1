import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { DiagnosticsPanel } from "../../src/tools/garch-model/diagnostics-panel.tsx";

const FAT_TAILS = "Residuals have fat tails, which the fitted distribution allows for: check the QQ plot.";
const box = { key: "values-10", label: "Ljung–Box z, 10 lags", statistic: 9.1, degrees: 10, p: 0.52, ok: true, advice: "None left." };
const normality = { key: "jarque-bera", label: "Jarque–Bera normality", statistic: 1059.85, degrees: 2, p: 0, ok: true, advice: FAT_TAILS };

it("says why a rejecting test is not held against the model: the fitted distribution does not require normal residuals", async () => {
  const run = { value: { fit: { model: { distribution: "skewt" } } } };
  await render(<DiagnosticsPanel run={run as never} diagnosis={{ tests: [box, normality] } as never} failure={null} />);
  await expect.element(page.getByText("Jarque–Bera normality")).toHaveTextContent("Jarque–Bera normality not required: Skewed-t");
  await expect.element(page.getByText("Ljung–Box z, 10 lags")).not.toHaveTextContent("not required");
  await expect.element(page.getByText(FAT_TAILS)).toBeVisible();
  await expect.element(page.getByText("No other test rejects at the 5% level.")).toBeVisible();
});
