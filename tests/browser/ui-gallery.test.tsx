import "./gallery/gallery.css";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Locator, page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Button } from "../../src/ui/button.tsx";
import { Dialog } from "../../src/ui/dialog.tsx";
import { toast, toastQueue } from "../../src/ui/toast-queue.ts";
import { ToastRegion } from "../../src/ui/toast-region.tsx";
import { family, LONG } from "../fixtures/in-all";
import { findings } from "./axe.ts";
import { DayPicker, Explanation, OpenMenu, OpenSelect, Tip } from "./gallery/floating.tsx";
import { forceStates } from "./gallery/forced.tsx";
import { Gallery, SECTIONS, Section, type SectionName } from "./ui-gallery.tsx";

/**
 * Reference pictures are in `__screenshots__`, made with Debian's Chromium. Fonts are rendered slightly differently elsewhere, so other
 * systems check everything but the pictures; and up to three pixels in a thousand may differ. After an intended change delete the pictures
 * of the part, run `npm test -- --project browser tests/browser/ui-gallery.test.tsx -u`, and look at every new one: without deletion, a
 * picture within the tolerance stays as it was.
 */
const drawn = navigator.userAgent.includes("Linux");
const TOLERANCE = {
  comparatorName: "pixelmatch",
  comparatorOptions: { threshold: 0.25, allowedMismatchedPixelRatio: 0.003 },
  // A busy machine needs time for two equal pictures in a row.
  timeout: 20_000,
} as const;
vi.setConfig({ testTimeout: 60_000 });
const WIDTHS = [1440, 768, 390] as const;
const THEMES = ["light", "dark"] as const;
type Theme = (typeof THEMES)[number];

const calm = document.createElement("style");
calm.textContent =
  "*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important }";

beforeEach(() => document.head.append(calm));
afterEach(async () => {
  calm.remove();
  delete document.documentElement.dataset.theme;
  for (const shown of [...toastQueue.visibleToasts]) toastQueue.close(shown.key);
  await page.viewport(1280, 720);
});

async function stage(theme: Theme, width: number): Promise<void> {
  document.documentElement.dataset.theme = theme;
  await page.viewport(width, 2200);
}

async function picture(of: Locator, name: string): Promise<void> {
  await expect.element(of).toBeVisible();
  await document.fonts.ready;
  if (drawn) await expect.element(of).toMatchScreenshot(name, TOLERANCE);
}

family(
  THEMES.flatMap((theme) => WIDTHS.map((width) => [theme, width] as const)),
  ([theme, width]) => (LONG && theme === "light" && width === 390) || (theme === "dark" && width === 1440),
  (views) =>
    describe.each(views)("all components in the %s theme", (theme, width) => {
      it(`are clean to axe and stay within ${width} pixels`, async () => {
        await stage(theme, width);
        await render(<Gallery />);
        expect(await findings(theme)).toEqual([]);
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      });
    }),
);

/** Both themes at the widest view, each narrower view in one theme. */
const VIEWS: [Theme, number][] = [
  ["light", 1440],
  ["dark", 1440],
  ["light", 768],
  ["dark", 390],
];
family(
  (Object.keys(SECTIONS) as SectionName[]).flatMap((name, place) =>
    VIEWS.map(([theme, width], view) => ({ name, theme, width, place, view })),
  ),
  // Each part in one view, the next part in the next view.
  ({ place, view }) => place % VIEWS.length === view,
  (views) =>
    it.each(views)("$name look as they did in the $theme theme at $width pixels", async ({ name, theme, width }) => {
      await stage(theme, width);
      await render(<Section name={name} />);
      await forceStates();
      // A pointer would stay on the header.
      const header = () => page.getByRole("button", { name: "Estimate" }).first().element() as HTMLElement;
      for (let press = 0; name === "tables" && press < 2; press++) header().click();
      await picture(page.getByRole("region", { name, exact: true }), `${name}-${theme}-${width}`);
    }),
);

family(
  THEMES,
  (theme) => theme === "dark",
  (themes) => describe.each(themes)("what floats, in the %s theme", whatFloats),
);

function whatFloats(theme: Theme): void {
  beforeEach(() => stage(theme, 768));

  it("a list to choose from", async () => {
    await render(<OpenSelect />);
    await userEvent.click(page.getByRole("button", { name: /Error Distribution/ }));
    await expect.element(page.getByRole("listbox")).toBeVisible();
    await userEvent.keyboard("{ArrowDown}");
    await picture(page.getByTestId("stage"), `select-${theme}`);
  });

  it("a menu", async () => {
    await render(<OpenMenu />);
    await userEvent.tab();
    await userEvent.keyboard("{ArrowDown}");
    await picture(page.getByTestId("stage"), `menu-${theme}`);
  });

  it("a month", async () => {
    await render(<DayPicker />);
    await userEvent.click(page.getByRole("button"));
    await expect.element(page.getByRole("grid")).toBeVisible();
    await picture(page.getByTestId("stage"), `month-${theme}`);
  });

  it("an explanation", async () => {
    await render(<Explanation />);
    await userEvent.click(page.getByRole("button", { name: "About Persistence" }));
    // Its text is loaded as it opens.
    await expect.element(page.getByText("What is this?")).toBeVisible();
    await picture(page.getByTestId("stage"), `info-${theme}`);
  });

  it("a dialog that must be answered", async () => {
    await render(
      <Dialog
        title="Remove the series from this device?"
        answer
        onClose={() => {}}
        actions={
          <>
            <Button kind="quiet">Keep it</Button>
            <Button kind="danger">Remove</Button>
          </>
        }
      >
        Four runs were made from it. They keep their results, and cannot be made again without it. Undo brings it back for ten minutes.
      </Dialog>,
    );
    expect(await findings(theme)).toEqual([]);
    await picture(page.getByRole("alertdialog"), `dialog-${theme}`);
  });

  it("four kinds of toasts", async () => {
    await render(<ToastRegion />);
    toast.info("New version ready", { duration: null, action: { label: "Reload", onChoose: () => {} } });
    toast.success("Table copied", { duration: null });
    toast.warning("Kept in memory only", {
      duration: null,
      detail: "The browser refused to store it: the disk is full, or this is a private window.",
    });
    toast.error("The fit did not converge in 500 steps from any of its four starts", { duration: null });
    await expect.element(page.getByText(/did not converge/)).toBeVisible();
    await picture(page.getByRole("region", { name: /Notifications/ }), `toasts-${theme}`);
  });
}

describe("small things that float", () => {
  beforeEach(() => stage("dark", 768));

  it("a tooltip", async () => {
    await render(<Tip />);
    await userEvent.tab();
    await expect.element(page.getByRole("tooltip")).toBeVisible();
    await picture(page.getByTestId("stage"), "tooltip-dark");
  });
});
