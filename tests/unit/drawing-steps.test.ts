import { expect, it } from "vitest";
import { takenBack } from "../../src/charts/drawings/taken-back";
import { type Drawing, MAX_DRAWINGS } from "../../workers/indicators/schema";

const drawn = (id: string, text = ""): Drawing => ({ id, kind: "level", from: { row: 3, value: 1 }, to: null, text });

it("undo reverts its own step, and keeps what another tab has drawn since", () => {
  const [a, b, c] = ["1", "2", "3"].map((id) => drawn(id));
  const added = { before: [a], after: [a, b] };
  expect(takenBack([a, b], added)).toEqual([a]);
  expect(takenBack([a, b, c], added)).toEqual([a, c]);
  // Reading from the device creates different objects.
  expect(takenBack(structuredClone([a, b, c]), added)).toEqual([a, c]);
  expect(takenBack([a, c], added)).toEqual([a, c]);
  expect(takenBack([c], { before: [a, b], after: [] })).toEqual([c, a, b]);
});

it("undo keeps no more than the limit: current drawings, and the most recently removed", () => {
  const before = Array.from({ length: MAX_DRAWINGS }, (_, row) => drawn(`${row}`));
  const theirs = [drawn("a"), drawn("b")];
  expect(takenBack([], { before, after: [] })).toEqual(before);
  expect(takenBack(theirs, { before, after: [] })).toEqual([...theirs, ...before.slice(theirs.length)]);
});

it("undo of a text change keeps text another tab has written since", () => {
  const step = { before: [drawn("1", "low")], after: [drawn("1", "high")] };
  expect(takenBack([drawn("1", "high"), drawn("2")], step)).toEqual([drawn("1", "low"), drawn("2")]);
  expect(takenBack([drawn("1", "theirs")], step)).toEqual([drawn("1", "theirs")]);
});
