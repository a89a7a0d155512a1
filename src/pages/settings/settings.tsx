import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { refused as storageRefused } from "../../../workers/storage/messages";
import { BackupPanel } from "../../analysis/data/backup-panel.tsx";
import { settingsRefusedAtom } from "../../state/settings";
import { Caution } from "../../ui/failure-box.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { AppSection } from "./app-section.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { ComputingSection } from "./computing-section.tsx";
import { FormsSection } from "./forms-section.tsx";
import { KeyboardSection } from "./keyboard-section.tsx";
import { ModelSection } from "./model-section.tsx";
import { NumbersSection } from "./numbers-section.tsx";
import { SignersSection } from "./signers-section.tsx";
import { SigningSection } from "./signing-section.tsx";
import { StorageSection } from "./storage-section.tsx";

/** Settings of this device for all screens. Changes take effect immediately. */
export default function SettingsPage() {
  const refused = useAtomValue(settingsRefusedAtom);
  // Scrolls to the section in the URL, which did not exist yet when the browser looked for it.
  useEffect(() => {
    const part = document.getElementById(window.location.hash.slice(1));
    part?.scrollIntoView();
  }, []);
  return (
    <>
      <PageHeader title="Settings" description="Stored on this device, shared by all tabs. Changes apply immediately." />
      {refused ? <Caution>{storageRefused}</Caution> : null}
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:max-w-[80rem] xl:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-4">
          <AppearanceSection />
          <NumbersSection />
          <ComputingSection />
          <ModelSection />
          <div id="backup" className="scroll-mt-16">
            <BackupPanel />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <StorageSection />
          <FormsSection />
          <SigningSection />
          <SignersSection />
          <KeyboardSection />
          <AppSection />
        </div>
      </div>
    </>
  );
}
