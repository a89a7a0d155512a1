import "../../src/styles.css";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import Demo from "../../src/pages/demo/demo.tsx";
import { FinishedJobs } from "../../src/state/finished-jobs.ts";
import { initialsOf } from "../../src/state/profile.ts";
import { findingsInBothThemes } from "./axe.ts";

beforeEach(() => vi.stubEnv("VITE_DEMO_ENDPOINT", "/demo-requests"));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it("posts a request where the build has an address, reports a failure, and tries again", async () => {
  const fetched = vi.spyOn(window, "fetch").mockResolvedValueOnce(new Response(null, { status: 503 }));
  await render(<Demo />);
  await page.getByLabelText("Full Name").fill(" Ada Example ");
  await page.getByLabelText("Business Email").fill("ada@example.com");
  await page.getByText("Behavioral Institution").click();
  await page.getByRole("button", { name: "Request Demo" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("The request could not be sent. It is stored on this device");
  const [address, { body } = {}] = fetched.mock.calls[0];
  expect(address).toBe("/demo-requests");
  expect(JSON.parse(String(body))).toEqual({
    name: "Ada Example",
    email: "ada@example.com",
    company: "",
    role: null,
    aum: "",
    interests: [],
    useCase: "",
    preferredTier: "institution",
  });
  expect(await findingsInBothThemes()).toEqual([]);

  fetched.mockResolvedValueOnce(new Response(null, { status: 201 }));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("heading", { name: "Your request was sent" })).toBeVisible();
  await expect.element(page.getByText("We will get back to you within 24 hours.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "New request" }).click();
  await expect.element(page.getByLabelText("Full Name")).toHaveValue("");
});

it.each([
  [{ name: "Ada Maria Lovelace", initials: "" }, "AL"],
  [{ name: "  ada ", initials: "" }, "A"],
  [{ name: "Ada Lovelace", initials: " x " }, "X"],
  [{ name: "𝒜da Ünal", initials: "" }, "𝒜Ü"],
  [{ name: "", initials: "" }, ""],
])("initials of %o are %s", (person, initials) => expect(initialsOf({ role: "", ...person })).toBe(initials));

it("counts what succeeded or failed, not what was canceled, unusable or the self-check", () => {
  const finished = new FinishedJobs();
  const failed = (code: "bad-input" | "canceled" | "crashed" | "not-converged") => ({ code, reason: "runtime/crashed" as const });
  finished.count({ job: "fit-garch", failure: null });
  finished.count({ job: "fit-garch", failure: failed("bad-input") });
  finished.count({ job: "fit-garch", failure: failed("canceled") });
  finished.count({ job: "test-kernels", failure: null });
  expect(finished.read()).toEqual({ succeeded: 1, failed: 0 });
  finished.count({ job: "fit-garch", failure: failed("crashed") });
  finished.count({ job: "fit-garch", failure: failed("not-converged") });
  expect(finished.read()).toEqual({ succeeded: 1, failed: 2 });
});
