import { memo, Suspense, useState } from "react";
import { weightSetting } from "../../../workers/portfolio/budget-schema";
import { percent } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { deferred } from "../../ui/deferred.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FileButton } from "../../ui/file-drop.tsx";
import { RailSection } from "../../ui/panel.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { SampleButtons } from "../data/sample-buttons.tsx";
import { SeriesField } from "../data/series-field.tsx";
import type { SeriesSource } from "../data/use-series-source";
import { type AssetSettings, portfolioKey } from "./asset-set";
import type { AssetChoice } from "./use-assets";

const WeightList = deferred(async () => (await import("./weight-list.tsx")).WeightList);

const FROM = [
  { value: "dataset", label: "Dataset" },
  { value: "portfolio", label: "Client portfolio" },
] as const;
/** With more assets there are no weight boxes: equal weights, or those of a client's portfolio. */
const MAX_BOXES = 40;

interface AssetsSectionProps {
  choice: AssetChoice;
  /** Its field, without errors already shown by the run. */
  field: SeriesSource;
  settings: AssetSettings;
  change: (changes: Partial<AssetSettings>) => void;
  /** How weights evolve over time: follows "The weights sum to 100%". */
  kept: string;
  /** Description of the allowed values. */
  holds?: string;
}

/** Source and weights of the assets. */
export const AssetsSection = memo(function AssetsSection({
  choice,
  field,
  settings,
  change,
  kept,
  holds = "prices or returns",
}: AssetsSectionProps) {
  const { portfolios, chosen } = choice;
  return (
    <>
      <RailSection title="Assets">
        <Segmented
          label="Assets from"
          labelHidden
          value={settings.assetsFrom}
          options={FROM}
          onChange={(assetsFrom) => change({ assetsFrom })}
        />
        {settings.assetsFrom === "dataset" ? (
          <>
            <SeriesField source={field} label="Asset Data" hint={`A table with one column per asset: ${holds}`} rows={5} noun="row" />
            <div className="flex flex-wrap gap-2">
              <SampleButtons holds="assets" onChoose={field.takeSample} />
              <FileButton onFile={field.takeFile}>Open a file</FileButton>
            </div>
          </>
        ) : portfolios.length === 0 ? (
          <p className="text-muted">
            No client portfolios yet.{" "}
            <a href="/clients" className="text-accent underline">
              Add one in Portfolio Management
            </a>
            .
          </p>
        ) : (
          <Select
            label="Portfolio"
            placeholder="Choose a portfolio"
            value={chosen && portfolioKey(chosen)}
            options={portfolios.map((listed) => ({
              value: portfolioKey(listed),
              label: `${listed.client.name}, ${listed.portfolio.name}`,
              note: `${listed.portfolio.holdings.length} holdings, ${percent(listed.cash, 1)} cash`,
            }))}
            onChange={(portfolio) => change({ portfolio })}
          />
        )}
      </RailSection>
      {choice.names.length > 0 ? <Weights choice={choice} settings={settings} change={change} kept={kept} /> : null}
    </>
  );
});

function Weights({ choice, settings, change, kept }: Omit<AssetsSectionProps, "field" | "holds">) {
  const { names, weights } = choice;
  const [listWanted, setWanted] = useState(false);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const own = settings.assetsFrom === "dataset";
  const set = (name: string, value: number | null) => {
    const { [name]: _, ...others } = settings.weights;
    change({ weights: value === null ? others : { ...others, [name]: value } });
  };
  const cash = 1 - sum;
  return (
    <RailSection
      title="Weights"
      aside={
        own && Object.keys(settings.weights).length > 0 ? (
          <Button size="small" kind="quiet" onPress={() => change({ weights: {} })}>
            Equal weights
          </Button>
        ) : undefined
      }
    >
      {own && names.length <= MAX_BOXES ? (
        <div className="grid grid-cols-2 items-end gap-2.5">
          {names.map((name, i) => (
            <SettingField
              key={name}
              setting={weightSetting}
              label={name}
              keptAsPercent
              value={Math.round(1e6 * weights[i]) / 1e4}
              onChange={(value) => set(name, value)}
              step={0.5}
            />
          ))}
        </div>
      ) : null}
      <p className={`text-small ${sum > 1 + 1e-9 ? "text-bad" : "text-muted"}`}>
        {own ? "" : `${names.length} holdings. `}
        {sum > 1 + 1e-9
          ? `The weights sum to ${percent(sum, 1)}; they must not exceed 100%.`
          : Math.abs(cash) < 1e-6
            ? `The weights sum to 100%${kept}.`
            : `The weights sum to ${percent(sum, 1)}; ${percent(cash, 1)} is cash.`}
      </p>
      {own ? (
        <Disclosure title="Weights from a list" onToggle={(open) => setWanted((before) => before || open)}>
          {listWanted ? (
            <Suspense fallback={null}>
              <WeightList names={names} settings={settings} change={change} />
            </Suspense>
          ) : null}
        </Disclosure>
      ) : null}
    </RailSection>
  );
}
