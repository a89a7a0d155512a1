import { readFileSync } from "node:fs";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { family, itInAll, itInLongRuns } from "../fixtures/in-all";
import { choose, download, exported, priceList, setNumber, sharedSession, slowDown, takeSample } from "./browser";

const session = sharedSession();
/** A separate visit for typed input: a series loaded by another test would still be in the field. */
const typing = sharedSession();

async function openWith(text: string): Promise<Page> {
  const page = await typing.current.open("/garch-model");
  await page.getByRole("textbox", { name: "Market Data" }).fill(text);
  return page;
}

/** The benchmark series, once read. Each test loads it itself, so that it works alone and when retried. */
async function openBenchmark(path = "/garch-model"): Promise<Page> {
  const page = await session.current.open(path);
  await takeSample(page, "DM/GBP benchmark");
  await page.getByText("1,974 values read").waitFor();
  return page;
}

const text = async (page: Page) => (await page.locator("main").innerText()).replaceAll("−", "-");

describe("GARCH on the published benchmark", () => {
  it("shows the published estimates, under both conventions for the variance before the sample", async () => {
    const page = await openBenchmark();
    await choose(page, "Error Distribution", "Normal");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Persistence", { exact: true }).first().waitFor();
    // Fiorentini, Calzolari and Panattoni (1996), to the digits shown.
    await expect.poll(() => text(page)).toContain("-1,106.6079");
    for (const figure of ["-0.0061904", "0.010761", "0.15313", "0.80597", "0.00919", "0.00649", "0.0535", "0.0725"]) {
      expect(await text(page)).toContain(figure);
    }
    await page.getByRole("tab", { name: "Settings" }).click();
    await choose(page, "Pre-sample variance", /^Exponential/);
    await page.keyboard.press("Control+Enter");
    // Python arch 8.0.0 on the same series.
    await expect.poll(() => text(page)).toContain("-1,104.5214");
    await page.close();
  });

  it("saves results as JSON and a chart's numbers as CSV", async () => {
    const page = await openBenchmark();
    await choose(page, "Error Distribution", "Normal");
    await page.getByRole("tab", { name: "Settings" }).click();
    await choose(page, "Pre-sample variance", /^Exponential/);
    await page.keyboard.press("Control+Enter");
    await page.getByText("Ljung–Box z, 10 lags").waitFor();
    const result = JSON.parse(await exported(page, "Results as JSON"));
    expect(result.metrics.loglikelihood).toBeCloseTo(-1104.521402, 4);
    expect(result.behavioral.regime_probabilities.Bull + result.behavioral.regime_probabilities.Bear).toBeCloseTo(1, 9);
    expect(result.forecast.predictions).toHaveLength(30);
    const csv = await download(page, () => page.getByRole("button", { name: "CSV", exact: true }).first().click());
    const lines = csv.trim().split("\r\n");
    expect(lines).toHaveLength(1975);
    expect(lines[0]).toBe("Return (%),Volatility (%),Standardized residual");
    const [picture] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "PNG", exact: true }).first().click(),
    ]);
    expect(
      readFileSync(await picture.path())
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    await page.close();
  });

  itInLongRuns("does not shift the results under the pointer while the residuals are still being tested", async () => {
    const page = await session.current.openAlone("/garch-model");
    await page.getByText("1,974 values read").waitFor();
    // Slow enough that the progress of the tests is shown.
    await slowDown(page, 6);
    await page.evaluate(() => {
      const places = new Set<number>();
      const look = () => {
        for (const term of document.querySelectorAll("main dl dt"))
          if (term.textContent?.startsWith("Persistence")) places.add(Math.round(term.getBoundingClientRect().y + window.scrollY));
        requestAnimationFrame(look);
      };
      look();
      Object.assign(window, { placesOfPersistence: places });
    });
    await page.keyboard.press("Control+Enter");
    await page.getByText("Ljung–Box z, 10 lags").waitFor();
    await page.getByRole("progressbar").waitFor({ state: "detached" });
    const places = await page.evaluate(() => [...(window as unknown as { placesOfPersistence: Set<number> }).placesOfPersistence]);
    expect(places).toHaveLength(1);
    await page.close();
  });

  itInLongRuns("keeps the screen visible behind an explanation and behind a dialog", async () => {
    const page = await openBenchmark();
    await page.keyboard.press("Control+Enter");
    const figure = page.getByText("1,974 returns", { exact: false }).first();
    await figure.waitFor();
    await page.getByRole("button", { name: "About Persistence" }).click();
    await page.getByRole("dialog").waitFor();
    const anchor = await page.locator("dl dt", { hasText: "Persistence" }).first().boundingBox();
    const box = await page.getByRole("dialog").boundingBox();
    expect(await figure.isVisible()).toBe(true);
    // Positioned at the button that opened it rather than in a corner of the page.
    expect(Math.abs((box?.y ?? 0) - (anchor?.y ?? 0))).toBeLessThan(80);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Details of DM/GBP benchmark" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await figure.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await page.close();
  });

  it("forecasts the chosen number of steps, and the same again for the same seed", async () => {
    const page = await openBenchmark();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("tab", { name: "Analysis", selected: true }).waitFor();
    // Chosen while the fit runs: the selected view stays.
    await page.getByRole("tab", { name: "Forecast" }).click();
    const table = page.getByRole("table", { name: "Forecast horizons" });
    await table.waitFor();
    const first = await table.innerText();
    await page.getByRole("textbox", { name: "Horizon" }).fill("252");
    await page.getByRole("button", { name: "Update forecast" }).click();
    await expect.poll(() => table.innerText()).toMatch(/\n252\t/);
    await page.getByRole("textbox", { name: "Horizon" }).fill("30");
    await page.getByRole("button", { name: "Update forecast" }).click();
    await expect.poll(() => table.innerText()).toBe(first);
    await page.close();
  });
});

