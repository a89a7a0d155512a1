import { afterEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { compute, setThreads } from "../../src/client/compute";
import { workspace } from "../../src/state/workspace";
import { DEFAULT_FIT_OPTIONS } from "../../workers/volatility/search";
import { box, freshScreen, manyPrices, open, paste, source } from "./data-field-stage.tsx";
import { holdJob } from "./hold-job.ts";

afterEach(() => vi.restoreAllMocks());
afterEach(() => setThreads(null));

const summary = (text: string | RegExp) => page.getByText(text);
const listed = (hash: string | undefined) => workspace.read().datasets.find((dataset) => dataset.hash === hash);

describe("typing", () => {
  it("is read after a pause, and again after a change", async () => {
    await open(freshScreen());
    await box().fill("100, 101, 102");
    await expect.element(summary("3 prices read, 0 dropped")).toBeVisible();
    await box().fill("100, 101, 102, x, 103");
    await expect.element(summary("4 prices read, 1 dropped")).toBeVisible();
    expect(source().loaded).toBeNull();
  });

  it("is read at once for callers that cannot wait for the pause", async () => {
    await open(freshScreen());
    await box().fill("7, 8, 9");
    expect([...((await source().settled())?.columns[0].values ?? [])]).toEqual([7, 8, 9]);
  });

  it("stays when it cannot be read, and the message names row and value", async () => {
    await open(freshScreen());
    await box().fill("100, abc");
    await expect.element(page.getByRole("alert")).toHaveTextContent("At least 2 market data points required");
    await expect.element(page.getByRole("alert")).toHaveTextContent("row 2");
    await expect.element(page.getByRole("alert")).toHaveTextContent("“abc”");
    await expect.element(box()).toHaveValue("100, abc");
    expect(await source().settled()).toBeNull();
    await box().fill("100\n101");
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  });

  it("is restored with its parsed series when the screen is opened again", async () => {
    const name = freshScreen();
    const screen = await open(name);
    await box().fill("5, 6, 7, 8");
    await screen.unmount();
    await open(name);
    await expect.element(box()).toHaveValue("5, 6, 7, 8");
    await expect.element(summary("4 prices read, 0 dropped")).toBeVisible();
  });

  it("is read after a cancel when the series is requested", async () => {
    await open(freshScreen());
    await box().fill("1, 2, 3");
    holdJob();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByRole("button", { name: "Cancel" })).not.toBeInTheDocument();
    expect((await source().settled())?.length).toBe(3);
  });
});

it("always has a series or a reading in progress, once it has input", async () => {
  await open(freshScreen());
  const run = page.getByRole("button", { name: "Run" });
  await expect.element(run).toBeDisabled();
  const switched: boolean[] = [];
  const button = run.element() as HTMLButtonElement;
  new MutationObserver(() => switched.push(button.disabled)).observe(button, { attributes: true });
  paste(manyPrices());
  await expect.element(summary("5,000 prices read, 0 dropped")).toBeVisible();
  expect(switched).toEqual([false]);
});

describe("a large paste", () => {
  it("is shown in the field as loaded, is stored on the device, and is restored", async () => {
    const name = freshScreen();
    const screen = await open(name);
    const text = manyPrices();
    paste(text);
    await expect.element(summary("5,000 prices read, 0 dropped")).toBeVisible();
    await expect.element(summary(/^Pasted /)).toBeVisible();
    await expect.element(box()).toHaveAttribute("readonly");
    await expect.element(box()).toHaveValue(source().loaded?.preview);
    expect(source().text).toBe("");
    const { series } = source();
    await vi.waitFor(() => expect(listed(series?.hash)).toMatchObject({ kept: "device", length: 5_000 }), { timeout: 10_000 });
    await screen.unmount();
    await open(name);
    await expect.element(summary("5,000 prices read, 0 dropped")).toBeVisible();
    expect(source().series?.hash).toBe(series?.hash);
  });

  it("is the last of two quick ones", async () => {
    await open(freshScreen());
    paste(manyPrices(5_000));
    paste(manyPrices(6_000));
    await expect.element(summary("6,000 prices read, 0 dropped")).toBeVisible();
    expect((await source().settled())?.length).toBe(6_000);
  });

  it("is read while a job of minutes occupies the only worker, and so is the next", async () => {
    setThreads(1);
    const leaving = new AbortController();
    const values = new Float64Array(new SharedArrayBuffer(8 * 12_000_000));
    for (let i = 0; i < values.length; i++) values[i] = Math.sin(i * 12.9898) + Math.sin(i * 78.233);
    const long = compute.run(
      "fit-garch",
      { values, kind: "returns", model: { p: 2, q: 2, distribution: "t", preSample: "sample" }, options: DEFAULT_FIT_OPTIONS },
      { signal: leaving.signal },
    );
    const goesOn = () => compute.jobs().some(({ job, progress }) => job === "fit-garch" && progress?.label);
    await vi.waitUntil(goesOn, { timeout: 30_000 });
    await open(freshScreen());
    paste(manyPrices(5_000));
    await expect.element(summary("5,000 prices read, 0 dropped")).toBeVisible();
    paste(manyPrices(6_000));
    await expect.element(summary("6,000 prices read, 0 dropped")).toBeVisible();
    expect(goesOn()).toBe(true);
    leaving.abort();
    expect(await long).toMatchObject({ ok: false, failure: { code: "canceled" } });
  });

  it("is not overtaken by text typed just before it", async () => {
    await open(freshScreen());
    await box().fill("1, 2, 3");
    source().takeText(manyPrices());
    expect((await source().settled())?.length).toBe(5_000);
    // Longer than the pause after which the typed text would have been read.
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(source().series?.length).toBe(5_000);
    await expect.element(box()).toHaveAttribute("readonly");
  });

  it("does not swallow text typed while it is read", async () => {
    await open(freshScreen());
    const { release } = holdJob();
    source().takeText(manyPrices());
    await expect.element(page.getByRole("progressbar")).toBeVisible();
    await box().fill("4, 5, 6");
    release();
    await expect.element(summary("3 prices read, 0 dropped")).toBeVisible();
    await expect.element(box()).toHaveValue("4, 5, 6");
  });

  it("leaves typed text unchanged, and read, when it fails", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await open(freshScreen());
    await box().fill("1, 2, 3, 4");
    source().takeText("no number at all\n".repeat(2_000));
    await expect.element(page.getByRole("alert")).toBeVisible();
    await expect.element(box()).toHaveValue("1, 2, 3, 4");
    await expect.element(summary("4 prices read, 0 dropped")).toBeVisible();
    await expect.element(page.getByRole("alert")).toBeVisible();
    expect((await source().settled())?.length).toBe(4);
  });

  it("is dropped when it is cleared, or the screen left, while it is read", async () => {
    const name = freshScreen();
    const screen = await open(name);
    const before = workspace.read().datasets.length;
    const first = holdJob();
    source().takeText(manyPrices());
    source().clear();
    first.release();
    expect(await source().settled()).toBeNull();
    await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
    const second = holdJob();
    source().takeText(manyPrices());
    await screen.unmount();
    second.release();
    await open(name);
    expect(await source().settled()).toBeNull();
    expect(workspace.read().datasets).toHaveLength(before);
  });
});

