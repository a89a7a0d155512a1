import { createStore } from "jotai";
import * as v from "valibot";
import { afterAll, expect, it, vi } from "vitest";
import { takesShared } from "../../src/routes.ts";
import { InputStore } from "../../src/state/input-store";
import { offeredFileAtom, offerFile } from "../../src/state/offered-file";
import { openShared, takenFrom } from "../../src/state/share";
import { writeShared } from "../../src/state/share-code";
import { readShareFile } from "../../src/state/share-file";
import { toast } from "../../src/ui/toast-queue.ts";

// Not a mock of the module: files of a process share it, and an earlier one may have loaded it already.
for (const kind of ["info", "warning", "error", "success"] as const) vi.spyOn(toast, kind).mockImplementation(() => undefined as never);
afterAll(() => vi.restoreAllMocks());

it("names what a link set and what it could not, shortened: 175 characters can decompress to a word of 60,000", () => {
  const long = "W".repeat(60_000);
  takenFrom("link")([long, ...Array.from({ length: 6000 }, (_, place) => `k${place}`)], ["p", long], () => undefined);
  const details = [toast.info, toast.warning].map((told) => vi.mocked(told).mock.calls[0][1]?.detail ?? "");
  expect(details[0]).toBe(`p, ${"W".repeat(60)}…`);
  expect(details[1]).toMatch(/^W{60}…, k0, k1, .*, k10 and 5,989 more$/);
});

it("no name in a link changes the text direction of later ones", () => {
  vi.mocked(toast.warning).mockClear();
  takenFrom("link")(["\u202eb", "c"], [], () => undefined);
  expect(vi.mocked(toast.warning).mock.calls[0][1]?.detail).toBe("[U+202E]b, c");
});

it("a link longer than any made here is not reported as truncated", async () => {
  vi.mocked(toast.error).mockClear();
  const offer = vi.fn();
  await openShared("x".repeat(1_000_000), "/garch-model", offer);
  expect(vi.mocked(toast.error).mock.calls).toEqual([
    ["This link is longer than any Prospect makes (32,768 characters): its settings were ignored"],
  ]);
  expect(offer).not.toHaveBeenCalled();
});

it("a setting named like an object property is listed as ignored", async () => {
  const names = ["__proto__", "constructor", "prototype", "p"];
  const settings = JSON.parse(`{${names.map((name) => `"${name}":7`).join()}}`);
  const offered: string[][] = [];
  await openShared((await writeShared("garch-model", settings)) ?? "", "/garch-model", (_, values) => offered.push(Object.keys(values)));
  expect(offered).toEqual([names]);
  const store = new InputStore(() => {
    throw new Error("no storage here");
  });
  const told = vi.fn();
  store.offer("garch-model", settings, told);
  expect(store.get("garch-model", v.object({ p: v.number() }), { p: 1 })).toEqual({ p: 7 });
  await vi.waitFor(() => expect(told.mock.calls[0].slice(0, 2)).toEqual([names.slice(0, 3), ["p"]]));
});

it("a link to a screen that takes no settings is refused with a message: a stranger must not set alerts, names or hosts", async () => {
  for (const path of ["/settings", "/watchlist", "/profile", "/clients", "/demo", "/no-such-page"])
    expect([path, takesShared(path)]).toEqual([path, false]);
  for (const path of ["/garch-model", "/garch-model/", "/portfolio", "/convert-data"])
    expect([path, takesShared(path)]).toEqual([path, true]);
  vi.mocked(toast.error).mockClear();
  const offer = vi.fn();
  await openShared((await writeShared("settings", { theme: "dark" })) ?? "", null, offer);
  expect(vi.mocked(toast.error).mock.calls).toEqual([["This screen takes no settings from a link: they were ignored"]]);
  expect(offer).not.toHaveBeenCalled();
});

it("data in a link needs confirmation, like a file's, and nothing is applied before", async () => {
  const data = [{ field: "data", name: "prices.csv", text: "1\n2\n3" }];
  const offer = vi.fn();
  await openShared((await writeShared("garch-model", { p: 1 }, data)) ?? "", "/garch-model", offer);
  expect(offer).not.toHaveBeenCalled();
  const store = createStore();
  store.sub(offeredFileAtom, () => undefined);
  const offered = store.get(offeredFileAtom);
  expect(offered?.kind).toBe("shared");
  expect(await readShareFile(offered?.file ?? new Blob())).toEqual({
    ok: true,
    value: { version: 1, screen: "garch-model", settings: { p: 1 }, data },
  });
  offerFile(null);
});
