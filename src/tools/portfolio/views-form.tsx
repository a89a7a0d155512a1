import * as v from "valibot";
import { marketEntries, viewEntries } from "../../../workers/portfolio/schema";
import { Button } from "../../ui/button.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import type { AssetView, ChangeSettings, PortfolioSettings } from "./settings";

const MAX_VIEWS = 20;
const TWO = "grid grid-cols-2 items-end gap-2.5";
/** Value of the field for no second asset. */
const ALONE = "";

interface ViewsFormProps {
  names: readonly string[];
  settings: Pick<PortfolioSettings, "views" | "marketAversion" | "tau">;
  change: ChangeSettings;
}

/** Expected returns of single assets, or of one relative to another, with confidence. */
export function ViewsForm({ names, settings, change }: ViewsFormProps) {
  const { views } = settings;
  return (
    <div className="flex flex-col gap-3">
      {views.map((view, at) => (
        <ViewFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a view is known by its place, since all of it can change
          key={at}
          names={names}
          view={view}
          nth={at + 1}
          set={(changes) => change({ views: views.map((one, i) => (i === at ? { ...one, ...changes } : one)) })}
          remove={() => change({ views: views.filter((_, i) => i !== at) })}
        />
      ))}
      {views.length < MAX_VIEWS ? (
        <Button
          size="small"
          isDisabled={names.length === 0}
          onPress={() =>
            change({
              views: [...views, { asset: names[0], over: null, expected: 5, confidence: 100 * v.getDefault(viewEntries.confidence) }],
            })
          }
        >
          Add a view
        </Button>
      ) : null}
      <div className={TWO}>
        <SettingField
          setting={marketEntries.aversion}
          value={settings.marketAversion}
          onChange={(marketAversion) => change({ marketAversion })}
          step={0.5}
        />
        <SettingField setting={marketEntries.tau} value={settings.tau} onChange={(tau) => change({ tau })} step={0.01} />
      </div>
      <p className="text-muted text-small">
        Returns per year. The weights above are the market portfolio; without views, expected returns are those for which it is optimal.
      </p>
    </div>
  );
}

interface ViewFieldsProps {
  names: readonly string[];
  view: AssetView;
  /** Number of the view, from 1. */
  nth: number;
  set: (changes: Partial<AssetView>) => void;
  remove: () => void;
}

function ViewFields({ names, view, nth, set, remove }: ViewFieldsProps) {
  const options = names.map((name) => ({ value: name, label: name }));
  const words = `view ${nth}`;
  const lost = !names.includes(view.asset) || (view.over !== null && !names.includes(view.over));
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 border-line border-b pb-3">
      <legend className="sr-only">View {nth}</legend>
      <div className={TWO}>
        <Select
          label={`Asset of ${words}`}
          value={names.includes(view.asset) ? view.asset : null}
          placeholder="Choose an asset"
          options={options}
          onChange={(asset) => set({ asset, over: view.over === asset ? null : view.over })}
        />
        <Select
          label={`Relative to, in ${words}`}
          value={view.over !== null && names.includes(view.over) ? view.over : ALONE}
          options={[{ value: ALONE, label: "Absolute" }, ...options.filter(({ value }) => value !== view.asset)]}
          onChange={(over) => set({ over: over === ALONE ? null : over })}
        />
      </div>
      <div className={TWO}>
        <SettingField
          setting={viewEntries.expected}
          label={`Return of ${words}`}
          keptAsPercent
          value={view.expected}
          onChange={(expected) => set({ expected })}
          step={0.5}
        />
        <SettingField
          setting={viewEntries.confidence}
          label={`Confidence of ${words}`}
          keptAsPercent
          value={view.confidence}
          onChange={(confidence) => set({ confidence })}
        />
      </div>
      {lost ? <p className="text-small text-warn">Its asset is not in this data: the view is ignored.</p> : null}
      <Button size="small" kind="quiet" onPress={remove}>
        Remove {words}
      </Button>
    </fieldset>
  );
}
