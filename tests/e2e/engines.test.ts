import { describe, expect, it } from "vitest";
import { findFirefox } from "../../scripts/browsers.mjs";
import { family } from "../fixtures/in-all";
import { sharedSession } from "./browser";
import { TOOLS } from "./first-answers";
import { answerOf, begin } from "./first-steps";

/** What short runs compare: searches and random numbers. Kernels and jobs are all held to the same digests in both engines beside it. */
const COMPARED = ["/validation"];

describe.skipIf(!findFirefox())("each tool with its sample and its defaults (skipped: no Firefox is installed)", () => {
  const inChromium = sharedSession({ engine: "chromium" });
  const inFirefox = sharedSession({ engine: "firefox" });

  family(
    Object.keys(TOOLS),
    (path) => COMPARED.includes(path),
    (paths) =>
      it.each(paths)("%s: the same bits in Firefox as in Chromium", async (path) => {
        const pages = await Promise.all([begin(inChromium.current, path), begin(inFirefox.current, path)]);
        const answered = await answerOf(pages[0], path);
        expect(await answerOf(pages[1], path, answered.title)).toEqual(answered);
        expect({ chromium: inChromium.current.errors, firefox: inFirefox.current.errors }).toEqual({ chromium: [], firefox: [] });
        for (const page of pages) await page.close();
      }),
  );
});
