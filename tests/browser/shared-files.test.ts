import { getDefaultStore } from "jotai";
import { expect, it } from "vitest";
import { askAboutReceived, forgetReceived, openLaunched } from "../../src/app/received-file";
import { offeredFileAtom, offerFile } from "../../src/state/offered-file";
import { toastQueue } from "../../src/ui/toast-queue";
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

it("of files the system opens with the app, the first is opened and the others are mentioned; one that is gone is, too", async () => {
  const handle = (getFile: () => Promise<File>) => ({ getFile }) as FileSystemFileHandle;
  const result = new File(['{"format":"prospect-share"}'], "theirs.json");
  const said = () => toastQueue.visibleToasts.map(({ content }) => content.message);
  await openLaunched(Array.from({ length: 10_000 }, () => handle(async () => result)));
  expect(store.get(offeredFileAtom)?.file).toBe(result);
  expect(said()).toEqual(["The first of 10,000 files is opened: open the others one at a time"]);
  offerFile(null);
  await openLaunched([handle(() => Promise.reject(new DOMException("gone", "NotFoundError")))]);
  expect(said()).toContain("This file can no longer be read: it was moved, changed or removed. Nothing was changed.");
  expect(store.get(offeredFileAtom)).toBeNull();
});
