import "../../src/styles.css";
import { I18nProvider } from "react-aria-components";
import { describe, expect, it, type Mock, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { Card, CardGrid } from "../../src/ui/card.tsx";
import { Chip } from "../../src/ui/chip.tsx";
import { DateField } from "../../src/ui/date-field.tsx";
import { Disclosure } from "../../src/ui/disclosure.tsx";
import { NumberField } from "../../src/ui/number-field.tsx";
import { Segmented } from "../../src/ui/segmented.tsx";
import { findings, findingsInBothThemes } from "./axe.ts";
import { Held } from "./held.tsx";

const changedTo = (changed: Mock, value: unknown) => expect.poll(() => changed).toHaveBeenLastCalledWith(value);

describe("DateField", () => {
  const field = (changed: (value: string | null) => void, start: string | null = "2018-03-05") => (
    <Held<string | null> start={start}>
      {(value, set) => (
        <DateField
          label="From"
          value={value}
          min="2010-01-04"
          max="2019-12-31"
          onChange={(next) => {
            set(next);
            changed(next);
          }}
        />
      )}
    </Held>
  );
  const part = (name: RegExp) => page.getByRole("spinbutton", { name });

  it("is typed part by part and gives an ISO day", async () => {
    const changed = vi.fn();
    await render(field(changed, null));
    await userEvent.click(part(/month/));
    await userEvent.keyboard("04092018");
    await changedTo(changed, "2018-04-09");
    expect(await findings("dark")).toEqual([]);
  });

  it("moves a part with the arrow keys", async () => {
    const changed = vi.fn();
    await render(field(changed));
    await userEvent.click(part(/day/));
    await userEvent.keyboard("{ArrowUp}");
    await changedTo(changed, "2018-03-06");
  });

  it("opens a month to pick from, passes axe in both themes", async () => {
    const changed = vi.fn();
    await render(field(changed));
    await userEvent.click(page.getByRole("button"));
    await expect.element(page.getByRole("grid")).toBeVisible();
    expect(await findingsInBothThemes()).toEqual([]);
    await userEvent.keyboard("{ArrowDown}{Enter}");
    await changedTo(changed, "2018-03-12");
    await expect.element(page.getByRole("grid")).not.toBeInTheDocument();
  });

  it("keeps a day out of range and marks it", async () => {
    const changed = vi.fn();
    await render(field(changed));
    await userEvent.click(part(/year/));
    await userEvent.keyboard("2024");
    await changedTo(changed, "2024-03-05");
    await expect.element(part(/year/)).toHaveAttribute("aria-invalid", "true");
  });
});

describe("NumberField in the person's language", () => {
  it("shows and reads a decimal comma", async () => {
    const changed = vi.fn();
    await render(
      <I18nProvider locale="de-DE">
        <NumberField label="Loss Aversion" value={2.25} onChange={changed} step={0.05} />
      </I18nProvider>,
    );
    const box = page.getByLabelText("Loss Aversion");
    await expect.element(box).toHaveValue("2,25");
    await userEvent.fill(box, "1234,5");
    await userEvent.keyboard("{Tab}");
    await changedTo(changed, 1234.5);
  });
});

describe("Segmented", () => {
  it("is one choice of a group, moved by arrow keys", async () => {
    const changed = vi.fn();
    await render(
      <Held<"auto" | "light" | "dark"> start="auto">
        {(value, set) => (
          <Segmented
            label="Theme"
            value={value}
            onChange={(next) => {
              set(next);
              changed(next);
            }}
            options={[
              { value: "auto", label: "Auto" },
              { value: "light", label: "Light" },
              { value: "dark", label: "Dark" },
            ]}
          />
        )}
      </Held>,
    );
    await expect.element(page.getByRole("radiogroup", { name: "Theme" })).toBeVisible();
    await userEvent.click(page.getByRole("radio", { name: "Dark" }));
    await expect.element(page.getByRole("radio", { name: "Dark" })).toBeChecked();
    await userEvent.click(page.getByRole("radio", { name: "Dark" }));
    await expect.element(page.getByRole("radio", { name: "Dark" })).toBeChecked();
    expect(changed.mock.calls).toEqual([["dark"]]);
    await userEvent.keyboard("{ArrowLeft}{Enter}");
    await changedTo(changed, "light");
  });
});

describe("Disclosure", () => {
  it("opens by keyboard and keeps what was typed inside while closed", async () => {
    await render(
      <Disclosure title="Advanced" note="2 of 5 set">
        <input aria-label="seed" />
      </Disclosure>,
    );
    const trigger = page.getByRole("button", { name: /Advanced/ });
    await expect.element(trigger).toHaveAttribute("aria-expanded", "false");
    await userEvent.tab();
    await userEvent.keyboard("{Enter}");
    await userEvent.fill(page.getByLabelText("seed"), "42");
    await userEvent.click(trigger);
    await expect.element(page.getByLabelText("seed")).not.toBeVisible();
    await userEvent.click(trigger);
    await expect.element(page.getByLabelText("seed")).toHaveValue("42");
  });
});

describe("Chip and Card", () => {
  it("a chip that filters says whether it is on", async () => {
    const pressed = vi.fn();
    await render(
      <Chip chosen onPress={pressed}>
        Bull
      </Chip>,
    );
    const chip = page.getByRole("button", { name: "Bull" });
    await expect.element(chip).toHaveAttribute("aria-pressed", "true");
    await userEvent.click(chip);
    expect(pressed).toHaveBeenCalledOnce();
  });

  it("a card with a link can be pressed anywhere but on its own buttons", async () => {
    const followed = vi.fn();
    const other = vi.fn();
    await render(
      <CardGrid>
        <Card
          title={
            <button type="button" onClick={followed}>
              GARCH Model
            </button>
          }
          footer={
            <button type="button" onClick={other}>
              Last run
            </button>
          }
        >
          Conditional volatility
        </Card>
      </CardGrid>,
    );
    const words = page.getByText("Conditional volatility").element().getBoundingClientRect();
    document.elementFromPoint(words.left + 5, words.top + 5)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(followed).toHaveBeenCalledOnce();
    await userEvent.click(page.getByRole("button", { name: "Last run" }));
    expect(followed).toHaveBeenCalledOnce();
    expect(other).toHaveBeenCalledOnce();
  });
});
