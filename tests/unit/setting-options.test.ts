import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CHOICES, settingValue } from "../../src/analysis/setting-words/setting-values";
import { BATCH_DEFAULTS, type BatchQuestion, formOptions, QUESTIONS } from "../../src/tools/batch/settings";

/** Also the name of a measure in a condition, and of a feature of a decision. */
const OTHER_USES = ["average", "momentum"];
/** Numbers are their own labels. */
const isNamed = (option: string) => Number.isNaN(Number(option));

describe("labels of options", () => {
  it("stand once: in the schema of their setting", () => {
    const sources = ["src", "workers"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).flatMap((name) =>
        /(?<!schema)\.tsx?$/.test(name) ? [[join(folder, name), readFileSync(join(folder, name), "utf8")] as const] : [],
      ),
    );
    const options = new Map(
      Object.values(CHOICES).flatMap((choices) =>
        Object.values(choices ?? {}).flatMap((list = []) => list.map((one) => [`${one.value} ${one.label}`, one])),
      ),
    );
    const again = [...options.values()]
      .filter(({ value }) => !OTHER_USES.includes(value))
      .flatMap(({ value, label }) => {
        const literals = [
          `value: "${value}", label: "${label}"`,
          `"${value}": "${label}"`,
          ` ${value}: "${label}"`,
          `["${value}", "${label}"]`,
        ];
        return sources.flatMap(([name, text]) => (literals.some((literal) => text.includes(literal)) ? [`${name}: ${label}`] : []));
      });
    expect(options.size).toBeGreaterThan(60);
    expect(again).toEqual([]);
  });

  it.each(Object.keys(QUESTIONS) as BatchQuestion[])("%s in Batch: each choice has the label of its tool", (question) => {
    const unnamed = formOptions({ ...BATCH_DEFAULTS, question }).flatMap(({ path, choices }) => {
      const key = path[path.length - 1];
      const listed = CHOICES[QUESTIONS[question].tool]?.[key]?.map(({ value }) => value) ?? [];
      return choices.filter((choice) => isNamed(choice) && !listed.includes(choice)).map((choice) => `${key}: ${choice}`);
    });
    expect(unnamed).toEqual([]);
  });

  it("the same value has the label of the screen it belongs to", () => {
    expect(settingValue("/risk-management", "kind", "values")).not.toBe(settingValue("/lyapunov", "kind", "values"));
    expect(settingValue("/risk-management", "method", "cornish-fisher")).toBe("Cornish–Fisher VaR");
    expect(settingValue("/validation", "beat", "hold")).toBe("Buy and hold");
    // Text of the user is shown verbatim.
    expect(settingValue("/garch-model", "column", "skewt")).toBe("skewt");
    expect(settingValue("/no-such-screen", "method", "iaaft")).toBe("iaaft");
    expect(settingValue("/garch-model", "constructor", "normal")).toBe("normal");
  });
});