describe("an expert's model", () => {
  family(
    [
      ["GJR-GARCH", "Generalized error (GED)", "Autoregressive", "GED, n = 1,973", ["φ₁ past return", "γ₁ loss"], "Analytic"],
      ["EGARCH", "Student's t", "Zero", "Student's t, n = 1,974", ["γ₁ loss"], "Simulation"],
      ["EWMA", "Normal", "Constant", "Normal, n = 1,974", ["λ decay"], "Analytic"],
      ["APARCH", "Skewed-t", "Autoregressive", "Skewed-t, n = 1,973", ["γ₁ loss", "δ power", "φ₁ past return"], "Simulation"],
      ["FIGARCH", "Normal", "Constant", "Normal, n = 1,974", ["φ shock", "d long memory"], "Analytic"],
      ["HAR", "Student's t", "Zero", "Student's t, n = 1,974", ["α₃ shock"], "Analytic"],
    ] as const,
    (_, place) => place === 1,
    (models) =>
      it.each(models)(
        "%s with %s errors and %s mean: fitted, drawn and forecast",
        async (variance, errors, mean, note, parameters, method) => {
          const page = await openBenchmark("/garch-model?tab=settings");
          const panel = page.getByRole("tabpanel");
          for (const [label, option] of [
            ["Variance", variance],
            ["Error Distribution", errors],
            ["Mean", mean],
          ]) {
            await panel.getByRole("button", { name: new RegExp(`${label}$`) }).click();
            await page.getByRole("option", { name: new RegExp(`^${option.replace(/[()]/g, "\\$&")}`) }).click();
            await page.getByRole("listbox").waitFor({ state: "detached" });
          }
          await page.keyboard.press("Control+Enter");
          await page.getByText(note).waitFor();
          const table = page.getByRole("table", { name: "Parameters" });
          for (const name of parameters) await table.getByText(name).waitFor();
          await page.locator("canvas").first().waitFor();
          await page.getByRole("tab", { name: "Forecast" }).click();
          await page
            .getByRole("button", { name: /Method$/ })
            .getByText(method)
            .waitFor();
          await page.getByRole("table", { name: "Forecast horizons" }).waitFor();
          expect(await page.getByRole("main").getByRole("alert").count()).toBe(0);
          await page.close();
        },
      ),
  );

  it("is found by comparing models, put into the form by one press, and tracked along the series", async () => {
    const page = await openBenchmark("/garch-model?tab=settings");
    await page.getByRole("button", { name: "Reset to defaults" }).click();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("button", { name: "Compare models" }).click();
    const table = page.getByRole("grid", { name: "Model comparison" });
    await table.waitFor();
    // Four families with four orders each and three with one order, with four densities each.
    await page.getByRole("button", { name: "All 76 models" }).click();
    await expect.poll(() => table.getByRole("row").count()).toBe(77);
    const rows = (await table.getByRole("row").allInnerTexts()).slice(1).map((row) => row.replaceAll("−", "-").split(/\s*\t\s*/));
    const number = (text: string) => Number(text.replaceAll(",", ""));
    for (const [, , bic, , aic, likelihood, k] of rows) {
      expect(number(bic)).toBeCloseTo(-2 * number(likelihood) + number(k) * Math.log(1974), 0);
      expect(number(aic)).toBeCloseTo(-2 * number(likelihood) + 2 * number(k), 0);
    }
    // The published log-likelihood of the plain model is among them.
    expect(rows.find(([name]) => name === "GARCH(1,1), Normal")?.[5]).toBe("-1,106.61");
    await page.getByRole("button", { name: "Use GJR-GARCH(2,1), GED" }).click();
    expect(await page.getByRole("textbox", { name: "GARCH(p)" }).inputValue()).toBe("2");
    await page.getByText("Data or settings have changed.", { exact: false }).waitFor();
    await setNumber(page, "Refit interval", "250");
    await page.getByRole("button", { name: "Refit", exact: true }).click();
    const refits = await download(page, () =>
      page.locator("section", { hasText: "Parameters along the series" }).last().getByRole("button", { name: "CSV", exact: true }).click(),
    );
    // The first window has 974 returns, followed by refits at 1,001, 1,251, 1,501 and 1,751.
    expect(
      refits
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line) => line.split(",")[0]),
    ).toEqual(["1001", "1251", "1501", "1751"]);
    await page.getByText("Losses above VaR 1%").waitFor();
    await page.close();
  });

  it("returns to GARCH with a constant mean by one button", async () => {
    const page = await session.current.open("/garch-model?tab=settings");
    await page.getByRole("button", { name: "Reset to defaults" }).click();
    const panel = page.getByRole("tabpanel");
    expect(await panel.getByRole("button", { name: /Variance$/ }).textContent()).toContain("GARCH");
    expect(await panel.getByRole("button", { name: /Mean$/ }).textContent()).toContain("Constant");
    await page.close();
  });
});

