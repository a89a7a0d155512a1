import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { withCurrentNames } from "../../workers/former-names";
import { setThreads } from "../client/compute";
import { setDateFormat, setFormatLocale } from "../lib/format";
import { Listened } from "../lib/store";
import { DEFAULT_SETTINGS, readSettings, type Settings } from "./settings-schema";
import { type Source, sourceAtom } from "./source-atom";

const KEY = "prospect.settings";
/** A separate key: `public/theme.js` reads both before the first paint. */
const THEME_KEY = "prospect.theme";

/**
 * The settings of this device, synchronized between tabs. If storage refuses, they are kept until the tab is closed, and `refused` reports
 * it.
 */
export class SettingsStore extends Listened implements Source<Settings> {
  private current = DEFAULT_SETTINGS;
  private failed = false;
  /** Storage does not have the current settings: its refusal may have been temporary. */
  private unwritten = false;

  /**
   * @param device returns the storage; may throw if the browser refuses
   * @param apply puts settings into effect; called at once and after every change
   */
  constructor(
    private readonly device: () => Storage,
    private readonly apply: (settings: Settings) => void = () => undefined,
  ) {
    super();
    this.current = this.stored();
    apply(this.current);
  }

  read = (): Settings => this.current;
  refused = (): boolean => this.failed;

  /**
   * Changes some of the settings; an invalid value resets its setting to the default. The others are read from storage, where another tab
   * may have changed them: a page restored from the back/forward cache has not been notified of that.
   */
  change = (changes: Partial<Settings>): void => this.take(readSettings({ ...(this.failed ? this.current : this.stored()), ...changes }));

  reset = (): void => this.take(DEFAULT_SETTINGS);

  /**
   * Restores settings from a backup, as stored texts.
   * @param replace also overwrite existing ones
   */
  takeTexts = (texts: Record<string, string>, replace: boolean): void => {
    const wanted = [KEY, THEME_KEY].filter((key) => texts[key] !== undefined && (replace || !this.has(key)));
    const rest = wanted.includes(KEY) ? parse(texts[KEY]) : null;
    const theme = wanted.includes(THEME_KEY) ? { theme: parse(texts[THEME_KEY]) } : null;
    if (wanted.length > 0) this.take(readSettings({ ...this.current, ...(typeof rest === "object" ? rest : null), ...theme }));
  };

  /** Handles a change by another tab. */
  follow = ({ key }: Pick<StorageEvent, "key">): void => {
    if (key !== null && key !== KEY && key !== THEME_KEY) return;
    this.unwritten = false;
    this.show(this.stored());
  };

  /** Retries writing what storage refused; call before the page is closed. */
  flush = (): void => {
    if (!this.unwritten) return;
    this.write(this.current);
    if (!this.unwritten) this.emit();
  };

  private take(settings: Settings): void {
    this.write(settings);
    this.show(settings);
  }

  private write({ theme, ...rest }: Settings): void {
    try {
      const device = this.device();
      device.setItem(THEME_KEY, JSON.stringify(theme));
      device.setItem(KEY, JSON.stringify(rest));
      this.failed = false;
    } catch {
      this.failed = true;
    }
    this.unwritten = this.failed;
  }

  private show(settings: Settings): void {
    this.current = settings;
    this.apply(settings);
    this.emit();
  }

  private has(key: string): boolean {
    try {
      return this.device().getItem(key) !== null;
    } catch {
      return false;
    }
  }

  /** The stored settings; the current ones if storage cannot be read. */
  private stored(): Settings {
    try {
      const device = this.device();
      const rest: unknown = parse(device.getItem(KEY));
      return readSettings({ ...(typeof rest === "object" ? rest : null), theme: parse(device.getItem(THEME_KEY)) });
    } catch {
      this.failed = true;
      return this.current;
    }
  }
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(withCurrentNames(text));
  } catch {
    return null;
  }
}

/** Applies settings that have an effect beyond the components that read them. */
function apply({ theme, upDown, numberFormat, dateFormat, threads }: Settings): void {
  const { dataset } = document.documentElement;
  if (theme === "auto") delete dataset.theme;
  else dataset.theme = theme;
  if (upDown === "green-red") delete dataset.updown;
  else dataset.updown = upDown;
  setFormatLocale(numberFormat === "auto" ? undefined : numberFormat);
  setDateFormat(dateFormat);
  setThreads(threads);
}

/** The settings of the app. */
export const settings = new SettingsStore(() => localStorage, apply);
window.addEventListener("storage", settings.follow);
window.addEventListener("pagehide", settings.flush);
document.addEventListener("visibilitychange", () => document.visibilityState === "hidden" && settings.flush());

export const settingsAtom = sourceAtom(settings);

/** Whether storage refuses to keep them. */
export const settingsRefusedAtom = sourceAtom({ read: settings.refused, subscribe: settings.subscribe });

/**
 * Inputs of a screen, with the user's risk-free rate if the screen sets none.
 * @param percents 100 for a screen that stores fractions
 */
export function useRiskFree<Inputs extends { riskFree: number | null }>(inputs: Inputs, percents: 1 | 100 = 1): Inputs {
  const { riskFree } = useAtomValue(settingsAtom);
  return useMemo(() => (inputs.riskFree === null ? { ...inputs, riskFree: riskFree / percents } : inputs), [inputs, riskFree, percents]);
}
