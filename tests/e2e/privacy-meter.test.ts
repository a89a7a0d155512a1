import { describe, expect, it } from "vitest";
import { itInLongRuns } from "../fixtures/in-all";
import { sharedSession } from "./browser";

const counted = sharedSession({ serviceWorker: "installed" });
const alone = sharedSession();

describe("the privacy meter", () => {
  it("says that nothing has left the device, and lists every request of a run, as counted by the service worker", async () => {
    const page = await counted.current.open("/risk-management");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.reload();
    await page.getByRole("button", { name: "Start with a sample" }).click();
    await page.getByRole("navigation", { name: "Next steps" }).waitFor();
    await page.getByRole("button", { name: "0 B sent: nothing has left this device" }).click();
    const dialog = page.getByRole("dialog", { name: "Nothing has left this device" });
    await dialog.getByText("Counted by the service worker").waitFor();
    // Requests of the page and of threads, which the service worker reports on demand.
    const paths = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const channel = new BroadcastChannel("prospect-requests");
          channel.onmessage = ({ data }) => data.length > 1 && resolve(data.map(({ path }: { path: string }) => path));
          channel.postMessage("prospect-requests");
        }),
    );
    expect(paths).toContain("/samples/wti_1986_2019.csv");
    expect(paths.some((path) => path.includes("compute.worker-"))).toBe(true);
    await dialog.getByRole("grid", { name: "Requests" }).getByText("GET", { exact: true }).first().waitFor();
    expect(await dialog.getByText("none to another host").count()).toBe(1);
    expect(await dialog.locator("dt:has-text('Other hosts allowed') + dd").textContent()).toBe("none");
    await page.close();
  });

  itInLongRuns("counts what is sent to another host, address and body", async () => {
    const page = await counted.current.open("/");
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.getByRole("button", { name: /^0 B sent/ }).waitFor();
    // The page's policy stops such a request before it is made, so a message as from the service worker stands in for one.
    const tell = () =>
      new BroadcastChannel("prospect-requests").postMessage([
        { id: "told", at: Date.now(), method: "POST", host: "other.example", path: "/take", sent: 1500, answeredHere: false },
      ]);
    const sent = page.getByRole("button", { name: "1.5 kB sent from this device" });
    // The button may be there before the page listens, so the message is repeated; duplicates count once.
    await expect.poll(() => page.evaluate(tell).then(() => sent.count())).toBe(1);
    await sent.click();
    const dialog = page.getByRole("dialog", { name: "What has left this device" });
    await dialog.getByText("/take", { exact: true }).waitFor();
    await dialog.getByText(/also to other\.example/).waitFor();
    await page.close();
  });

  itInLongRuns("says so where no service worker counts, and lists the page's own requests", async () => {
    const page = await alone.current.open("/");
    await page.getByRole("button", { name: /^0 B sent/ }).click();
    const dialog = page.getByRole("dialog", { name: "Nothing has left this device" });
    await dialog.getByText("The service worker does not control this page").waitFor();
    await dialog
      .getByRole("grid", { name: "Requests" })
      .getByText(/\/assets\/.*\.js$/)
      .first()
      .waitFor();
    await page.close();
  });
});
