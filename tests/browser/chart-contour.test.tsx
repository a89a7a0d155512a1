import "../../src/styles.css";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ChartFeedProvider } from "../../src/charts/chart-feed-provider";
import { ContourChart } from "../../src/charts/contour-chart";
import { writingFeed } from "../fixtures/charts";
import { findingsInBothThemes } from "./axe";

const along = (from: number, to: number) => Float64Array.from({ length: 5 }, (_, i) => from + ((to - from) * i) / 4);
const x = { label: "α₁", values: along(0, 0.4), digits: 2 };
const y = { label: "β₁", values: along(0.5, 0.9), digits: 2 };
/** A hill in the middle; beyond a sum of 1.2, values are missing. */
const values = Float64Array.from({ length: 25 }, (_, i) => {
  const [a, b] = [x.values[i % 5], y.values[Math.floor(i / 5)]];
  return a + b > 1.2 ? Number.NaN : -25 * ((a - 0.2) ** 2 + (b - 0.7) ** 2);
});
const lines = [{ label: "95% region", segments: Float64Array.of(0.1, 0.7, 0.2, 0.8, 0.2, 0.8, 0.3, 0.7), strong: true }];
const place = { x: 0.2, y: 0.7, label: "maximum" };

function Stage({ start = { x: 0.2, y: 0.7 } }: { start?: { x: number; y: number } }) {
  const [at, setAt] = useState(start);
  const grip = { ...at, label: "By hand", step: 0.01, onMove: (a: number, b: number) => setAt({ x: a, y: b }) };
  return (
    <ChartFeedProvider feed={writingFeed()}>
      <div style={{ width: 480 }}>
        <ContourChart
          title="Surface"
          exportName="surface"
          x={x}
          y={y}
          values={values}
          lines={lines}
          place={place}
          grip={grip}
          measure="Below"
          digits={2}
          depth={2}
        />
      </div>
    </ChartFeedProvider>
  );
}

const thumb = () => page.getByRole("button", { name: /^By hand/ });

describe("a contour chart", () => {
  it("moves its point by arrow keys, by one or ten steps", async () => {
    await render(<Stage />);
    await expect.element(thumb()).toHaveAccessibleName("By hand: α₁ 0.20, β₁ 0.70. Arrow keys move it.");
    (thumb().element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowUp}{ArrowUp}");
    await expect.element(thumb()).toHaveAccessibleName(/α₁ 0\.21, β₁ 0\.72/);
    await userEvent.keyboard("{Shift>}{ArrowLeft}{ArrowDown}{/Shift}");
    await expect.element(thumb()).toHaveAccessibleName(/α₁ 0\.11, β₁ 0\.62/);
  });

  it("fills its frame exactly with its cells", async () => {
    await render(<Stage />);
    await expect.element(thumb()).toBeVisible();
    const cells = document.querySelector(".figure-cells")!.getBoundingClientRect();
    const frame = document.querySelector(".figure-area svg path")!.getBoundingClientRect();
    for (const side of ["left", "top", "right", "bottom"] as const) expect(Math.abs(cells[side] - frame[side])).toBeLessThan(1.5);
  });

  it("shows its point at the edge if it lies outside the plane", async () => {
    await render(<Stage start={{ x: 0.9, y: 0.1 }} />);
    await expect.element(thumb()).toBeVisible();
    const box = thumb().element().getBoundingClientRect();
    const area = document.querySelector(".figure-area")!.getBoundingClientRect();
    expect(box.right).toBeLessThanOrEqual(area.right + 12);
    expect(box.bottom).toBeLessThanOrEqual(area.bottom + 12);
    await expect.element(thumb()).toHaveAccessibleName(/α₁ 0\.90, β₁ 0\.10/);
  });

  it("reads its points by keys, and lists them", async () => {
    await render(<Stage />);
    await expect.element(thumb()).toBeVisible();
    const area = page.getByRole("application", { name: /^Surface, chart of 5 rows and 5 columns/ });
    (area.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowRight}{ArrowUp}");
    await expect.element(page.getByText("α₁ 0.00, β₁ 0.60").last()).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "Table" }));
    const rows = page.getByRole("table", { name: "Surface" }).getByRole("row");
    await expect.poll(() => rows.elements().length).toBe(26);
    expect(rows.elements()[1].textContent).toBe("0.500.00−2.00");
    // Values beyond the corner are missing.
    expect(rows.elements().at(-1)?.textContent).toBe("0.900.40—");
  });

  it("passes axe", async () => {
    await render(<Stage />);
    await expect.element(thumb()).toBeVisible();
    expect(await findingsInBothThemes()).toEqual([]);
  });
});
