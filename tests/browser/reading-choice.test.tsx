import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { toastQueue } from "../../src/ui/toast-queue.ts";
import { itInLongRuns } from "../fixtures/in-all";
import { workbook, zipped } from "../fixtures/make-files";
import { findings } from "./axe.ts";
import { freshScreen, open, source } from "./data-field-stage.tsx";

let files = 0;
/** A workbook unlike any other test's: three sheets of prices, the second one longer. */
async function book(start = ++files * 100): Promise<File> {
  const rows = (count: number, from: number) => [["Close"], ...Array.from({ length: count }, (_, row) => [from + row])];
  const bytes = await workbook({ [`Daily ${start}`]: rows(3, start), [`Weekly ${start}`]: rows(5, start + 10), Notes: [["Read me"]] });
  return new File([bytes], "book.xlsx");
}
const values = () => [...(source().series?.columns[0].values ?? [])];

it("a workbook with several sheets says which was read, and another is chosen by keyboard", async () => {
  const screen = await open(freshScreen());
  source().takeFile(await book(100));
  const sheet = page.getByRole("button", { name: "Sheet" });
  await expect.element(sheet).toHaveTextContent("Daily 100");
  await expect.element(sheet).toHaveAccessibleDescription("1 of 3 sheets");
  expect(values()).toEqual([100, 101, 102]);
  expect(await findings("light", screen.container)).toEqual([]);
  (sheet.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await page.getByRole("option", { name: "Weekly 100" }).element();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(page.getByText("5 prices read, 0 dropped")).toBeVisible();
  expect(values()).toEqual([110, 111, 112, 113, 114]);
  await expect.element(sheet).toHaveTextContent("Weekly 100");
  await expect.element(page.getByText("book.xlsx (Weekly 100)")).toBeVisible();
  await expect.element(sheet).toHaveFocus();
});

it("the choice holds for the next file with the same sheet names, in any field", async () => {
  const screen = await open(freshScreen());
  source().takeFile(await book(300));
  await expect.element(page.getByRole("button", { name: "Sheet" })).toHaveTextContent("Daily 300");
  source().reread?.({ path: ["Weekly 300"] });
  await expect.element(page.getByText("5 prices read, 0 dropped")).toBeVisible();
  await screen.unmount();
  await open(freshScreen());
  source().takeFile(await book(300));
  await expect.element(page.getByRole("button", { name: "Sheet" })).toHaveTextContent("Weekly 300");
});

it("a choice that local storage refuses applies to its file, and is said once not to hold for the next", async () => {
  await open(freshScreen());
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const said = () => toastQueue.visibleToasts.map(({ content }) => content.message).filter((text) => /is not remembered/.test(text));
  for (const start of [700, 800]) {
    source().takeFile(await book(start));
    await expect.element(page.getByRole("button", { name: "Sheet" })).toHaveTextContent(`Daily ${start}`);
    source().reread?.({ path: [`Weekly ${start}`] });
    await expect.element(page.getByText("5 prices read, 0 dropped")).toBeVisible();
    expect(values()[0]).toBe(start + 10);
    await expect.poll(said).toHaveLength(1);
  }
  full.mockRestore();
  toastQueue.clear();
});

it("a sheet that cannot be read leaves the previous data, and says why", async () => {
  await open(freshScreen());
  source().takeFile(await book(500));
  await expect.element(page.getByRole("button", { name: "Sheet" })).toHaveTextContent("Daily 500");
  source().reread?.({ path: ["Notes"] });
  await expect.element(page.getByRole("alert")).toHaveTextContent("The Excel sheet has no column of numbers");
  await expect.element(page.getByRole("button", { name: "Sheet" })).toHaveTextContent("Daily 500");
  expect(values()).toEqual([500, 501, 502]);
});

it("files in an archive can be chosen; after a reload the choice is still shown", async () => {
  const name = freshScreen();
  const screen = await open(name);
  source().takeFile(new File([await zipped({ "a.csv": "Close\n7\n8\n9.125\n", "b.csv": "Close\n4\n5.5\n6\n3\n" })], "both.zip"));
  const choice = page.getByRole("button", { name: "File in the archive" });
  await expect.element(choice).toHaveTextContent("a.csv");
  source().reread?.({ path: ["b.csv"] });
  await expect.element(choice).toHaveTextContent("b.csv");
  expect(values()).toEqual([4, 5.5, 6, 3]);
  await screen.unmount();
  await open(name);
  await expect.element(page.getByText("File in the archive: b.csv, 2 of 2 files")).toBeVisible();
});

itInLongRuns("of rows with several symbols one is read, which is said, and another can be chosen", async () => {
  await open(freshScreen());
  const rows = ["2024-01-02", "2024-01-03", "2024-01-04"].flatMap((date, day) => [`AAA,${date},${700 + day}`, `BBB,${date},${800 + day}`]);
  source().takeFile(new File([`symbol,date,close\n${rows.join("\n")}\n`], "panel.csv"));
  const symbol = page.getByRole("button", { name: "Symbol" });
  await expect.element(symbol).toHaveTextContent("AAA");
  await expect.element(symbol).toHaveAccessibleDescription("of 2 symbols");
  expect(values()).toEqual([700, 701, 702]);
  await symbol.click();
  await page.getByRole("option", { name: "BBB" }).click();
  await expect.element(page.getByText("panel.csv (BBB)")).toBeVisible();
  expect(values()).toEqual([800, 801, 802]);
});

itInLongRuns("the form a file is read as is shown beside it", async () => {
  await open(freshScreen());
  source().takeFile(
    new File(
      [
        '"Date","Price","Open","High","Low","Vol.","Change %"\n"01/04/2024","4,903.00","4,901.00","4,904.00","4,899.00","2.25B","0.07%"\n"01/03/2024","4,899.75","4,901.00","4,902.00","4,899.00","250.00K","-0.03%"\n',
      ],
      "ours.csv",
    ),
  );
  await expect.element(page.getByText("Read as: Investing.com history")).toBeVisible();
});

it("the files of an archive are read together, each as a symbol of one panel", async () => {
  await open(freshScreen());
  const file = (from: number) => `date,open,close\n2024-01-02,1,${from}\n2024-01-03,1,${from + 1}\n2024-01-04,1,${from + 2}\n`;
  const archive = await zipped({ "AAA.csv": file(910), "BBB.csv": file(920), "notes.csv": "what\nnothing\n" });
  source().takeFile(new File([archive], "files.zip"));
  await page.getByRole("button", { name: "Combine all files into a panel…" }).click();
  await page.getByRole("dialog", { name: "All files as a panel" }).getByRole("button", { name: "Use the panel" }).click();
  await expect.element(page.getByText("1 of 2")).toBeVisible();
  expect(values()).toEqual([910, 911, 912]);
  await page.getByRole("button", { name: "Next symbol" }).click();
  await expect.poll(values).toEqual([920, 921, 922]);
});
