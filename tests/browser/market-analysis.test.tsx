import "../../src/styles.css";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import MarketAnalysis from "../../src/tools/market-analysis/market-analysis.tsx";
import { itInLongRuns } from "../fixtures/in-all";
import { upload } from "./fields.ts";
import { holdJob } from "./hold-job.ts";

const box = () => page.getByRole("textbox", { name: "Market Data" });
const news = () => page.getByRole("textbox", { name: "News Data" });
const submit = () => page.getByRole("button", { name: "Get Trading Decision" });
const action = () => page.getByRole("region", { name: "Recommended Action" });
const file = (text: string, name = "prices.csv") => new File([text], name, { type: "text/csv" });

/** The screen with its worker started and its fields as on a first visit. */
async function open() {
  const screen = await render(<MarketAnalysis />);
  await expect.element(box()).toBeVisible();
  return screen;
}

beforeEach(async () => {
  // Inputs are kept between visits, so each test starts with empty ones.
  const screen = await open();
  const remove = page.getByRole("button", { name: /^Remove / });
  while (remove.elements().length > 0) await remove.first().click();
  await box().fill("");
  await news().fill("");
  await screen.unmount();
});
afterEach(() => vi.restoreAllMocks());

itInLongRuns("goes from the sample to a decision with its reasons, and keeps it while the form changes", async () => {
  await open();
  await expect.element(submit()).toBeDisabled();
  await page.getByRole("button", { name: "Fill Sample Data" }).click();
  await expect.element(page.getByText(/Generated, seed \d+/)).toBeVisible();
  const values = (box().element() as HTMLTextAreaElement).value.split(",").map(Number);
  expect(values).toHaveLength(10);
  expect(values.every((value) => value >= 90 && value <= 110)).toBe(true);
  await expect.element(submit()).toBeDisabled();
  await news().fill("Strong growth and a bullish outlook");
  await submit().click();

  await expect.element(action()).toHaveTextContent(/[▲▼■] (Buy|Sell|Hold)/);
  await expect.element(page.getByText("Curiosity Score")).toBeVisible();
  await expect.element(page.getByText("Market Confidence")).toBeVisible();
  await expect.element(page.getByRole("application", { name: /Technical Analysis, chart of 10 rows/ })).toBeVisible();
  await expect.element(page.getByText("10 prices, SMA 5, EMA 5, RSI 14")).toBeVisible();
  await page.getByText("Rule trace").click();
  expect(page.getByRole("table", { name: "Rule trace" }).getByRole("row").elements()).toHaveLength(18);

  await news().fill("Weak demand, bearish");
  await expect.element(page.getByText(/Inputs have changed since this signal/)).toBeVisible();
  await expect.element(action()).toBeVisible();
  await page.getByRole("button", { name: "Update" }).click();
  await expect.element(page.getByText(/Inputs have changed/)).not.toBeInTheDocument();
});

it("decides by the rules: a rising series with good news is a Buy, with every number against its threshold", async () => {
  await open();
  await box().fill("100, 101, 100.5, 102, 101.5, 103, 102, 104, 103, 105, 104, 106");
  await news().fill("strong growth");
  page
    .getByRole("button", { name: /Annualization basis/ })
    .element()
    .focus();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(action()).toHaveTextContent("▲ Buy");
  await expect.element(action()).toHaveTextContent(/Buy rule \d: trend 0\.\d+ is above 0/);
});

itInLongRuns("starts with a sample in one press", async () => {
  await open();
  await page.getByRole("button", { name: "Start with a sample" }).click();
  await expect.element(page.getByText("8,321 prices, SMA 20, EMA 20, RSI 14")).toBeVisible();
  await expect.element(action()).toHaveTextContent(/[▲▼■] (Buy|Sell|Hold)/);
});

itInLongRuns("says what is missing when run too early", async () => {
  await open();
  await box().fill("100, 101");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Both market data and news data are required");
  await news().fill("steady");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await box().fill("abc, def");
  await expect.element(page.getByRole("alert")).toHaveTextContent("At least 2 market data points required");
});

it.each(["5", "abc"])("decides on two zeros where the prices are %s, which is logged: Hold", async (prices) => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await open();
  await box().fill(prices);
  await news().fill("Strong growth and record profit");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByTestId("action")).toHaveTextContent("Hold");
  await expect.element(page.getByText(/At least 2 market data points required\); a safe default is used/)).toBeVisible();
  logged.mockRestore();
});

