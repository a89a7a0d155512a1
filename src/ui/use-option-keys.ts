import { type KeyboardEvent, useRef } from "react";
import type { SelectOption } from "./select-option.tsx";

/** Letters typed within this time form one search, in milliseconds. */
const ONE_WORD = 1000;

/** The first option that begins with these letters, searching from the selected one and then from the top. */
function beginning<T extends string>(options: readonly SelectOption<T>[], letters: string, value: T | null): SelectOption<T> | undefined {
  const fits = ({ label, disabled }: SelectOption<T>) =>
    !disabled && label.slice(0, letters.length).localeCompare(letters, undefined, { sensitivity: "base", usage: "search" }) === 0;
  const at = options.findIndex((option) => option.value === value);
  return options.slice(Math.max(at, 0)).find(fits) ?? options.find(fits);
}

/** Keys of a closed select: left and right choose the previous and next option, letters the option that begins with them. */
export function useOptionKeys<T extends string>(
  options: readonly SelectOption<T>[],
  value: T | null,
  choose: (value: string) => void,
): (event: KeyboardEvent) => boolean {
  const typed = useRef({ letters: "", at: 0 });
  const beside = (step: 1 | -1): SelectOption<T> | undefined => {
    const open = options.filter((option) => !option.disabled || option.value === value);
    const at = open.findIndex((option) => option.value === value);
    return at < 0 ? open[0] : open[at + step];
  };
  /** Returns whether the key was handled. */
  return (event) => {
    const { key, timeStamp } = event;
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    if (key === "ArrowLeft" || key === "ArrowRight") {
      const next = beside(key === "ArrowRight" ? 1 : -1);
      if (next) choose(next.value);
      return true;
    }
    const before = timeStamp - typed.current.at < ONE_WORD ? typed.current.letters : "";
    if (key.length !== 1 || (key === " " && before === "")) return false;
    typed.current = { letters: before + key, at: timeStamp };
    const next = beginning(options, before + key, value);
    if (next) choose(next.value);
    return true;
  };
}
