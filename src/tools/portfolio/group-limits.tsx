import { boundEntries } from "../../../workers/portfolio/budget-schema";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { SettingField } from "../../ui/setting-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { GroupLimit } from "./settings";

const MAX_GROUPS = 20;
const MAX_NAME_LENGTH = 60;

interface GroupLimitsProps {
  names: readonly string[];
  groups: readonly GroupLimit[];
  onChange: (groups: GroupLimit[]) => void;
}

/** Groups of assets, such as sectors, with a minimum and a maximum weight. */
export function GroupLimits({ names, groups, onChange }: GroupLimitsProps) {
  const set = (at: number, changes: Partial<GroupLimit>) =>
    onChange(groups.map((group, i) => (i === at ? { ...group, ...changes } : group)));
  const add = () => onChange([...groups, { name: freeName(groups), assets: [], least: null, most: null }]);
  return (
    <Disclosure title="Limits by group" note={groups.length > 0 ? `${groups.length} set` : undefined}>
      <div className="flex flex-col gap-3">
        {groups.map((group, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is known by its place, since its name is being typed
          <fieldset key={at} className="flex min-w-0 flex-col gap-2 border-line border-b pb-3">
            <legend className="sr-only">{group.name || `Group ${at + 1}`}</legend>
            <TextField
              label={`Name of group ${at + 1}`}
              value={group.name}
              onChange={(name) => set(at, { name })}
              maxLength={MAX_NAME_LENGTH}
              error={group.name.trim() === "" ? "A group needs a name" : null}
            />
            <div className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto py-0.5">
              {names.map((name) => (
                <Chip key={name} chosen={group.assets.includes(name)} onPress={() => set(at, { assets: toggled(group.assets, name) })}>
                  {name}
                </Chip>
              ))}
            </div>
            <div className="grid grid-cols-2 items-end gap-2.5">
              <SettingField
                setting={boundEntries.lower}
                label={`${group.name || `Group ${at + 1}`}, minimum`}
                keptAsPercent
                value={group.least}
                onChange={(least) => set(at, { least })}
              />
              <SettingField
                setting={boundEntries.upper}
                label={`${group.name || `Group ${at + 1}`}, maximum`}
                keptAsPercent
                value={group.most}
                onChange={(most) => set(at, { most })}
              />
            </div>
            {group.assets.some((name) => names.includes(name)) ? null : (
              <p className="text-small text-warn">Select its assets above: an empty group is ignored.</p>
            )}
            <Button size="small" kind="quiet" onPress={() => onChange(groups.filter((_, i) => i !== at))}>
              Remove {group.name || `group ${at + 1}`}
            </Button>
          </fieldset>
        ))}
        {groups.length < MAX_GROUPS ? (
          <Button size="small" onPress={add}>
            Add a group
          </Button>
        ) : null}
        <p className="text-muted text-small">Limits on the combined weight of assets, such as a sector or all bonds. Empty: no limit.</p>
      </div>
    </Disclosure>
  );
}

const toggled = (assets: readonly string[], name: string): string[] =>
  assets.includes(name) ? assets.filter((one) => one !== name) : [...assets, name];

function freeName(groups: readonly GroupLimit[]): string {
  let number = groups.length + 1;
  while (groups.some(({ name }) => name === `Group ${number}`)) number++;
  return `Group ${number}`;
}
