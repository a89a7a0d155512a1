import { afterEach, describe, expect, it, vi } from "vitest";
import {
  BodyHold,
  MAX_FORM,
  MAX_HELD,
  MAX_JSON,
  MAX_PARTS,
  readForm as readFormOf,
  readJson as readJsonOf,
} from "../../workers/api/read-body";

const JSON_TYPE = { "content-type": "application/json" };
const asked = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://prospect.test/", { method: "POST", body, headers });
const hold = new BodyHold();
afterEach(() => hold.release());
const readJson = (request: Request) => readJsonOf(request, hold);
const readForm = (request: Request) => readFormOf(request, hold);
const form = (bytes: number) => {
  const parts = new FormData();
  parts.set("file", new Blob([new Uint8Array(bytes)]), "prices.csv");
  return parts;
};

describe.each([
  { engine: "Chromium, where a request's body is a stream", as: (request: Request) => request },
  { engine: "Firefox, where it is missing", as: (request: Request) => Object.defineProperty(request, "body", { value: undefined }) },
])("the body of a request in $engine", ({ as }) => {
  it("is read as JSON, up to its limit", async () => {
    expect(await readJson(as(asked('{"a":[1,2]}', JSON_TYPE)))).toEqual({ a: [1, 2] });
    expect(await readJson(as(asked(`"${"x".repeat(MAX_JSON - 2)}"`, JSON_TYPE)))).toHaveLength(MAX_JSON - 2);
    await expect(readJson(as(asked(`"${"x".repeat(MAX_JSON - 1)}"`, JSON_TYPE)))).rejects.toMatchObject({ status: 413 });
    await expect(readJson(as(asked("", JSON_TYPE)))).rejects.toMatchObject({ status: 400 });
  });

  it("is read as a form, up to its limit", async () => {
    const { file } = await readForm(as(asked(form(1000))));
    expect((file as File).size).toBe(1000);
    await expect(readForm(as(asked(form(MAX_FORM))))).rejects.toMatchObject({ status: 413 });
  });
});

const multipart = (type: string, body: string) => asked(body, { "content-type": `multipart/form-data${type}` });
const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n-- 5\n--c5\r\n`;

describe("a form", () => {
  it("with very many parts is refused before any is read", async () => {
    const most = Array.from({ length: MAX_PARTS - 1 }, (_, place) => part(`f${place}`)).join("");
    expect(Object.keys(await readForm(multipart("; boundary=b", `${most}--b--`)))).toHaveLength(MAX_PARTS - 1);
    const parse = vi.spyOn(Response.prototype, "formData");
    await expect(readForm(multipart("; boundary=b", `${part("f").repeat(MAX_PARTS)}--b--`))).rejects.toMatchObject({ status: 400 });
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it("has a valid boundary", async () => {
    for (const type of [";boundary=b", '; Boundary="b"', "; charset=utf-8; boundary=b; x=y"]) {
      expect(await readForm(multipart(type, `${part("f")}--b--`))).toEqual({ f: "-- 5\n--c5" });
    }
    for (const type of ["", "; boundary=", '; boundary="', `; boundary=${"b".repeat(71)}`, "; boundary=b\u00e4"]) {
      await expect(readForm(multipart(type, `${part("f")}--b--`)), type).rejects.toMatchObject({ status: 400 });
    }
  });
});

it("all bodies in progress share a byte limit", async () => {
  const others = new BodyHold();
  others.take(MAX_HELD - 1000);
  await expect(readForm(asked(form(1000)))).rejects.toMatchObject({ status: 503, code: "busy" });
  hold.release();
  others.release();
  expect(Object.keys(await readForm(asked(form(1000))))).toEqual(["file"]);
});

it("an aborted body is refused, and not reported as a bug", async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("aborted")) });
  const request = new Request("http://prospect.test/", { method: "POST", body: broken, headers: JSON_TYPE, duplex: "half" } as RequestInit);
  await expect(readJson(request)).rejects.toMatchObject({ status: 400, code: "cut-off" });
});
