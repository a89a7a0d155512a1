import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ProviderKey } from "../../src/state/provider-key.ts";
import { SettingsStore } from "../../src/state/settings.ts";
import { DEFAULT_SETTINGS } from "../../src/state/settings-schema.ts";

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());
const refusing = (): Storage => {
  throw new DOMException("refused", "SecurityError");
};

it("keeps what was changed, tells it at once, and another tab follows", () => {
  const here = new SettingsStore(() => localStorage);
  const applied = vi.fn();
  const there = new SettingsStore(() => localStorage, applied);
  const heard = vi.fn();
  there.subscribe(heard);
  here.change({ theme: "dark", threads: 2 });
  expect(JSON.parse(localStorage.getItem("prospect.theme") ?? "")).toBe("dark");
  there.follow({ key: "something else" });
  expect(heard).not.toHaveBeenCalled();
  there.follow({ key: "prospect.settings" });
  expect(heard).toHaveBeenCalledOnce();
  expect(applied).toHaveBeenLastCalledWith(here.read());
  expect(new SettingsStore(() => localStorage).read()).toEqual({ ...DEFAULT_SETTINGS, theme: "dark", threads: 2 });
  here.reset();
  expect(new SettingsStore(() => localStorage).read()).toEqual(DEFAULT_SETTINGS);
});

it("stands where what was kept is broken", () => {
  localStorage.setItem("prospect.settings", "{");
  localStorage.setItem("prospect.theme", '"light"');
  expect(new SettingsStore(() => localStorage).read()).toEqual({ ...DEFAULT_SETTINGS, theme: "light" });
});

it("where the device refuses, settings and key last as long as the tab, and that is said", () => {
  const store = new SettingsStore(refusing);
  store.change({ upDown: "blue-orange" });
  expect(store.read().upDown).toBe("blue-orange");
  expect(store.refused()).toBe(true);
  const key = new ProviderKey(refusing);
  key.keep("secret");
  expect([key.read(), key.secret()]).toEqual([true, "secret"]);
  key.forget();
  expect(key.read()).toBe(false);
});

it("the provider's key can be had for this tab alone, also where one was kept before", () => {
  const key = new ProviderKey(() => localStorage);
  key.keep("kept");
  key.hold("held");
  expect([key.secret(), localStorage.getItem("prospect.provider-key")]).toEqual(["held", null]);
  expect(new ProviderKey(() => localStorage).secret()).toBeNull();
  key.forget();
  expect(key.secret()).toBeNull();
});

it("the provider's key stands in no setting", () => {
  const key = new ProviderKey(() => localStorage);
  key.keep("secret");
  const store = new SettingsStore(() => localStorage);
  store.change({ provider: { endpoint: "https://models.example/v1", model: "small" } });
  expect(JSON.stringify(store.read()) + localStorage.getItem("prospect.settings")).not.toContain("secret");
  key.forget();
  expect(localStorage.getItem("prospect.provider-key")).toBeNull();
});
