import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetForm } from "../../src/analysis/data/reading-choices";
import {
  addForms,
  damagedForms,
  forgottenFor,
  formsDocument,
  formsIn,
  formWords,
  keptForms,
  removeForm,
  replacedBy,
} from "../../src/pages/settings/kept-forms";
import type { RememberedForm } from "../../workers/ingest";
import { Remembered } from "../../workers/ingest/remembered";

const KEY = "prospect.inputs.reading-choices";
const form = (name: string, options: RememberedForm["options"] = { decimal: "comma" }): RememberedForm => ({
  form: JSON.stringify(["semicolon", name, "Close"]),
  options,
});
const file = (content: unknown) => new Blob([typeof content === "string" ? content : JSON.stringify(content)]);
const refused = async (content: unknown) => {
  const read = await formsIn(file(content));
  return read.ok ? read.value : read.failure.reason;
};

let store: Map<string, string>;
beforeEach(() => {
  store = new Map();
  const setItem = (key: string, value: string) => void store.set(key, value);
  vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem });
});
afterEach(() => void vi.unstubAllGlobals());

describe("remembered forms", () => {
  it("are listed in words, exported to a file, and imported from it", async () => {
    addForms([
      form("Tag", { skip: 2, header: true, encoding: "windows-1251" }),
      { form: ["a.csv", "b.csv"], options: { path: ["b.csv"] } },
      form("Old", {}),
    ]);
    expect(keptForms().map(formWords)).toEqual([
      { name: "Tag, Close (semicolon)", choices: "2 lines skipped at the beginning, first row as the header, Cyrillic (Windows-1251)" },
      { name: "a.csv, b.csv", choices: "read: b.csv" },
    ]);
    const saved = file(formsDocument(keptForms()));
    const before = keptForms();
    store.clear();
    const read = await formsIn(saved);
    expect(read).toEqual({ ok: true, value: before });
    // Nothing from a file takes effect before it is accepted.
    expect(keptForms()).toEqual([]);
    expect(addForms(before)).toBe(true);
    expect(keptForms()).toEqual(before);
  });

  it("are replaced by those of a file, after a warning", () => {
    addForms([form("A"), form("B")]);
    const given = [form("A", { decimal: "point" }), form("B"), form("C")];
    expect(replacedBy(given)).toEqual([form("A")]);
    addForms(given);
    expect(keptForms()).toEqual(given);
  });

  it("beyond fifty are forgotten, oldest first, after a warning", () => {
    const named = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => form(`F${from + place}`));
    addForms(named(0, 30));
    expect(forgottenFor(named(25, 45))).toEqual([]);
    expect(forgottenFor(named(25, 55))).toEqual(named(20, 25));
    addForms(named(25, 55));
    expect(keptForms()).toEqual([...named(25, 55), ...named(0, 20)]);
  });

  it("are removed one by one, and restored", () => {
    addForms([form("A"), form("B"), form("C")]);
    const undo = removeForm(form("B"));
    expect(keptForms()).toEqual([form("A"), form("C")]);
    undo();
    expect(keptForms()).toEqual([form("A"), form("B"), form("C")]);
  });

  it("are restored once, beside newer ones", () => {
    addForms([form("A"), form("B"), form("C")]);
    const [undoA, undoB] = [removeForm(form("A")), removeForm(form("B"))];
    addForms([form("D")]);
    expect(undoA()).toBe(true);
    expect(keptForms()).toEqual([form("A"), form("D"), form("C")]);
    // A newer local choice takes precedence.
    addForms([form("B", { decimal: "point" })]);
    expect(undoB()).toBe(true);
    expect(keptForms()).toEqual([form("B", { decimal: "point" }), form("A"), form("D"), form("C")]);
  });

  it("stay unchanged if storage is full or contains something else", () => {
    addForms([form("A")]);
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => store.get(key) ?? null,
      setItem: () => {
        throw new Error("full");
      },
    });
    expect(addForms([form("B")])).toBe(false);
    expect(keptForms()).toEqual([form("A")]);
    for (const damaged of ["{", "null", '{"forms":5}', '{"forms":[{"form":1}]}']) {
      store.set(KEY, damaged);
      expect(keptForms()).toEqual([]);
    }
  });

  it("do not affect others if damaged, and are counted until the next change", async () => {
    const long = { form: "x".repeat(4001), options: { decimal: "comma" } };
    store.set(KEY, JSON.stringify({ forms: [form("A"), { form: 1 }, form("B"), long, form("C", { skip: -1 })] }));
    expect([keptForms(), damagedForms()]).toEqual([[form("A"), form("B")], 3]);
    // The reader uses the same forms.
    const remembered = new Remembered(JSON.parse(store.get(KEY) ?? "{}").forms);
    expect([form("A"), form("B"), long].map((one) => remembered.of(one.form))).toEqual([{ decimal: "comma" }, { decimal: "comma" }, {}]);
    expect(await refused({ kind: "prospect-reading-forms", version: 1, forms: [long] })).toBe("ingest/noForms");
    expect(
      await refused({ kind: "prospect-reading-forms", version: 1, forms: [{ form: ["y".repeat(100_001)], options: { path: ["y"] } }] }),
    ).toBe("ingest/noForms");
    forgetForm(form("B").form as string);
    expect([keptForms(), damagedForms()]).toEqual([[form("A")], 0]);
  });

  it("of an unknown file are validated, and a file of another kind or size is refused", async () => {
    const document = (forms: unknown) => ({ kind: "prospect-reading-forms", version: 1, forms });
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    for (const content of [
      ...["", "null", "[]", "{", deep, JSON.stringify(document([])), JSON.stringify(document([form("A", {})]))],
      { ...document([form("A")]), version: 2 },
      document([{ form: "x", options: { skip: 1e9 } }]),
      document([{ form: "x", options: { uses: ["king"] } }]),
      document([{ form: "x", options: { encoding: "utf-7" } }]),
      document([{ form: {}, options: { decimal: "comma" } }]),
      document(Array.from({ length: 51 }, (_, place) => form(`F${place}`))),
      document([form("x".repeat(1_000_001))]),
    ])
      expect(await refused(content)).toBe("ingest/noForms");
    // Invalid choices are dropped, and a repeated form counts once.
    const odd = [
      { ...form("A"), extra: "<img>" },
      { form: "x", options: { decimal: "comma", __proto__x: 1, evil: "<script>" } },
      form("A", { decimal: "point" }),
    ];
    expect(await refused(document(odd))).toEqual([form("A", { decimal: "point" }), { form: "x", options: { decimal: "comma" } }]);
    expect(formWords({ form: "<b>no list", options: { decimal: "comma" } })).toEqual({ name: "<b>no list", choices: "a decimal comma" });
  });
});
