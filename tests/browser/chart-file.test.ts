import { afterAll, expect, it } from "vitest";
import { ChartColors } from "../../src/charts/chart-colors";
import type { Picture, TextMark } from "../../src/charts/marks";
import { svgOf } from "../../src/charts/picture";

const colors = new ChartColors(document.documentElement, () => undefined);
afterAll(() => colors.dispose());

const NAMES = {
  markup: `]]><script>alert(1)</script><image href="https://example.org/x"/>&amp;'"`,
  "an entity": "<!DOCTYPE x [<!ENTITY a 'b'>]>&a;",
  "control signs": "a\0b\u0001c\u0008d\u000be\u000cf\u000eg\u001fh\u007fi\u0085j\ufffek\uffff",
  "half a letter": "x\ud83dy\udcc8z",
  "a turned direction": "\u202egnp.exe\u202c \u2066x\u2069",
  "a long word": "W".repeat(5000),
};

it.each(Object.entries(NAMES))("a drawing of a series named %s is a picture, and shows the name", async (_, name) => {
  const mark: TextMark = { kind: "text", x: 5, y: 10, text: name, size: 12, family: "sans", paint: { token: "text" } };
  const picture: Picture = {
    width: 300,
    height: 120,
    title: [mark],
    titleHeight: 20,
    marks: [{ kind: "group", x: 1, y: 2, marks: [mark] }],
  };
  const file = svgOf(picture, colors, name);
  const drawing = new DOMParser().parseFromString(await file.text(), "image/svg+xml");
  expect(drawing.querySelector("parsererror")).toBeNull();
  expect(drawing.querySelectorAll("script, image, foreignObject, a")).toHaveLength(0);
  const shown = drawing.querySelectorAll("text")[1].textContent ?? "";
  expect(shown.length).toBe(name.length);
  expect(shown.replaceAll("\ufffd", "")).toBe([...shown].filter((sign) => sign !== "\ufffd" && name.includes(sign)).join(""));
  const image = new Image();
  image.src = URL.createObjectURL(file);
  await image.decode();
  expect([image.naturalWidth, image.naturalHeight]).toEqual([300, 120]);
});
