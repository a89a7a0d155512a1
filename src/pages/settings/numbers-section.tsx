import { useAtomValue } from "jotai";
import { useState } from "react";
import { is } from "valibot";
import { annualization as stepsTrouble } from "../../../workers/numerics/messages";
import { riskFree as rateTrouble } from "../../../workers/performance/messages";
import { FiguresAsField } from "../../analysis/programs/figures-as.tsx";
import { clockTime, fixed, moment, percent } from "../../lib/format.ts";
import { settings, settingsAtom } from "../../state/settings";
import { type Basis, type DateFormat, percentAYear, stepsPerYear } from "../../state/settings-schema";
import { CsvStyleField } from "../../ui/csv-style-field.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Select, type SelectOption } from "../../ui/select.tsx";
import { TableFormatField } from "../../ui/table-format.tsx";
import { Pair, Section } from "./section.tsx";

const LOCALES = ["en-US", "de-DE", "de-CH", "fr-FR", "en-IN", "sv-SE"] as const;
const sampleOf = (locale: string) => new Intl.NumberFormat(locale).format(1_234_567.89);
const NUMBER_FORMATS: readonly SelectOption<string>[] = [
  { value: "auto", label: `Browser default: ${sampleOf(navigator.language)}` },
  ...LOCALES.map((locale) => ({ value: locale, label: sampleOf(locale), note: locale })),
];
const DATE_FORMATS: readonly SelectOption<DateFormat>[] = [
  { value: "auto", label: "ISO in data, locale in text" },
  { value: "iso", label: "2018-03-05" },
  { value: "day-first", label: "05/03/2018, day first" },
  { value: "month-first", label: "03/05/2018, month first" },
  { value: "dotted", label: "05.03.2018" },
];
const BASES: readonly SelectOption<Basis>[] = [
  { value: "252", label: "252 trading days" },
  { value: "365", label: "365 calendar days" },
  { value: "data", label: "From the dates in the data" },
  { value: "own", label: "Custom" },
];
const EXAMPLE = Date.UTC(2018, 2, 5, 14, 30);

export function NumbersSection() {
  const { numberFormat, dateFormat, annualization, riskFree } = useAtomValue(settingsAtom);
  const { basis, own } = annualization;
  const [steps, setSteps] = useState<number | null>(own);
  const changeSteps = (next: number | null) => {
    setSteps(next);
    if (is(stepsPerYear, next)) settings.change({ annualization: { basis: "own", own: next } });
  };
  const [rate, setRate] = useState<number | null>(riskFree);
  const changeRate = (next: number | null) => {
    setRate(next);
    if (is(percentAYear, next)) settings.change({ riskFree: next });
  };
  // A format in use but not on the list comes from a backup, and stays selectable.
  const formats = NUMBER_FORMATS.some(({ value }) => value === numberFormat)
    ? NUMBER_FORMATS
    : [...NUMBER_FORMATS, { value: numberFormat, label: sampleOf(numberFormat), note: numberFormat }];
  return (
    <Section
      id="numbers"
      footer={
        <span className="num" data-example="">
          {fixed(-1234.5, 2)} · {percent(0.3137)} · {moment(EXAMPLE)} · {clockTime(EXAMPLE)}
        </span>
      }
    >
      <Pair>
        <Select
          label="Number format"
          value={numberFormat}
          options={formats}
          onChange={(next) => settings.change({ numberFormat: next })}
          hint="Number fields accept it too. Tables are saved without thousands separators."
        />
        <Select label="Date format" value={dateFormat} options={DATE_FORMATS} onChange={(next) => settings.change({ dateFormat: next })} />
        <TableFormatField hint="Tables and the numbers of charts, on every screen. Export menus offer it too." />
        <CsvStyleField hint="Spreadsheets set to a decimal comma expect semicolons. Dates stay 2018-03-05." />
        <Select
          label="Annualization"
          value={basis}
          options={BASES}
          onChange={(next) => settings.change({ annualization: { basis: next, own } })}
          hint="Default steps per year; settings of a screen take precedence. Data without dates uses 252."
        />
        {basis === "own" ? (
          <NumberField
            label="Steps per year"
            value={steps}
            onChange={changeSteps}
            minValue={0}
            step={0.5}
            error={is(stepsPerYear, steps) ? null : stepsTrouble}
          />
        ) : null}
        <NumberField
          label="Risk-free rate"
          value={rate}
          onChange={changeRate}
          step={0.25}
          unit="%"
          hint="Per year. Default for all screens; settings of a screen take precedence."
          error={is(percentAYear, rate) ? null : rateTrouble}
        />
        <FiguresAsField hint="Sharpe, Sortino, drawdown, CAGR, VaR, volatility and RSI where a screen headlines them. Rules, rankings, optimizers, runs, files and the API keep Prospect's." />
      </Pair>
    </Section>
  );
}