itInLongRuns("shows a long run, and Esc cancels it without losing the previous decision", async () => {
  await open();
  await box().fill("100, 101, 103");
  await news().fill("steady");
  await submit().click();
  await expect.element(action()).toBeVisible();
  await news().fill("strong growth");
  holdJob();
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.element(page.getByRole("progressbar")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Cancel" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("progressbar")).not.toBeInTheDocument();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(action()).toBeVisible();
  await expect.element(page.getByText(/Inputs have changed since this signal/)).toBeVisible();
});

it("appends the prices of a CSV to typed ones", async () => {
  await open();
  await box().fill("1, 2, 3");
  await news().fill("steady");
  await upload(file("Date,Close\n2024-01-02,10\n2024-01-03,11.5\n2024-01-04,12\n"));
  await expect.element(page.getByText("3 prices typed, then 3 of prices.csv: 6 in total.")).toBeVisible();
  await submit().click();
  await expect.element(page.getByText("6 prices, SMA 5, EMA 5, RSI 14")).toBeVisible();
  const facts = page.getByRole("region", { name: "CSV Data Analysis" });
  await expect.element(facts).toHaveTextContent(/Data points3/);
  await expect.element(facts).toHaveTextContent(/Average.*11\.17.*Min.*10\.00.*Max.*12\.00/);
  await expect.element(box()).toHaveValue("1, 2, 3");
});

itInLongRuns("forgets a cleared field: only the CSV is left to analyze", async () => {
  await open();
  await box().fill("1, 2, 3");
  await news().fill("steady");
  await upload(file("price\n10\n11.5\n12\n13\n"));
  await expect.element(page.getByText(/7 in total/)).toBeVisible();
  await box().fill("");
  await submit().click();
  await expect.element(page.getByText("4 prices, SMA 5, EMA 5, RSI 14")).toBeVisible();
});

itInLongRuns("fills the empty field with a CSV, whose prices then count once", async () => {
  await open();
  await news().fill("steady");
  await upload(file("price\n10\n11.5\n12\n", "list.csv"));
  await expect.element(box()).toHaveValue("10, 11.5, 12");
  await expect.element(page.getByText("The field shows the prices of list.csv; they are used once.")).toBeVisible();
  await submit().click();
  await expect.element(page.getByText("3 prices, SMA 5, EMA 5, RSI 14")).toBeVisible();
  await page.getByRole("button", { name: "Remove list.csv" }).click();
  await expect.element(box()).toHaveValue("");
});

itInLongRuns("shows the first lines of a long CSV in the empty field, also after the screen was left", async () => {
  const first = await open();
  const rows = Array.from({ length: 3000 }, (_, i) => (100 + Math.sin(i / 7)).toFixed(4));
  await upload(file(`close\n${rows.join("\n")}\n`, "long.csv"));
  await expect.element(box()).toHaveValue(expect.stringMatching(/^close\n100\.0000\n/));
  await first.unmount();
  await open();
  await expect.element(page.getByText("The field shows the prices of long.csv; they are used once.")).toBeVisible();
  await news().fill("steady");
  await submit().click();
  await expect.element(page.getByText("3,000 prices, SMA 20, EMA 20, RSI 14")).toBeVisible();
});

itInLongRuns("keeps the input when a CSV cannot be used, and says why", async () => {
  await open();
  await box().fill("1, 2, 3");
  await upload(file("price\n10\nabc\n", "short.csv"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("CSV must contain at least 2 valid price points");
  await expect.element(box()).toHaveValue("1, 2, 3");
  await upload(file("name,note\nx,y\nz,w\n", "words.csv"));
  await expect.element(page.getByRole("alert")).toHaveTextContent("CSV processing failed: Invalid CSV format");
  await expect.element(box()).toHaveValue("1, 2, 3");
  await news().fill("steady");
  await submit().click();
  await expect.element(page.getByText("3 prices, SMA 5, EMA 5, RSI 14")).toBeVisible();
});

itInLongRuns("saves the results as JSON with everything needed to run them again", async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    saved.push(blob as Blob);
    return "blob:none";
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  await open();
  await box().fill("1, 2, 3");
  await news().fill("strong, weak");
  await submit().click();
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: /Results as JSON/ }).click();
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: /Series as CSV/ }).click();
  await expect.poll(() => saved.length).toBe(2);
  const report = JSON.parse(await saved[0].text());
  expect(report).toMatchObject({ news: "strong, weak", data: { prices: 3, typed: { length: 3 } }, settings: { annualization: 252 } });
  expect(report.trace.clauses).toHaveLength(6);
  expect((await saved[1].text()).split("\r\n").slice(0, 2)).toEqual(["Price,SMA 5,EMA 5,RSI 14,Drawdown,Volatility", "1,,,,0,"]);
});

itInLongRuns("asks what to do with a newer CSV of a known series, and uses its prices only then", async () => {
  const name = `quotes-${Date.now()}`;
  const rows = ["2024-01-02,10", "2024-01-03,11.5", "2024-01-04,12", "2024-01-05,12.5"];
  await open();
  await upload(file(["Date,Close", ...rows].join("\n"), `${name}.csv`));
  await expect.element(box()).toHaveValue("10, 11.5, 12, 12.5");
  await page.getByRole("button", { name: `Remove ${name}.csv` }).click();
  await expect.element(box()).toHaveValue("");

  const newer = ["Date,Close", ...rows.slice(0, 3), "2024-01-05,12.75", "2024-01-08,13"].join("\n");
  const ask = page.getByRole("region", { name: "Newer file" });
  await upload(file(newer, `${name} (1).csv`));
  await expect.element(ask.getByText("1 new")).toBeVisible();
  await expect.element(ask.getByText("12.5 → 12.75")).toBeVisible();
  await expect.element(box()).toHaveValue("");
  await ask.getByRole("button", { name: "Cancel" }).click();
  await expect.element(ask).not.toBeInTheDocument();
  await expect.element(box()).toHaveValue("");

  await upload(file(newer, `${name} (1).csv`));
  await ask.getByRole("button", { name: "Use the new file" }).click();
  await expect.element(box()).toHaveValue("10, 11.5, 12, 12.75, 13");
});

it("imports the rows of a news table as dated items", async () => {
  await open();
  const input = [...document.querySelectorAll<HTMLInputElement>('input[type="file"]')].at(-1) ?? expect.unreachable();
  await userEvent.upload(input, file('date,headline\n2018-10-03,"Oil rallies, again"\n2018-11-13,Crude plunges\n', "news.csv"));
  await expect.element(news()).toHaveValue("2018-10-03 Oil rallies, again\n2018-11-13 Crude plunges");
});
