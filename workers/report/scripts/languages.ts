import { withoutTurns } from "../../format";
import type { ExportColumn } from "../jobs/export-table";
import { csvNumber } from "../table-text";
import type { Language, ScriptInput, ScriptPart, ScriptSetting } from "./script";

/** Name of the separate file with a script's data. */
export const DATA_FILE = "data.csv";
const WIDTH = 120;
const WORDS_A_LINE = 6;

interface Grammar {
  /** Its first line; "" if there is none. */
  first: string;
  /** A number literal that reads back to the same bits. */
  number(value: number): string;
  list(values: readonly string[]): string;
  /** A dictionary or named list. */
  record(entries: readonly (readonly [string, string])[]): string;
  truth: readonly [no: string, yes: string];
  nothing: string;
  /** Loads the data file; uses the given column names, since those in the file may have been changed to neutralize formulas. */
  load(names: string): string;
  start: string;
  end: string;
}

const PYTHON_START = `import csv
import os
import sys

import numpy as np

reported = []


def report(program, key, value):
    reported.append((program, key, float(value)))


def compare():
    print(f"{'figure':<28}{'program':<22}{'Prospect':>24}{'here':>24}{'difference':>12}{'allowed':>10}")
    wrong = 0
    for key, ours, allowed in figures:
        theirs = [(program, value) for program, name, value in reported if name == key]
        if not theirs:
            print(f"{key:<28}{'not computed here':<22}{ours:>24.16g}")
        for program, value in theirs:
            differs = not abs(value - ours) <= allowed
            wrong += differs
            print(f"{key:<28}{program:<22}{ours:>24.16g}{value:>24.16g}{value - ours:>12.1e}{allowed:>10.1e}{'  DIFFERS' if differs else ''}")
    print("all within tolerance" if wrong == 0 else f"{wrong} figures differ by more than the tolerance")
    return 1 if wrong else 0

`;

const PYTHON_END = `
sys.exit(compare())
`;

const R_START = `reported <- list()
report <- function(program, key, value) {
  reported[[length(reported) + 1]] <<- list(program = program, key = key, value = as.numeric(value))
}
`;

const R_END = `
cat(sprintf("%-28s%-22s%24s%24s%12s%10s\\n", "figure", "program", "Prospect", "here", "difference", "allowed"))
wrong <- 0
for (figure in figures) {
  theirs <- Filter(function(one) one$key == figure[[1]], reported)
  if (length(theirs) == 0) cat(sprintf("%-28s%-22s%24.16g\\n", figure[[1]], "not computed here", figure[[2]]))
  for (one in theirs) {
    differs <- !isTRUE(abs(one$value - figure[[2]]) <= figure[[3]])
    wrong <- wrong + differs
    cat(sprintf("%-28s%-22s%24.16g%24.16g%12.1e%10.1e%s\\n", figure[[1]], one$program, figure[[2]], one$value,
                one$value - figure[[2]], figure[[3]], if (differs) "  DIFFERS" else ""))
  }
}
cat(if (wrong == 0) "all within tolerance\\n" else sprintf("%d figures differ by more than the tolerance\\n", wrong))
quit(status = if (wrong == 0) 0 else 1)
`;

/** Escape sequence of a character that both languages understand. */
function escaped(sign: string): string {
  const point = (sign.codePointAt(0) ?? 0).toString(16);
  return point.length > 4 ? `\\U${point.padStart(8, "0")}` : `\\u${point.padStart(4, "0")}`;
}

/** A quoted string that both languages read alike; NUL and lone surrogates, which R does not support, become replacement characters. */
const quoted = (text: string): string => JSON.stringify(text.replace(/[\0\p{Cs}]/gu, "\ufffd")).replace(/[\u007f-\u{10ffff}]/gu, escaped);

