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

it("a change leaves what another tab has changed meanwhile, though this one has not heard of it", () => {
  const [here, there] = [new SettingsStore(() => localStorage), new SettingsStore(() => localStorage)];
  here.change({ theme: "dark", threads: 2 });
  there.change({ upDown: "blue-orange" });
  expect(new SettingsStore(() => localStorage).read()).toEqual({ ...DEFAULT_SETTINGS, theme: "dark", threads: 2, upDown: "blue-orange" });
  expect(there.read().threads).toBe(2);
});

it("takes those of a backup, and holds them where the device refuses", () => {
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

it("stands where what was kept is broken", () => {
  localStorage.setItem("prospect.settings", "{");
  localStorage.setItem("prospect.theme", '"light"');
  expect(new SettingsStore(() => localStorage).read()).toEqual({ ...DEFAULT_SETTINGS, theme: "light" });
});

it("where the device refuses, settings and key last as long as the tab, and that is said", async () => {
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

it("writes what was refused for a moment once the page is about to go, and tells", () => {
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
  // What another tab has written since is newer than what was refused here.
  full = true;
  store.change({ threads: 5 });
  full = false;
  localStorage.setItem("prospect.settings", '{"threads":2}');
  store.follow({ key: "prospect.settings" });
  store.flush();
  expect(new SettingsStore(() => localStorage).read().threads).toBe(2);
});

it("a change made while the device cannot be read for a moment leaves the other settings", () => {
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

it("the provider's key can be had for this tab alone, also where one was kept before", async () => {
  const key = new ProviderKey(() => localStorage);
  await keepSealed(key, "kept");
  key.hold("held");
  expect([await secretOf(key), localStorage.getItem("prospect.provider-key")]).toEqual(["held", null]);
  expect(await secretOf(new ProviderKey(() => localStorage))).toBeNull();
  key.forget();
  expect(await secretOf(key)).toBeNull();
  // Forgotten while it was being sealed: it is not written down after all.
  const keeping = keepSealed(key, "late");
  key.forget();
  await keeping;
  expect([key.read(), localStorage.getItem("prospect.provider-key")]).toEqual([false, null]);
});

it("the provider's key lies sealed on the device, and only this device opens it", async () => {
  await keepSealed(new ProviderKey(() => localStorage), "a secret key ü");
  const sealed = localStorage.getItem("prospect.provider-key") ?? "";
  expect(sealed).toMatch(/^sealed\.v1\.[\w+/=]{40,}$/);
  expect(atob(sealed.slice(10))).not.toContain("secret");
  const later = new ProviderKey(() => localStorage);
  expect([later.read(), await secretOf(later)]).toEqual([true, "a secret key ü"]);
  localStorage.setItem("prospect.provider-key", `${sealed.slice(0, -8)}AAAAAAA=`);
  expect(await secretOf(later)).toBeNull();
});

it("the provider's key stands in no setting", async () => {
  const key = new ProviderKey(() => localStorage);
  await keepSealed(key, "secret");
  const store = new SettingsStore(() => localStorage);
  store.change({ provider: { endpoint: "https://models.example/v1", model: "small" } });
  expect(JSON.stringify(store.read()) + localStorage.getItem("prospect.settings")).not.toContain("secret");
  key.forget();
  expect(localStorage.getItem("prospect.provider-key")).toBeNull();
});
