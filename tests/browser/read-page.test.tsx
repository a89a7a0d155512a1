import { expect, it } from "vitest";
import { render } from "vitest-browser-react";
import { readPage } from "../../src/analysis/report/read-page";
import { Button } from "../../src/ui/button.tsx";
import { Panel } from "../../src/ui/panel.tsx";

it("the heading of a panel has its note behind it, and does not say its own words twice", async () => {
  const { container } = await render(
    <>
      <Panel title="Parameters" note="robust standard errors" actions={<Button>CSV</Button>}>
        <p>Six of them.</p>
      </Panel>
      <Panel title="Market state">
        <p>Calm.</p>
      </Panel>
      <header>
        <h2>Diagnostics</h2>
        <span>standardized residuals</span>
      </header>
      <p>All pass.</p>
    </>,
  );
  const { blocks } = await readPage(container);
  expect(blocks.flatMap((block) => (block.kind === "heading" ? [[block.text, block.note]] : []))).toEqual([
    ["Parameters", "robust standard errors"],
    ["Market state", ""],
    ["Diagnostics", "standardized residuals"],
  ]);
});
