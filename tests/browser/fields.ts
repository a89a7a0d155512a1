import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";

export const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
export const box = (name: string) => page.getByRole("textbox", { name, exact: true });
export const typed = (name: string) => (box(name).element() as HTMLInputElement).value;
export const tab = (name: string) => page.getByRole("tab", { name });

/** Gives data to a screen, which says what it has counted in them. */
export async function give(text: string, counted: string): Promise<void> {
  await box("Market Data").fill(text);
  await expect.element(page.getByText(counted, { exact: false }).first()).toBeVisible();
}

/** Gives a file to the only field for one. */
export async function upload(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error("there is no file input");
  await userEvent.upload(input, file);
}

/** A paste into Market Data as the browser sends it; false = the field took it. */
export function paste(text: string): boolean {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  return page.getByLabelText("Market Data").element().dispatchEvent(event);
}