const GRAMMARS: Record<Language, Grammar> = {
  python: {
    // A later comment may contain a series' name, and one like "coding: utf-7" would change how Python decodes the script.
    first: "# coding: utf-8\n",
    number: (value) => (Number.isNaN(value) ? "np.nan" : Number.isFinite(value) ? csvNumber(value) : value > 0 ? "np.inf" : "-np.inf"),
    list: (values) => `[${values.join(", ")}]`,
    record: (entries) => `{\n${entries.map(([name, value]) => `    ${quoted(name)}: ${value},\n`).join("")}}`,
    truth: ["False", "True"],
    nothing: "None",
    load: (names) => `names = ${names}
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "${DATA_FILE}"), newline="", encoding="utf-8") as file:
    rows = [row for row in csv.reader(file) if row][1:]
data = {name: np.array([float(row[place] or "nan") for row in rows]) for place, name in enumerate(names)}
`,
    start: PYTHON_START,
    end: PYTHON_END,
  },
  r: {
    first: "",
    // Without suffix or decimal point, R still reads a number as a double.
    number: (value) => (Number.isNaN(value) ? "NaN" : Number.isFinite(value) ? csvNumber(value) : value > 0 ? "Inf" : "-Inf"),
    list: (values) => `c(${values.join(", ")})`,
    record: (entries) => `list(\n${entries.map(([name, value]) => `  ${quoted(name)} = ${value}`).join(",\n")}\n)`,
    truth: ["FALSE", "TRUE"],
    nothing: "NA",
    load: (names) => `here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)[1]))
if (is.na(here)) here <- "."
data <- as.list(read.csv(file.path(here, "${DATA_FILE}"), check.names = FALSE))
names(data) <- ${names}
`,
    start: R_START,
    end: R_END,
  },
};

/** Breaks long lists into lines after commas. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const item of text.split(/(?<=, )/)) {
    if (line.length + item.length > WIDTH) {
      lines.push(line.trimEnd());
      line = "    ";
    }
    line += item;
  }
  return [...lines, line].join("\n");
}

function settingText(grammar: Grammar, setting: ScriptSetting): string {
  if (setting === null) return grammar.nothing;
  if (typeof setting === "boolean") return grammar.truth[setting ? 1 : 0];
  if (typeof setting === "string") return quoted(setting);
  if (typeof setting === "number") return grammar.number(setting);
  if (typeof setting[0] !== "string") return grammar.list((setting as readonly number[]).map(grammar.number));
  // Breaks between items, as commas within strings must not be split.
  const words = (setting as readonly string[]).map(quoted);
  return grammar.list(words.map((word, place) => (place % WORDS_A_LINE === 0 ? `\n    ${word}` : word)));
}

/** Lines of a comment: no name ends it, or shows its text in another order than the language reads it. */
const comment = (text: string): string[] =>
  (
    withoutTurns(text)
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
      .match(/.{1,116}(?:\s|$)|\S{116}/gu) ?? []
  ).map((line) => `# ${line.trimEnd()}`);

/** The whole script. @param inline whether it contains the data, instead of loading them from a separate file */
export function scriptText(
  { language, title, source, versions, settings, columns, figures }: ScriptInput,
  part: ScriptPart,
  inline: boolean,
): string {
  const grammar = GRAMMARS[language];
  const is = language === "python" ? "=" : "<-";
  const dataOf = ({ name, values }: ExportColumn): [string, string] => {
    const list = wrapped(grammar.list(Array.from(values as Float64Array, grammar.number)));
    return [name, language === "python" ? `np.array(${list})` : list];
  };
  const head = [
    title,
    `Computed by ${versions} from ${source.name}${source.sha256 === null ? "" : ` (SHA-256 of its numbers ${source.sha256})`}, and recomputed here with other programs.`,
    `Run it with ${language === "python" ? "python3 script.py" : "Rscript script.R"}. It exits with 1 if a figure differs by more than the tolerance.`,
    "Prospect's results follow its own definitions, whichever program's its screens show.",
    ...part.notes,
  ];
  const names = columns.map(({ name }) => name);
  const figureText = figures.map(({ key, value, allowed }) => {
    const items = [quoted(key), grammar.number(value), grammar.number(allowed)].join(", ");
    return language === "python" ? `    (${items}),` : `  list(${items})`;
  });
  const lines = [
    ...head.flatMap((line) => [...comment(line), "#"]).slice(0, -1),
    grammar.start,
    `settings ${is} ${grammar.record(Object.entries(settings).map(([name, value]) => [name, settingText(grammar, value)]))}`,
    "# Prospect's results, and the tolerance of each figure.",
    language === "python" ? `figures = [\n${figureText.join("\n")}\n]` : `figures <- list(\n${figureText.join(",\n")}\n)`,
    inline ? `data ${is} ${grammar.record(columns.map(dataOf))}` : grammar.load(settingText(grammar, names)).trimEnd(),
    part.code.trim(),
    grammar.end.trimStart() === grammar.end ? grammar.end : `\n${grammar.end.trimStart()}`,
  ];
  return grammar.first + lines.join("\n");
}
