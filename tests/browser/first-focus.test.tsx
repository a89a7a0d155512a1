import { useState } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useKeptFocus } from "../../src/app/use-kept-focus.ts";
import { Button } from "../../src/ui/button.tsx";

function Replaced() {
  const [pressed, press] = useState(false);
  useKeptFocus();
  return (
    <main>
      <Button>Before</Button>
      <section>{pressed ? <Button key="cancel">Cancel</Button> : <Button onPress={() => press(true)}>Check</Button>}</section>
    </main>
  );
}

it("the first pressed button, replaced while the code that keeps the focus is loading, passes it to its replacement", async () => {
  await render(<Replaced />);
  const check = page.getByRole("button", { name: "Check" }).element() as HTMLButtonElement;
  // In one task, so that the code cannot have loaded in between.
  check.focus();
  check.click();
  await expect.element(page.getByRole("button", { name: "Cancel" })).toHaveFocus();
});
