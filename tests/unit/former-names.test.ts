import { expect, it } from "vitest";
import { mayContainFormerNames, withCurrentNames } from "../../workers/former-names";

it("reads the settings, runs and strategies of version 0.1 under their current names", () => {
  const run = { job: "optimise-portfolio", input: JSON.stringify({ annualisation: 252, type: "behavioural", rival: null }) };
  const read = JSON.parse(withCurrentNames(JSON.stringify(run)));
  expect(read.job).toBe("optimize-portfolio");
  expect(JSON.parse(read.input)).toEqual({ annualization: 252, type: "behavioral", benchmark: null });
});

it("reads an embargo as the fraction of the sample it was", () => {
  expect(JSON.parse(withCurrentNames(JSON.stringify({ purge: 5, embargo: 0.02 })))).toEqual({ purge: 5, embargoFraction: 0.02 });
});

it("changes no user text, and nothing that has current names", () => {
  const kept = { name: "neighbours and behavioural funds", notes: "optimise: later", annualization: { basis: "252" } };
  expect(JSON.parse(withCurrentNames(JSON.stringify(kept)))).toEqual(kept);
});

it("looks for former names only where one can occur", () => {
  const run = { job: "optimize-portfolio", input: JSON.stringify({ annualization: 252 }), figures: [Float64Array.of(1), null, -0] };
  expect(mayContainFormerNames(run)).toBe(false);
  expect(mayContainFormerNames({ ...run, job: "optimise-portfolio" })).toBe(true);
  expect(mayContainFormerNames({ ...run, input: JSON.stringify({ annualisation: 252 }) })).toBe(true);
  expect(mayContainFormerNames({ body: [{ centre: 1 }] })).toBe(true);
});
