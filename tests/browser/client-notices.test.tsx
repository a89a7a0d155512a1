import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useNotices } from "../../src/app/use-notices";
import { updates } from "../../src/client/update";
import { ToastRegion } from "../../src/ui/toast-region";

function Notices() {
  useNotices();
  return <ToastRegion />;
}

afterEach(() => vi.restoreAllMocks());

it("offers a new version, and again if a running job prevented it", async () => {
  const activate = vi.fn();
  const apply = vi.spyOn(updates, "apply").mockResolvedValueOnce(false);
  await render(<Notices />);
  expect(page.getByText("New version ready").query()).toBeNull();
  updates.offer(activate);
  await page.getByRole("button", { name: "Reload" }).click();
  await expect.element(page.getByText("A computation is running")).toBeVisible();
  expect(activate).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => activate.mock.calls.length).toBe(1);
  expect(apply).toHaveBeenCalledTimes(2);
});
