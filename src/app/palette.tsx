import { useNavigate } from "@tanstack/react-router";
import { Autocomplete, Dialog, Input, ListBox, ListBoxItem, Modal, ModalOverlay, SearchField, useFilter } from "react-aria-components";
import { menuLabel, type Screen, screens } from "../routes.ts";
import { CHOICE } from "../ui/field.tsx";
import { RouteBadgeMark } from "./route-link.tsx";
import { SEARCH_HINT } from "./top-bar.tsx";

/** Everything a screen may be looked up by. */
const searchText = (screen: Screen): string =>
  [menuLabel(screen), screen.title, screen.group ?? "", ...screen.paths.map((path) => path.replace(/[/-]/g, " "))].join(" ");

// Two entries of the menus lead to Data Integration; a search needs one.
const entries = screens.filter((screen, index) => screens.findIndex((other) => other.title === screen.title) === index);

/** Goes to any screen by a few letters of its name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { contains } = useFilter({ sensitivity: "base" });
  const matches = (text: string, typed: string) =>
    typed
      .trim()
      .split(/\s+/)
      .every((word) => contains(text, word));
  const go = (key: unknown) => {
    onClose();
    void navigate({ to: String(key) });
  };
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className="fixed inset-0 z-50 flex items-start justify-center bg-scrim px-4 pt-[12vh]"
    >
      <Modal className="w-[min(34rem,100%)] rounded-[8px] border border-line-strong bg-raised">
        <Dialog aria-label="Search" className="outline-none">
          <Autocomplete filter={matches}>
            <SearchField aria-label={SEARCH_HINT} autoFocus className="border-line border-b">
              <Input
                role="combobox"
                aria-expanded="true"
                aria-haspopup="listbox"
                placeholder={SEARCH_HINT}
                className="h-11 w-full bg-transparent px-3.5 text-title outline-none"
              />
            </SearchField>
            <ListBox
              aria-label="Screens"
              items={entries}
              onAction={go}
              selectionMode="none"
              renderEmptyState={() => <p className="px-2 py-3 text-muted">Nothing has that name.</p>}
              className="max-h-[50vh] overflow-y-auto p-1.5 outline-none"
            >
              {(screen) => (
                <ListBoxItem id={screen.paths[0]} textValue={searchText(screen)} className={`${CHOICE} justify-between`}>
                  <span className="flex items-center gap-2">
                    {menuLabel(screen)}
                    <RouteBadgeMark screen={screen} />
                  </span>
                  <span className="text-faint text-small">{screen.group ?? screen.paths[0]}</span>
                </ListBoxItem>
              )}
            </ListBox>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
