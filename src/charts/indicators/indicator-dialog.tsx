import { entriesOf } from "../../../workers/indicators/schema";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Select } from "../../ui/select.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { CATALOG, type Indicator } from "./catalog";
import { COLORS, MAX_PANES } from "./indicator-set";

interface IndicatorDialogProps {
  indicator: Indicator;
  onChange: (next: Indicator) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Settings, color and pane of an indicator; changes apply to the chart immediately. */
export function IndicatorDialog({ indicator, onChange, onRemove, onClose }: IndicatorDialogProps) {
  const { kind, settings, color, pane } = indicator;
  const { name, inPrices, definition, shades } = CATALOG[kind];
  const panes = Array.from({ length: MAX_PANES }, (_, index) => ({ value: `${index + 1}`, label: `Pane ${index + 1} below` }));
  return (
    <Dialog
      title={name}
      onClose={onClose}
      actions={
        <>
          <Button kind="danger" onPress={onRemove}>
            Remove
          </Button>
          <Button kind="primary" onPress={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-3">
        {Object.entries(entriesOf(kind)).map(([key, setting]) => (
          <SettingField
            key={key}
            setting={setting}
            value={settings[key]}
            onChange={(value) => value !== null && onChange({ ...indicator, settings: { ...settings, [key]: value } })}
          />
        ))}
        {shades ? null : (
          <>
            <Select label="Color" value={color} options={COLORS} onChange={(next) => onChange({ ...indicator, color: next })} />
            <Select
              label="Pane"
              value={`${pane}`}
              options={inPrices ? [{ value: "0", label: "On the price" }, ...panes] : panes}
              onChange={(next) => onChange({ ...indicator, pane: Number(next) })}
            />
          </>
        )}
      </div>
      {definition ? <p className="mt-3 text-muted text-small">{definition}</p> : null}
    </Dialog>
  );
}
