import "../../src/styles.css";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { DataField } from "../../src/ui/data-field.tsx";
import { paste } from "./fields.ts";

/** The clipboard and its permission, controlled by the tests. */
const status = Object.assign(new EventTarget(), { state: "prompt" as PermissionState });
let clipboard: Blob | null = null;
const allow = (state: PermissionState) => {
  status.state = state;
  status.dispatchEvent(new Event("change"));
};

beforeEach(() => {
  vi.spyOn(navigator.permissions, "query").mockImplementation(async () => status as unknown as PermissionStatus);
  vi.spyOn(navigator.clipboard, "read").mockImplementation(async () => {
    if (!clipboard) throw new DOMException("refused", "NotAllowedError");
    return [new ClipboardItem({ "text/plain": clipboard })];
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

function Field({ onLargeText }: { onLargeText: (text: Blob | string) => void }) {
  const [value, setValue] = useState("1, ");
  return <DataField label="Market Data" value={value} onChange={setValue} onLargeText={onLargeText} />;
}
const box = () => page.getByLabelText("Market Data");
it("offers once, after a large paste, to read the clipboard; the answer is remembered", async () => {
  const large = vi.fn();
  await render(<Field onLargeText={large} />);
  allow("prompt");
  paste("1\n".repeat(20_000));
  await userEvent.click(page.getByRole("button", { name: "Not now" }));
  paste("1\n".repeat(20_000));
  await expect.poll(() => large).toHaveBeenCalledTimes(2);
  await expect.element(page.getByRole("button", { name: "Not now" })).not.toBeInTheDocument();
});

it("with permission, small text lands at the caret and can be undone", async () => {
  clipboard = new Blob(["2, 3"], { type: "text/plain" });
  await render(<Field onLargeText={() => {}} />);
  allow("granted");
  await userEvent.click(box());
  await userEvent.keyboard("{End}");
  expect(paste("2, 3")).toBe(false);
  await expect.element(box()).toHaveValue("1, 2, 3");
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(box()).toHaveValue("1, ");
});

it("with permission, large text is passed on as a Blob", async () => {
  clipboard = new Blob(["7\n".repeat(50_000)], { type: "text/plain" });
  const large = vi.fn();
  await render(<Field onLargeText={large} />);
  allow("granted");
  paste("");
  await expect.poll(() => large).toHaveBeenCalledOnce();
  expect(large.mock.calls[0][0]).toBeInstanceOf(Blob);
  expect(large.mock.calls[0][0].size).toBe(100_000);
});

it("a later denial is reported, and the next paste works without the permission", async () => {
  clipboard = null;
  const large = vi.fn();
  await render(<Field onLargeText={large} />);
  allow("granted");
  paste("ignored");
  await expect.element(page.getByText("Paste again")).toBeVisible();
  paste("1\n".repeat(20_000));
  await expect.poll(() => large).toHaveBeenCalledOnce();
});
