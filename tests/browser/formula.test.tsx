import "../../src/styles.css";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { FormulaView } from "../../src/ui/formula.tsx";
import { loadFormulas } from "../../src/ui/formula-lines.ts";
import { InfoButton } from "../../src/ui/info-button.tsx";
import { findings } from "./axe.ts";

/** The width of an explanation on a phone, without its padding. */
const NARROW = 330;
const MATHML = "http://www.w3.org/1998/Math/MathML";
const settled = async (count: number) =>
  expect.poll(() => document.querySelectorAll(".formula").length, { timeout: 5_000 }).toBeGreaterThanOrEqual(count);

beforeEach(() => page.viewport(390, 844));
afterEach(() => page.viewport(1280, 720));

describe("a formula", () => {
  it("is rendered as mathematics, with its text for screen readers", async () => {
    const { container } = await render(<FormulaView text="P[t] / max(P[0..t]) - 1" />);
    await settled(1);
    const [first] = container.querySelectorAll("math");
    expect(first.namespaceURI).toBe(MATHML);
    expect(first.querySelector("mfrac")?.namespaceURI).toBe(MATHML);
    const sources = [...container.querySelectorAll("math")].map((math) => math.getAttribute("alttext"));
    expect(sources.join(" ")).toBe("P[t] / max(P[0..t]) - 1");
    // The numerator is above the denominator, so the fraction is actually drawn as one.
    const [over, under] = [...(first.querySelector("mfrac")?.children ?? [])].map((part) => part.getBoundingClientRect());
    expect(over.bottom).toBeLessThanOrEqual(under.top + 1);
  });

  it("is plain text where it contains no mathematics, whatever is in it", async () => {
    const hostile = 'x < 1 <img src=x onerror="alert(1)">';
    const { container } = await render(<FormulaView text={hostile} />);
    await settled(1);
    expect(container.textContent).toBe(hostile);
    expect(container.querySelector("img, math")).toBeNull();
  });

  it("breaks or scrolls on its line: none is wider than its container on a phone", async () => {
    const texts = Object.keys((await loadFormulas()).formulas);
    await render(
      <div style={{ width: NARROW }} className="text-small">
        {texts.map((text) => (
          <p key={text}>
            <FormulaView text={text} />
          </p>
        ))}
      </div>,
    );
    await settled(texts.length);
    const lines = [...document.querySelectorAll<HTMLElement>(".formula")];
    expect(lines.filter((line) => line.getBoundingClientRect().width > NARROW)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    const scrolled = lines.filter((line) => line.scrollWidth > line.clientWidth);
    expect(scrolled.length).toBeLessThan(lines.length / 50);
    for (const line of scrolled) expect(line.tabIndex, line.textContent ?? "").toBe(0);
  });

  it("passes axe in an explanation, in either theme", async () => {
    await render(<InfoButton title="Persistence" formula="∑α + ∑β; its error by a rule" computedBy="garchLogLikelihood" />);
    await page.getByRole("button", { name: "About Persistence" }).click();
    await expect.element(page.getByRole("heading", { name: "How it is computed" })).toBeVisible();
    await settled(3);
    expect(document.querySelectorAll("[role=dialog] math").length).toBeGreaterThan(3);
    // Its place in the sources, as there is no repository to link to.
    await expect.element(page.getByText(/^assembly\/.*\.ts, garchLogLikelihood$/)).toBeVisible();
    for (const theme of ["light", "dark"] as const) expect(await findings(theme)).toEqual([]);
  });
});
