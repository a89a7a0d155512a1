import "../../src/styles.css";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { makeRouter } from "../../src/app/router.tsx";
import { edits } from "../../src/state/edits.ts";
import { runs } from "../../src/state/run-list.ts";
import { PLAIN_RUN } from "../fixtures/runs.ts";

async function choose(title: string, choice: string, field: string, text: string, button: string): Promise<void> {
  await userEvent.click(page.getByRole("button", { name: `More for ${title}`, exact: true }));
  await userEvent.click(page.getByRole("menuitem", { name: choice }));
  await userEvent.fill(page.getByRole("textbox", { name: field }), text);
  await userEvent.click(page.getByRole("button", { name: button, exact: true }));
}

it("the name and note of a run return on undo, and a name does not turn the text around it", async () => {
  // The newest, hence in the visible rows.
  const { id } = await runs.add({ ...PLAIN_RUN, title: "Before", startedAt: Date.now() + 1000 });
  await render(<RouterProvider router={makeRouter(createMemoryHistory({ initialEntries: ["/runs"] }))} />);
  await choose("Before", "Rename", "Name", "After \u202ecba", "Rename");
  await expect.poll(() => runs.find(id)?.body.title).toBe("After [U+202E]cba");
  await choose("After [U+202E]cba", "Add a note", "Note", "Worth a second look", "Save note");
  await expect.poll(() => runs.find(id)?.body.note).toBe("Worth a second look");
  await edits.undo();
  await expect.poll(() => runs.find(id)?.body.note).toBe("");
  await edits.undo();
  await expect.poll(() => runs.find(id)?.body.title).toBe("Before");
  await runs.remove(id);
});
