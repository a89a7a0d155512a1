import { expect, it } from "vitest";
import { takesShared } from "../../src/routes";
import { otherScreens, QUESTIONS } from "../../src/state/asked-at";
import { jobs } from "../../workers/jobs";

it("every screen with results to open has its questions, each of which is a job", () => {
  const named = Object.keys(QUESTIONS);
  expect(named.filter((path) => !takesShared(path))).toEqual([]);
  expect(Object.values(QUESTIONS).flatMap((questions) => questions.filter((job) => !Object.hasOwn(jobs, job)))).toEqual([]);
});

it("a question of another screen is attributed to the screens that ask it", () => {
  expect(otherScreens({ screen: "/risk-management", job: "fit-garch" })).toEqual(["/garch-model"]);
  expect(otherScreens({ screen: "/garch-model", job: "analyze-market" })).toEqual(["/market-analysis", "/quant-edge-ai"]);
  expect(otherScreens({ screen: "/garch-model", job: "fit-garch" })).toBeNull();
  // From a later or an earlier version.
  expect(otherScreens({ screen: "/garch-model", job: "a-new-question" })).toBeNull();
});
