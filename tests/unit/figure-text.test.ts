import * as v from "valibot";
import { expect, it } from "vitest";
import { fitFigures } from "../../src/analysis/run-figures";
import { figureText } from "../../src/state/figure-text";
import { figureSchema } from "../../src/state/run-body";

it("a figure has the decimals of its tool's screen", () => {
  const text = (value: number, unit: string, decimals?: number) => figureText({ label: "figure", value, unit, decimals });
  expect(text(2221.2187, "", 2)).toBe("2,221.22");
  expect(text(1, "", 4)).toBe("1.0000");
  expect(text(12.3456, "%", 2)).toBe("12.35%");
  expect(text(0.123456, "fraction", 2)).toBe("12.35%");
  expect(text(21.04, "steps", 1)).toBe("21.0 steps");
});

it("a figure recorded without decimals is written as before", () => {
  const old = v.parse(figureSchema, { label: "BIC", value: 2221.2187, unit: "" });
  expect(old).not.toHaveProperty("decimals");
  expect(figureText(old)).toBe("2,221.2");
  expect(figureText({ ...old, value: 1974 })).toBe("1,974");
  expect(figureText({ ...old, value: 0.5, unit: "fraction" })).toBe("50.0%");
  expect(figureText({ ...old, value: null })).toBe("—");
});

it("decimals of a file are checked", () => {
  for (const decimals of [-1, 0.5, 400, "2"])
    expect(v.safeParse(figureSchema, { label: "BIC", value: 1, unit: "", decimals }).success).toBe(false);
});

it("the criteria of a fit have the decimals of the GARCH screen", () => {
  const fit = { logLikelihood: -1104.12345, aic: 2_300_000.4, bic: 2221.2187, persistence: 0.98, halfLife: 34.3, n: 1974, estimates: [] };
  const figures = fitFigures({ unit: "percent", fit } as never, "auto");
  expect(Object.fromEntries(figures.map((figure) => [figure.label, figureText(figure)]))).toEqual({
    "Log-likelihood": "−1,104.1235",
    AIC: "2,300,000",
    BIC: "2,221.22",
    Persistence: "0.9800",
    "Half-life": "34.3 steps",
    Returns: "1,974 in percent",
  });
});
