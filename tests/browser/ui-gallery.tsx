import type { ReactNode } from "react";
import { Button } from "../../src/ui/button.tsx";
import { PageHeader } from "../../src/ui/page-header.tsx";
import { RailSection } from "../../src/ui/panel.tsx";
import { ToolLayout } from "../../src/ui/tool-layout.tsx";
import { Buttons } from "./gallery/buttons.tsx";
import { Choices } from "./gallery/choices.tsx";
import { Surfaces, Tables } from "./gallery/data.tsx";
import { Feedback } from "./gallery/feedback.tsx";
import { Fields, FocusedFields } from "./gallery/fields.tsx";

/** One picture each: every component that is on the page itself, in every state. */
export const SECTIONS = {
  buttons: <Buttons />,
  fields: <Fields />,
  "fields-focus": <FocusedFields />,
  choices: <Choices />,
  tables: <Tables />,
  surfaces: <Surfaces />,
  feedback: <Feedback />,
} as const;
export type SectionName = keyof typeof SECTIONS;

export function Section({ name, children }: { name: SectionName; children?: ReactNode }) {
  return (
    <section aria-label={name} data-section={name} className="bg-bg p-4">
      {children ?? SECTIONS[name]}
    </section>
  );
}

/** All of them on one page, laid out like a tool. */
export function Gallery() {
  const { fields, ...others } = SECTIONS;
  return (
    <main className="p-4">
      <PageHeader title="Components" description="All of them on one page." actions={<Button kind="primary">Run</Button>} />
      <ToolLayout rail={<RailSection title="Fields">{fields}</RailSection>}>
        {Object.entries(others).map(([name, content]) => (
          <Section key={name} name={name as SectionName}>
            {content}
          </Section>
        ))}
      </ToolLayout>
    </main>
  );
}
