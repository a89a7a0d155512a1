import type { ReactNode } from "react";
import { SETTINGS_SECTIONS, type SettingsSection } from "../../state/settings-sections";
import { Panel } from "../../ui/panel.tsx";

interface SectionProps {
  id: SettingsSection;
  note?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** One section of the settings, with the URL `/settings#id`. */
export function Section({ id, children, ...panel }: SectionProps) {
  return (
    <div id={id} className="scroll-mt-16">
      <Panel title={SETTINGS_SECTIONS.find((section) => section.id === id)?.title} {...panel}>
        <div className="flex flex-col gap-3.5">{children}</div>
      </Panel>
    </div>
  );
}

/** Fields side by side if they fit. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-3.5 sm:grid-cols-2">{children}</div>;
}
