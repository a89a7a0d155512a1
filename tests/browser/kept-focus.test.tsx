import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useKeptFocus } from "../../src/app/use-kept-focus.ts";
import { Button } from "../../src/ui/button.tsx";

function Attended() {
  useKeptFocus();
  return (
    <main>
      <Button>First</Button>
      <Button>Second</Button>
    </main>
  );
}

it("focus lost while the code that keeps it was loading is restored", async () => {
  await render(<Attended />);
  const first = page.getByRole("button", { name: "First" }).element() as HTMLButtonElement;
  first.focus();
  first.disabled = true;
  await expect.element(page.getByRole("button", { name: "Second" })).toHaveFocus();
});
