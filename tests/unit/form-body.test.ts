import { expect, it } from "vitest";
import { formBody } from "../../src/client/form-body";

it("a form reads back unchanged, including names with quotes and line breaks", async () => {
  const form = new FormData();
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  form.append("file", new File([bytes], 'prices "of 5/3".csv', { type: "text/csv" }));
  form.append("file", new File(["a\r\n--b"], "second"));
  form.append('na"me\r\n', "väl\r\nue");
  const read = await new Request("http://prospect.test", { method: "POST", body: formBody(form) }).formData();
  expect([...read.keys()]).toEqual([...form.keys()]);
  expect(read.get('na"me\r\n')).toBe("väl\r\nue");
  const [first, second] = read.getAll("file") as File[];
  expect([first.name, first.type, new Uint8Array(await first.arrayBuffer())]).toEqual(['prices "of 5/3".csv', "text/csv", bytes]);
  expect([second.name, await second.text()]).toEqual(["second", "a\r\n--b"]);
});
