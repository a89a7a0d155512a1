import { ALLOCATIONS } from "../../workers/backtest/schema";
import { Button } from "../ui/button.tsx";
import { Checkbox } from "../ui/checkbox.tsx";
import { Select } from "../ui/select.tsx";
import type { BacktestSettings } from "./backtest-settings";

interface AssetsPickerProps {
  /** Columns that can be traded. */
  names: readonly string[];
  /** Columns that are traded. */
  chosen: readonly string[];
  allocation: BacktestSettings["allocation"];
  change: (changes: Partial<BacktestSettings>) => void;
}

/** Which assets share the cash, and how. At least one must stay selected. */
export function AssetsPicker({ names, chosen, allocation, change }: AssetsPickerProps) {
  const put = (name: string, wanted: boolean) => change({ assets: names.filter((one) => (one === name ? wanted : chosen.includes(one))) });
  return (
    <>
      <fieldset className="flex min-w-0 flex-col gap-1">
        <legend className="mb-1 flex w-full items-center justify-between gap-2 font-[550] text-small">
          <span>
            Assets{" "}
            <span className="num font-normal text-muted">
              {chosen.length} of {names.length}
            </span>
          </span>
          <Button size="small" kind="quiet" isDisabled={chosen.length === names.length} onPress={() => change({ assets: [...names] })}>
            All assets
          </Button>
        </legend>
        <div className="grid max-h-48 grid-cols-2 gap-x-3 overflow-y-auto">
          {names.map((name) => {
            const checked = chosen.includes(name);
            return (
              <Checkbox key={name} checked={checked} disabled={checked && chosen.length === 1} onChange={(wanted) => put(name, wanted)}>
                <span className="min-w-0 break-words">{name}</span>
              </Checkbox>
            );
          })}
        </div>
      </fieldset>
      <Select label="Shared cash" value={allocation} options={ALLOCATIONS} onChange={(next) => change({ allocation: next })} />
    </>
  );
}
