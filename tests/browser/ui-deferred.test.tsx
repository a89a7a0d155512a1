import { Suspense } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { deferred } from "../../src/ui/deferred.ts";
import { toastQueue } from "../../src/ui/toast-queue.ts";

afterEach(() => {
  toastQueue.clear();
  vi.restoreAllMocks();
});

it("says that a part could not be loaded, and leaves the rest of the screen alone", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Part = deferred(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  await render(
    <Suspense>
      <p>The rest</p>
      <Part />
    </Suspense>,
  );
  await vi.waitFor(() => expect(toastQueue.visibleToasts).toHaveLength(1));
  expect(toastQueue.visibleToasts[0].content.message).toContain("could not be loaded");
  await expect.element(page.getByText("The rest")).toBeVisible();
});
