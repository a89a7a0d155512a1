import "../../src/styles.css";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { holdOutOfSight } from "../../src/analysis/hold-out-of-sight";
import { ToolViews } from "../../src/analysis/tool-screen.tsx";
import { Button } from "../../src/ui/button.tsx";
import { Panel, RailSection } from "../../src/ui/panel.tsx";

let release = () => {};

beforeEach(() => page.viewport(800, 600));
afterEach(() => release());

const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);
const follow = () => {
  release = holdOutOfSight();
};

const results = (of: string) => (
  <main>
    <Panel title="Seen" actions={<Button>Save {of}</Button>}>
      <p>{`upper ${of}`}</p>
    </Panel>
    <div style={{ height: 2000 }} />
    <Panel>
      <p data-lower>{`lower ${of}`}</p>
    </Panel>
  </main>
);

it("during a drag redraws what is visible, and the rest afterwards", async () => {
  const { rerender } = await render(results("1"));
  follow();
  await rerender(results("2"));
  expect(texts("p")).toEqual(["upper 2", "lower 1"]);
  await expect.element(page.getByRole("button")).toHaveTextContent("Save 1");
  await rerender(results("3"));
  expect(texts("p")).toEqual(["upper 3", "lower 1"]);
  release();
  await expect.poll(() => texts("p")).toEqual(["upper 3", "lower 3"]);
  await expect.element(page.getByRole("button")).toHaveTextContent("Save 3");
});

it("draws what is scrolled to in its current state, and keeps it updated", async () => {
  const { rerender } = await render(results("1"));
  follow();
  await rerender(results("2"));
  document.querySelector("[data-lower]")?.scrollIntoView();
  await expect.poll(() => texts("p")).toEqual(["upper 2", "lower 2"]);
  await rerender(results("3"));
  await expect.poll(() => texts("p")).toEqual(["upper 2", "lower 3"]);
});

it("does not redraw hidden tabs, and shows the latest state when one is selected", async () => {
  const views = (of: string, selected: "a" | "b"): ReactNode => (
    <ToolViews
      label="Views"
      selected={selected}
      onSelect={() => undefined}
      items={[
        { id: "a", label: "First", content: `first ${of}` },
        { id: "b", label: "Second", content: `second ${of}` },
      ]}
      frame={(panels) => panels}
    />
  );
  const { rerender } = await render(views("1", "b"));
  await rerender(views("1", "a"));
  follow();
  await rerender(views("2", "a"));
  expect(texts("[role=tabpanel]")).toEqual(["first 2", "second 1"]);
  await rerender(views("3", "b"));
  await expect.poll(() => texts("[role=tabpanel]")).toEqual(["first 3", "second 3"]);
  await rerender(views("4", "b"));
  expect(texts("[role=tabpanel]")).toEqual(["first 3", "second 4"]);
  release();
  await expect.poll(() => texts("[role=tabpanel]")).toEqual(["first 4", "second 4"]);
});

it("does not redraw the settings beside what is dragged", async () => {
  const rail = (of: string) => (
    <aside>
      <RailSection title="Data">
        <p data-hand>{`data ${of}`}</p>
      </RailSection>
      <RailSection title="Model">
        <p>{`model ${of}`}</p>
      </RailSection>
    </aside>
  );
  const { rerender } = await render(rail("1"));
  follow();
  await rerender(rail("2"));
  expect(texts("p")).toEqual(["data 2", "model 1"]);
  release();
  await expect.poll(() => texts("p")).toEqual(["data 2", "model 2"]);
});