describe("GARCH with bad input", () => {
  it("asks for data when there is none", async () => {
    const page = await openWith("");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Please enter market data").waitFor();
    await page.close();
  });

  it("says how many points were given when they are too few, and keeps the input", async () => {
    const typed = priceList(99);
    const page = await openWith(typed);
    await page.keyboard.press("Control+Enter");
    await page.getByText(/Failed to analyze data: .*99/).waitFor();
    expect(await page.getByRole("textbox", { name: "Market Data" }).inputValue()).toBe(typed);
    await page.close();
  });

  itInAll("names the row of a price that is not above zero", async () => {
    const prices = priceList(150).split("\n");
    prices[41] = "0";
    const page = await openWith(prices.join("\n"));
    await choose(page, "Input type", /^Prices/);
    await page.keyboard.press("Control+Enter");
    await page.getByText(/Failed to analyze data: /).waitFor();
    await page
      .getByText(/row 42/)
      .first()
      .waitFor();
    await choose(page, "Input type", /^Auto-detect/);
    await page.close();
  });

  it("refuses orders below 1 and aversions that are not positive, in the specified words", async () => {
    const page = await openWith(priceList(150));
    await page.getByRole("textbox", { name: "GARCH(p)" }).fill("0");
    await page.keyboard.press("Control+Enter");
    await page.getByText("GARCH orders must be positive integers").waitFor();
    // Orders are capped at the maximum.
    const order = page.getByRole("textbox", { name: "GARCH(p)" });
    await order.fill("9");
    await page.keyboard.press("Tab");
    await expect.poll(() => order.inputValue()).toBe("5");
    expect(await order.getAttribute("aria-invalid")).not.toBe("true");
    await order.fill("1");
    await page.getByRole("textbox", { name: "Risk Aversion" }).fill("0");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Risk aversion must be positive").waitFor();
    await page.getByRole("textbox", { name: "Risk Aversion" }).fill("2.25");
    await page.getByRole("textbox", { name: "Loss Aversion" }).fill("0");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Loss aversion must be positive").waitFor();
    await page.close();
  });
});
