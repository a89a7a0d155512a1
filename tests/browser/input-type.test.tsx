import { expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { InputType } from "../../src/analysis/data/input-type.tsx";

it("runs once when pressed, even if the form has the other kind already", async () => {
  const run = vi.fn();
  const choose = vi.fn();
  // A screen passes a new function with every render.
  const note = (setting: string) => (
    <InputType kind="prices" other="returns" used="auto" setting={setting} choose={choose} run={() => run(setting)} />
  );
  const screen = await render(note("auto"));
  await page.getByRole("button", { name: "Read as returns" }).click();
  expect(choose).toHaveBeenCalledExactlyOnceWith("returns");
  expect(run).not.toHaveBeenCalled();
  await screen.rerender(note("returns"));
  await expect.poll(() => run.mock.calls).toEqual([["returns"]]);

  await page.getByRole("button", { name: "Read as returns" }).click();
  await screen.rerender(note("returns"));
  await new Promise(requestAnimationFrame);
  expect(run).toHaveBeenCalledTimes(2);
  expect(choose).toHaveBeenCalledTimes(1);
});

it("says that returns were compounded where a result for returns is one of prices, and offers nothing else", async () => {
  await render(<InputType kind="prices" other="returns" used="returns" setting="returns" choose={vi.fn()} run={vi.fn()} />);
  await expect.element(page.getByText("Input type: prices (returns compounded into prices)")).toBeVisible();
  expect(page.getByRole("button").elements()).toEqual([]);
});
