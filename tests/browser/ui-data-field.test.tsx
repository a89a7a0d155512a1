import "../../src/styles.css";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { DataField, type LoadedText } from "../../src/ui/data-field.tsx";
import { FileButton, FileDrop } from "../../src/ui/file-drop.tsx";
import { paste } from "./fields.ts";

const LARGE = "101.25\n".repeat(3_000);

function Field({
  onLargeText,
  onFile,
  loaded,
  onClear,
}: {
  onLargeText: (text: Blob | string) => void;
  onFile?: (file: File) => void;
  loaded?: LoadedText;
  onClear?: () => void;
}) {
  const [value, setValue] = useState("");
  return (
    <DataField
      label="Market Data"
      value={value}
      onChange={setValue}
      onLargeText={onLargeText}
      onFile={onFile}
      loaded={loaded}
      onClear={onClear}
    />
  );
}

const box = () => page.getByLabelText("Market Data");

function drop(target: Element, data: DataTransfer): void {
  // A synthetic drag cannot set effectAllowed normally.
  Object.defineProperty(data, "effectAllowed", { value: "all" });
  for (const type of ["dragenter", "dragover", "drop"]) {
    target.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true, clientX: 5, clientY: 5 }));
  }
}

describe("paste without the clipboard permission", () => {
  it("leaves small text to the browser", async () => {
    const large = vi.fn();
    await render(<Field onLargeText={large} />);
    expect(paste("1, 2, 3")).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(large).not.toHaveBeenCalled();
  });

  it("passes large text on in a later task and keeps it out of the field", async () => {
    const large = vi.fn();
    await render(<Field onLargeText={large} />);
    expect(paste(LARGE)).toBe(false);
    expect(large).not.toHaveBeenCalled();
    await expect.poll(() => large).toHaveBeenCalledExactlyOnceWith(LARGE);
    await expect.element(box()).toHaveValue("");
  });
});

describe("a loaded series", () => {
  const loaded = { preview: "1\n2\n3", count: 1_000_000, noun: "price", note: "0 dropped" };

  it("shows the preview, which is read-only, and the count", async () => {
    await render(<Field onLargeText={() => {}} loaded={loaded} onClear={() => {}} />);
    await expect.element(box()).toHaveValue("1\n2\n3");
    await expect.element(box()).toHaveAttribute("readonly");
    await expect.element(page.getByText("1,000,000 prices read · 0 dropped")).toBeVisible();
  });

  it("is replaced by the next paste, however small, and Clear returns the focus to the field", async () => {
    const large = vi.fn();
    const clear = vi.fn();
    await render(<Field onLargeText={large} loaded={loaded} onClear={clear} />);
    paste("4, 5");
    await expect.poll(() => large).toHaveBeenCalledExactlyOnceWith("4, 5");
    await userEvent.click(page.getByRole("button", { name: "Clear" }));
    expect(clear).toHaveBeenCalledOnce();
    await expect.element(box()).toHaveFocus();
  });
});

describe("drop and picker", () => {
  // A file created by script has no file system entry, unlike a dropped one.
  beforeEach(() => {
    const entry: Partial<FileSystemEntry> = { isFile: true, isDirectory: false };
    vi.spyOn(DataTransferItem.prototype, "webkitGetAsEntry").mockReturnValue(entry as FileSystemEntry);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  const file = new File(["close\n1\n2"], "prices.csv", { type: "application/vnd.ms-excel" });

  it("a file dropped on the box goes to onFile", async () => {
    const taken = vi.fn();
    await render(<Field onLargeText={() => {}} onFile={taken} />);
    const data = new DataTransfer();
    data.items.add(file);
    drop(box().element(), data);
    await expect.poll(() => taken.mock.calls[0]?.[0]?.name).toBe("prices.csv");
  });

  it("a file dropped anywhere on a card goes to the card", async () => {
    const taken = vi.fn();
    await render(
      <FileDrop onFile={taken}>
        <p>Somewhere on the card</p>
      </FileDrop>,
    );
    const data = new DataTransfer();
    data.items.add(file);
    drop(page.getByText("Somewhere").element(), data);
    await expect.poll(() => taken.mock.calls[0]?.[0]?.name).toBe("prices.csv");
  });

  it("a file pasted into the box goes to onLargeText", async () => {
    const large = vi.fn();
    await render(<Field onLargeText={large} />);
    const data = new DataTransfer();
    data.items.add(file);
    box()
      .element()
      .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    await expect.poll(() => large.mock.calls[0]?.[0]?.name).toBe("prices.csv");
  });

  it("small text dropped on the box is typed in", async () => {
    const large = vi.fn();
    await render(<Field onLargeText={large} />);
    const data = new DataTransfer();
    data.setData("text/plain", "1, 2");
    drop(box().element(), data);
    await expect.element(box()).toHaveValue("1, 2");
    expect(large).not.toHaveBeenCalled();
  });

  it("the picker offers .csv and .txt", async () => {
    await render(<FileButton onFile={() => {}}>Choose CSV</FileButton>);
    expect(document.querySelector<HTMLInputElement>('input[type="file"]')?.accept).toBe(
      ".csv,.txt,.tsv,.json,.htm,.html,.xlsx,.parquet,.arrow,.feather,.gz,.zip,.sealed",
    );
  });
});
