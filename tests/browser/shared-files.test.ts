import { getDefaultStore } from "jotai";
import { expect, it } from "vitest";
import { offeredFileAtom, offerFile } from "../../src/state/offered-file";
import { askAboutReceived, forgetReceived } from "../../src/state/received-file";
import { isShared, keepShared } from "../../workers/shared-files";

const store = getDefaultStore();
store.sub(offeredFileAtom, () => undefined);

/** Shares a file as another app would, which the page must not trust. */
async function share(name: string): Promise<File | undefined> {
  const form = new FormData();
  form.append("files", new File(["1\n2"], name));
  const request = new Request("/share-target", { method: "POST", body: form });
  expect([isShared(request, location.origin), isShared(request, "https://a.example")]).toEqual([true, false]);
  expect((await keepShared(request)).headers.get("location")).toMatch(/\/\?shared$/);
  await askAboutReceived();
  return store.get(offeredFileAtom)?.file;
}

it("a shared file is asked about by a name no longer than file names can be", async () => {
  expect((await share("données 1.csv"))?.name).toBe("données 1.csv");
  const long = await share(`${"😀".repeat(5000)}.csv`);
  expect(long?.name).toBe("😀".repeat(255));
  expect(await long?.text()).toBe("1\n2");
  offerFile(null);
  expect(await forgetReceived()).toBe(true);
});
