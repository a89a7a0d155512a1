import "../../src/styles.css";
import { useCallback, useState } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { SeriesField } from "../../src/analysis/data/series-field.tsx";
import { useClear, useForgetting } from "../../src/analysis/data/use-clear";
import { useSeriesSource } from "../../src/analysis/data/use-series-source";
import { Button } from "../../src/ui/button.tsx";
import { FileButton } from "../../src/ui/file-drop.tsx";
import { ToastRegion } from "../../src/ui/toast-region.tsx";
import { box, freshScreen, manyPrices, paste } from "./data-field-stage.tsx";

/** A screen with a field, a result and an error. */
function Stage({ screen }: { screen: string }) {
  const given = useSeriesSource({ screen, field: "data" });
  const [shown, setShown] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const source = useForgetting(
    given,
    useCallback(() => setWrong(false), []),
  );
  const clear = useClear({
    sources: [source],
    results: [
      {
        shown,
        clear: () => {
          setShown(null);
          return () => setShown(shown);
        },
      },
    ],
  });
  return (
    <main>
      <SeriesField source={source} label="Market Data" noun="price" />
      <FileButton onFile={source.takeFile}>Upload</FileButton>
      <Button onPress={() => setShown("the result")}>Run</Button>
      <Button onPress={() => setWrong(true)}>Go wrong</Button>
      <Button isDisabled={clear === null} onPress={() => clear?.()}>
        Clear all
      </Button>
      <p>{shown ?? "nothing"}</p>
      <p>{wrong ? "it went wrong" : "all is well"}</p>
      <ToastRegion />
    </main>
  );
}

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const clearAll = page.getByRole("button", { name: "Clear all" });

it("empties typed data and the result, and restores both on Undo", async () => {
  await render(<Stage screen={freshScreen()} />);
  await expect.element(clearAll).toBeDisabled();
  await box().fill("101\n102\n103");
  await expect.element(page.getByText("3 prices read")).toBeVisible();
  await press("Run");
  await press("Clear all");
  await expect.element(page.getByText("nothing")).toBeVisible();
  await expect.element(box()).toHaveValue("");
  await expect.element(clearAll).toBeDisabled();
  await press("Undo");
  await expect.element(box()).toHaveValue("101\n102\n103");
  await expect.element(page.getByText("the result")).toBeVisible();
  await expect.element(page.getByText("3 prices read")).toBeVisible();
});

it("restores a loaded series as it was loaded", async () => {
  await render(<Stage screen={freshScreen()} />);
  paste(manyPrices());
  await expect.element(page.getByText("5,000 prices read")).toBeVisible();
  await press("Clear all");
  await expect.element(clearAll).toBeDisabled();
  await press("Undo");
  await expect.element(page.getByText("5,000 prices read")).toBeVisible();
});

it("drops messages about the previous data once other data is typed or loaded", async () => {
  await render(<Stage screen={freshScreen()} />);
  await press("Go wrong");
  await expect.element(page.getByText("it went wrong")).toBeVisible();
  await box().fill("101\n102");
  await expect.element(page.getByText("all is well")).toBeVisible();
  await press("Go wrong");
  paste(manyPrices());
  await expect.element(page.getByText("all is well")).toBeVisible();
});
