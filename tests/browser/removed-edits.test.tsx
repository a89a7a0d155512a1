import { expect, it, onTestFinished } from "vitest";
import { renderHook } from "vitest-browser-react";
import { edits } from "../../src/state/edits";
import { chooseLocalFolder, listFolder, removeLocalFolder } from "../../src/state/local-folder";
import { useProfile } from "../../src/state/profile";
import { clearProfile } from "../../src/state/profile-edits";
import { makeSigningKey, removeSigningKey, signingKey } from "../../src/state/signing-key";

const latest = () => edits.read().done.at(-1)?.what;

it("a cleared profile is restored from the log, unless another was entered", async () => {
  const { result, act } = await renderHook(useProfile);
  await act(async () => result.current.change({ name: "Ada Lovelace", role: "Analyst" }));
  await act(async () => clearProfile(result.current));
  expect([result.current.profile.name, latest()]).toEqual(["", "clearing of the profile"]);
  await act(() => edits.undo());
  expect(result.current.profile).toMatchObject({ name: "Ada Lovelace", role: "Analyst" });
  await act(() => edits.redo());
  expect(result.current.profile.name).toBe("");
  await act(async () => result.current.change({ name: "Grace" }));
  await act(() => edits.undo());
  expect(result.current.profile).toMatchObject({ name: "Grace", role: "" });
});

it("a removed signing key is restored from the log, unless another was created", async () => {
  expect((await makeSigningKey(null)).ok).toBe(true);
  const first = await signingKey();
  await removeSigningKey();
  expect([await signingKey(), latest()]).toEqual([null, "removal of the signing key"]);
  await edits.undo();
  expect((await signingKey())?.fingerprint).toBe(first?.fingerprint);
  await edits.redo();
  expect(await signingKey()).toBeNull();
  await makeSigningKey(null);
  const second = await signingKey();
  await edits.undo();
  expect(second?.fingerprint).not.toBe(first?.fingerprint);
  expect((await signingKey())?.fingerprint).toBe(second?.fingerprint);
  await removeSigningKey();
});

it("a removed local folder is restored from the log, unless another was chosen", async () => {
  const root = await navigator.storage.getDirectory();
  let name = `first-${Date.now()}`;
  const own = Object.getOwnPropertyDescriptor(window, "showDirectoryPicker");
  const value = () => root.getDirectoryHandle(name, { create: true });
  Object.defineProperty(window, "showDirectoryPicker", { configurable: true, value });
  onTestFinished(() => {
    if (own) Object.defineProperty(window, "showDirectoryPicker", own);
    else Reflect.deleteProperty(window, "showDirectoryPicker");
  });
  const named = async () => {
    const look = await listFolder(false);
    return look.access === "missing" ? null : look.name;
  };
  await chooseLocalFolder();
  await removeLocalFolder();
  expect([await named(), latest()]).toEqual([null, "removal of the local folder"]);
  await edits.undo();
  expect(await named()).toBe(name);
  await edits.redo();
  expect(await named()).toBeNull();
  name = `second-${Date.now()}`;
  await chooseLocalFolder();
  await edits.undo();
  expect(await named()).toBe(name);
  await removeLocalFolder();
  await edits.undo();
  // If another is chosen after the removal was undone, Redo does not remove it.
  name = `third-${Date.now()}`;
  await chooseLocalFolder();
  await edits.redo();
  expect(await named()).toBe(name);
  await removeLocalFolder();
});
