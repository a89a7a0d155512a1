import { type ReactNode, Suspense, useCallback, useState } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { deferred } from "../../src/ui/deferred.ts";
import { onDemand } from "../../src/ui/on-demand.ts";
import { toastQueue } from "../../src/ui/toast-queue.ts";

afterEach(() => {
  toastQueue.clear();
  vi.restoreAllMocks();
});

it("says that a part could not be loaded, and does not affect the rest of the screen", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Part = deferred(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  await render(
    <Suspense>
      <p>The rest</p>
      <Part />
    </Suspense>,
  );
  await expect.poll(() => toastQueue.visibleToasts).toHaveLength(1);
  expect(toastQueue.visibleToasts[0].content.message).toContain("could not be loaded");
  await expect.element(page.getByText("The rest")).toBeVisible();
});

it("a press before its part has loaded opens it later; one that fails says so and can be repeated", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const answers: ((part: () => ReactNode) => void)[] = [];
  const refusals: ((error: Error) => void)[] = [];
  const part = onDemand(
    () =>
      new Promise<() => ReactNode>((resolve, reject) => {
        answers.push(resolve);
        refusals.push(reject);
      }),
  );
  const Opener = () => {
    const [open, setOpen] = useState(false);
    const Part = part.usePart(
      open,
      useCallback(() => setOpen(false), []),
    );
    return (
      <>
        <button type="button" aria-expanded={open} onClick={() => setOpen(true)}>
          Open
        </button>
        {open && Part ? <Part /> : null}
      </>
    );
  };
  await render(<Opener />);
  const button = page.getByRole("button", { name: "Open" });
  await button.click();
  await expect.element(button).toHaveAttribute("aria-expanded", "true");
  refusals[0](new TypeError("Failed to fetch dynamically imported module"));
  await expect.poll(() => toastQueue.visibleToasts).toHaveLength(1);
  await expect.element(button).toHaveAttribute("aria-expanded", "false");
  await button.click();
  expect(answers).toHaveLength(2);
  answers[1](() => <p>The part</p>);
  await expect.element(page.getByText("The part")).toBeVisible();
});

it("redraws a part with other props, and not with the same", async () => {
  const drawn = vi.fn();
  const Part = deferred<{ of: number }>(async () => ({ of }) => {
    drawn(of);
    return null;
  });
  const all = (of: number, other: number) => (
    <Suspense>
      <Part of={of} />
      <p>{other}</p>
    </Suspense>
  );
  const { rerender } = await render(all(1, 1));
  await expect.poll(() => drawn.mock.calls).toEqual([[1]]);
  await rerender(all(1, 2));
  await expect.element(page.getByText("2")).toBeVisible();
  expect(drawn).toHaveBeenCalledTimes(1);
  await rerender(all(2, 2));
  await expect.poll(() => drawn.mock.calls).toEqual([[1], [2]]);
});