describe("a file", () => {
  const file = (text: string) => new File([text], "prices.csv", { type: "text/csv" });

  it("that cannot be used leaves the loaded series unchanged", async () => {
    await open(freshScreen());
    source().takeFile(file("date,close\n2020-01-01,5\n2020-01-02,6\n2020-01-03,7"));
    await expect.element(summary("3 prices read, 0 dropped")).toBeVisible();
    await expect.element(summary("2020-01-01 – 2020-01-03")).toBeVisible();
    source().takeFile(file("date,close\n2020-01-01,abc"));
    await expect.element(page.getByRole("alert")).toBeVisible();
    await expect.element(summary("3 prices read, 0 dropped")).toBeVisible();
    expect((await source().settled())?.length).toBe(3);
  });

  it("that is being read can be canceled; the previous data stay, without an error", async () => {
    await open(freshScreen());
    source().takeText(manyPrices());
    await expect.element(summary("5,000 prices read, 0 dropped")).toBeVisible();
    holdJob();
    source().takeFile(file(manyPrices(20)));
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
    await expect.element(summary("5,000 prices read, 0 dropped")).toBeVisible();
    expect(page.getByRole("alert").elements()).toEqual([]);
  });

  it("is removed from the field by Remove, and stays in the workspace", async () => {
    await open(freshScreen());
    source().takeFile(file(manyPrices(30)));
    await expect.element(summary("30 prices read, 0 dropped")).toBeVisible();
    const hash = source().series?.hash;
    await page.getByRole("button", { name: "Remove prices.csv" }).click();
    await expect.element(box()).toHaveValue("");
    await expect.element(box()).not.toHaveAttribute("readonly");
    expect(source().empty).toBe(true);
    await vi.waitFor(() => expect(listed(hash)?.kept).toBe("device"), { timeout: 10_000 });
  });
});

describe("a sample", () => {
  it("is one click away", async () => {
    await open(freshScreen());
    await page.getByRole("button", { name: "DM/GBP benchmark" }).click();
    await expect.element(summary("1,974 prices read, 0 dropped")).toBeVisible();
    expect(source().series).toMatchObject({ origin: "sample", name: "DM/GBP benchmark" });
  });

  it("that cannot be loaded says so", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(globalThis, "fetch").mockResolvedValueOnce(new Response("<html>1, 2, 3</html>", { status: 404 }));
    await open(freshScreen());
    await page.getByRole("button", { name: "DM/GBP benchmark" }).click();
    await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to read file");
  });

  it("can be canceled while it is loading, without an error", async () => {
    const spy = vi
      .spyOn(globalThis, "fetch")
      .mockImplementationOnce(
        (_address, options) =>
          new Promise((_, reject) => options?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")))),
      );
    await open(freshScreen());
    await page.getByRole("button", { name: "DM/GBP benchmark" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
    expect(spy).toHaveBeenCalled();
    expect(page.getByRole("alert").elements()).toEqual([]);
    await userEvent.click(page.getByRole("button", { name: "DM/GBP benchmark" }));
    await expect.element(summary("1,974 prices read, 0 dropped")).toBeVisible();
  });
});
