import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ProviderKey } from "../../src/state/provider-key.ts";
import { keepSealed, secretOf } from "../../src/state/secret-cipher.ts";
import { SettingsStore } from "../../src/state/settings.ts";
import { DEFAULT_SETTINGS } from "../../src/state/settings-schema.ts";

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());
const refusing = (): Storage => {
  throw new DOMException("refused", "SecurityError");
};

it("saves changes, notifies at once, and another tab follows", () => {
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

it("a change preserves what another tab has changed in the meantime, even before this one knows of it", () => {
  const [here, there] = [new SettingsStore(() => localStorage), new SettingsStore(() => localStorage)];
  here.change({ theme: "dark", threads: 2 });
  there.change({ upDown: "blue-orange" });
  expect(new SettingsStore(() => localStorage).read()).toEqual({ ...DEFAULT_SETTINGS, theme: "dark", threads: 2, upDown: "blue-orange" });
  expect(there.read().threads).toBe(2);
});

it("imports those of a backup, and holds them in memory where the device refuses", () => {
  const texts = { "prospect.settings": '{"threads":2}', "prospect.theme": '"dark"', "prospect.inputs.garch-model": "{}" };
  const store = new SettingsStore(refusing);
  store.takeTexts(texts, false);
  expect(store.read()).toEqual({ ...DEFAULT_SETTINGS, theme: "dark", threads: 2 });
  expect(store.refused()).toBe(true);
  const keeping = new SettingsStore(() => localStorage);
  keeping.change({ threads: 3 });
  keeping.takeTexts(texts, false);
  expect(keeping.read()).toEqual({ ...DEFAULT_SETTINGS, threads: 3 });
  keeping.takeTexts(texts, true);
  expect(new SettingsStore(() => localStorage).read()).toEqual({ ...DEFAULT_SETTINGS, theme: "dark", threads: 2 });
});

it("works where stored data is broken", () => {
  localStorage.setItem("prospect.settings", "{");
  localStorage.setItem("prospect.theme", '"light"');
  expect(new SettingsStore(() => localStorage).read()).toEqual({ ...DEFAULT_SETTINGS, theme: "light" });
});

it("where the device refuses, settings and key last as long as the tab, and a message says so", async () => {
  const store = new SettingsStore(refusing);
  store.change({ upDown: "blue-orange" });
  expect(store.read().upDown).toBe("blue-orange");
  expect(store.refused()).toBe(true);
  const key = new ProviderKey(refusing);
  await keepSealed(key, "secret");
  expect([key.read(), await secretOf(key)]).toEqual([true, "secret"]);
  key.forget();
  expect(key.read()).toBe(false);
});

it("saves what was temporarily refused before the page is left, and notifies", () => {
  let full = true;
  const store = new SettingsStore(() => (full ? refusing() : localStorage));
  store.change({ threads: 3 });
  store.flush();
  expect([store.refused(), localStorage.getItem("prospect.settings")]).toEqual([true, null]);
  full = false;
  const heard = vi.fn();
  store.subscribe(heard);
  store.flush();
  expect(store.refused()).toBe(false);
  expect(heard).toHaveBeenCalledOnce();
  expect(new SettingsStore(() => localStorage).read()).toEqual({ ...DEFAULT_SETTINGS, threads: 3 });
  // What another tab has saved since is newer than what was refused here.
  full = true;
  store.change({ threads: 5 });
  full = false;
  localStorage.setItem("prospect.settings", '{"threads":2}');
  store.follow({ key: "prospect.settings" });
  store.flush();
  expect(new SettingsStore(() => localStorage).read().threads).toBe(2);
});

it("a change made while the device temporarily cannot be read preserves the other settings", () => {
  let broken = false;
  const store = new SettingsStore(() => (broken ? refusing() : localStorage));
  store.change({ theme: "dark", threads: 2 });
  broken = true;
  store.change({ upDown: "blue-orange" });
  broken = false;
  store.flush();
  const expected = { ...DEFAULT_SETTINGS, theme: "dark", threads: 2, upDown: "blue-orange" };
  expect([store.read(), new SettingsStore(() => localStorage).read()]).toEqual([expected, expected]);
});

it("the provider's key can be limited to this tab, also where one was stored before", async () => {
  const key = new ProviderKey(() => localStorage);
  await keepSealed(key, "kept");
  key.hold("held");
  expect([await secretOf(key), localStorage.getItem("prospect.provider-key")]).toEqual(["held", null]);
  expect(await secretOf(new ProviderKey(() => localStorage))).toBeNull();
  key.forget();
  expect(await secretOf(key)).toBeNull();
  // Forgotten while it was being encrypted, so it must not be stored after all.
  const keeping = keepSealed(key, "late");
  key.forget();
  await keeping;
  expect([key.read(), localStorage.getItem("prospect.provider-key")]).toEqual([false, null]);
});

it("the provider's key is stored encrypted, and only this device can decrypt it", async () => {
  await keepSealed(new ProviderKey(() => localStorage), "a secret key ü");
  const sealed = localStorage.getItem("prospect.provider-key") ?? "";
  expect(sealed).toMatch(/^sealed\.v1\.[\w+/=]{40,}$/);
  expect(atob(sealed.slice(10))).not.toContain("secret");
  const later = new ProviderKey(() => localStorage);
  expect([later.read(), await secretOf(later)]).toEqual([true, "a secret key ü"]);
  localStorage.setItem("prospect.provider-key", `${sealed.slice(0, -8)}AAAAAAA=`);
  expect(await secretOf(later)).toBeNull();
});

it("the provider's key is in no setting", async () => {
  const key = new ProviderKey(() => localStorage);
  await keepSealed(key, "secret");
  const store = new SettingsStore(() => localStorage);
  store.change({ provider: { endpoint: "https://models.example/v1", model: "small" } });
  expect(JSON.stringify(store.read()) + localStorage.getItem("prospect.settings")).not.toContain("secret");
  key.forget();
  expect(localStorage.getItem("prospect.provider-key")).toBeNull();
});
