import { useAtomValue } from "jotai";
import { settings, settingsAtom } from "../../state/settings";
import type { Theme, UpDown } from "../../state/settings-schema";
import { Direction } from "../../ui/direction.tsx";
import { Select, type SelectOption } from "../../ui/select.tsx";
import { Pair, Section } from "./section.tsx";

const THEMES: readonly SelectOption<Theme>[] = [
  { value: "auto", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];
const UP_DOWN: readonly SelectOption<UpDown>[] = [
  { value: "green-red", label: "Green up, red down" },
  { value: "red-green", label: "Red up, green down", note: "East Asian convention" },
  { value: "blue-orange", label: "Blue up, orange down", note: "Safe for all types of color vision" },
];

export function AppearanceSection() {
  const { theme, upDown } = useAtomValue(settingsAtom);
  return (
    <Section id="appearance">
      <Pair>
        <Select label="Theme" value={theme} options={THEMES} onChange={(next) => settings.change({ theme: next })} />
        <Select
          label="Colors of up and down"
          value={upDown}
          options={UP_DOWN}
          onChange={(next) => settings.change({ upDown: next })}
          hint={
            <span className="flex gap-3">
              <Direction mark="up">Buy</Direction>
              <Direction mark="down">Sell</Direction>
              <Direction mark="flat">Hold</Direction>
            </span>
          }
        />
      </Pair>
    </Section>
  );
}
