import { useMemo, useState } from "react";
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
} from "react-aria-components";
import { CHOICE } from "../ui/field.tsx";
import { useOutsidePress } from "../ui/use-outside-press.ts";
import type { Overlay, ShellAction } from "./overlays.tsx";
import { ENTRY_GROUPS, type Entry, type EntryGroup, useEntries } from "./palette-entries.ts";
import { find } from "./palette-search.ts";
import { RouteBadgeMark } from "./route-link.tsx";
import { SEARCH_HINT } from "./top-bar.tsx";

/** Maximum entries per group, with and without a query. The glossary is too long to browse. */
const MAX_FOUND = 8;
/** Every entry is compared with the query: a pasted file of 5 MB kept the page busy for 40 s. */
const MAX_SEARCH = 200;
const MAX_AT_FIRST: Record<EntryGroup, number> = {
  Screens: 40,
  Actions: 10,
  Datasets: 5,
  Strategies: 5,
  Clients: 5,
  Runs: 5,
  Settings: 0,
  Glossary: 0,
};

interface Section {
  group: EntryGroup;
  entries: Entry[];
}

/** Entries to list, by group; the group of the best match is first. */
function sectionsOf(entries: readonly Entry[], typed: string): Section[] {
  const searching = typed.trim() !== "";
  const found = searching ? find(entries, typed) : entries;
  const groups = searching ? [...new Set(found.map(({ group }) => group))] : ENTRY_GROUPS;
  return groups
    .map((group) => ({
      group,
      entries: found.filter((entry) => entry.group === group).slice(0, searching ? MAX_FOUND : MAX_AT_FIRST[group]),
    }))
    .filter((section) => section.entries.length > 0);
}

interface PaletteProps {
  onClose: () => void;
  show: (overlay: Overlay) => void;
  act: (action: ShellAction) => void;
}

/** Searches screens, actions, stored data, settings and methods. */
export function Palette({ onClose, show, act }: PaletteProps) {
  const [typed, setTyped] = useState("");
  const closesOutside = useOutsidePress();
  const entries = useEntries({ show, act });
  const sections = useMemo(() => sectionsOf(entries, typed), [entries, typed]);
  const choose = (key: unknown) => {
    // Enter may arrive before the selection has been updated for the query: an entry no longer listed is ignored.
    const listed = sections.flatMap((section) => section.entries);
    const entry = listed.find(({ id }) => id === key) ?? listed[0];
    onClose();
    entry?.choose();
  };
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      shouldCloseOnInteractOutside={closesOutside}
      className="fixed inset-0 z-50 flex items-start justify-center bg-scrim px-4 pt-[12vh]"
    >
      <Modal className="w-[min(34rem,100%)] rounded-[8px] border border-line-strong bg-raised">
        <Dialog aria-label="Search" className="outline-none">
          <Autocomplete inputValue={typed} onInputChange={setTyped}>
            <SearchField aria-label={SEARCH_HINT} autoFocus className="border-line border-b">
              <Input
                maxLength={MAX_SEARCH}
                role="combobox"
                aria-expanded="true"
                aria-haspopup="listbox"
                placeholder={SEARCH_HINT}
                className="h-11 w-full bg-transparent px-3.5 text-title outline-none [&::-webkit-search-cancel-button]:hidden"
              />
            </SearchField>
            <ListBox
              aria-label="Results"
              items={sections}
              onAction={choose}
              selectionMode="none"
              renderEmptyState={() => <p className="px-2 py-3 text-muted">No results.</p>}
              className="max-h-[50vh] overflow-y-auto p-1.5 outline-none"
            >
              {({ group, entries: listed }) => (
                <ListBoxSection id={group} className="[&:not(:first-child)]:mt-1.5">
                  <Header className="px-2 py-1 text-faint text-small">{group}</Header>
                  <Collection items={listed}>{(entry) => <Choice entry={entry} />}</Collection>
                </ListBoxSection>
              )}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Choice({ entry: { id, name, note, screen } }: { entry: Entry }) {
  return (
    <ListBoxItem id={id} textValue={name} className={`${CHOICE} justify-between gap-4`}>
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate">{name}</span>
        {screen ? <RouteBadgeMark screen={screen} /> : null}
      </span>
      <span className="max-w-[45%] shrink-0 truncate text-muted text-small">{note}</span>
    </ListBoxItem>
  );
}
