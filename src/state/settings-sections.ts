/** The sections of the settings page by anchor; search links to each. */
export const SETTINGS_SECTIONS = [
  { id: "appearance", title: "Appearance", words: "theme dark light colors of up and down green red" },
  {
    id: "numbers",
    title: "Numbers and dates",
    words:
      "format locale decimal separator annualization steps per year 252 365 risk-free rate tables figures as TradingView QuantStats pyfolio Excel",
  },
  { id: "computing", title: "Computing", words: "threads workers cores notifications" },
  { id: "keyboard", title: "Keyboard", words: "single-key shortcuts keys" },
  { id: "model", title: "Language model", words: "provider endpoint api key" },
  { id: "signing", title: "Signing key", words: "sign signature verify fingerprint result report key" },
  { id: "signers", title: "Known signers", words: "trust key fingerprint signature" },
  { id: "forms", title: "File layouts", words: "presets import csv header encoding reading forms" },
  { id: "storage", title: "Storage", words: "datasets space quota persist remove check integrity damaged" },
  { id: "backup", title: "Backup", words: "workspace export import restore" },
  { id: "app", title: "App", words: "install version reset settings update" },
] as const;
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]["id"];
