import { describe, expect, it } from "vitest";
import { MAX_FORM, MAX_JSON, readForm, readJson } from "../../workers/api/read-body";

const JSON_TYPE = { "content-type": "application/json" };
const asked = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://prospect.test/", { method: "POST", body, headers });
const form = (bytes: number) => {
  const parts = new FormData();
  parts.set("file", new Blob([new Uint8Array(bytes)]), "prices.csv");
  return parts;
};

describe.each([
  { engine: "Chromium, where a request's body is a stream", as: (request: Request) => request },
  { engine: "Firefox, where it is missing", as: (request: Request) => Object.defineProperty(request, "body", { value: undefined }) },
])("the body of a request in $engine", ({ as }) => {
  it("is read as JSON, up to its limit and no further", async () => {
    expect(await readJson(as(asked('{"a":[1,2]}', JSON_TYPE)))).toEqual({ a: [1, 2] });
    expect(await readJson(as(asked(`"${"x".repeat(MAX_JSON - 2)}"`, JSON_TYPE)))).toHaveLength(MAX_JSON - 2);
    await expect(readJson(as(asked(`"${"x".repeat(MAX_JSON - 1)}"`, JSON_TYPE)))).rejects.toMatchObject({ status: 413 });
    await expect(readJson(as(asked("", JSON_TYPE)))).rejects.toMatchObject({ status: 400 });
  });

  it("is read as a form, up to its limit and no further", async () => {
    const { file } = await readForm(as(asked(form(1000))));
    expect((file as File).size).toBe(1000);
    await expect(readForm(as(asked(form(MAX_FORM))))).rejects.toMatchObject({ status: 413 });
  });
});
