import { useState, useSyncExternalStore } from "react";
import type { Failure } from "../../../workers/contract";
import { fail, succeed } from "../../../workers/contract";
import type { RememberedForm } from "../../../workers/ingest";
import { MAX_FORMS } from "../../../workers/series/choices-schema";
import { saveJson } from "../../analysis/data/save-table.ts";
import { count, plural } from "../../lib/format.ts";
import { edits } from "../../state/edits";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Caution, FailureBox } from "../../ui/failure-box.tsx";
import { FileButton } from "../../ui/file-drop.tsx";
import { toast } from "../../ui/toast-queue.ts";
import { addForms, forgottenFor, formsDocument, formsIn, formWords, removeForm, replacedBy, shownForms } from "./kept-forms.ts";
import { Section } from "./section.tsx";

/** Remembered reading options by file format: listed, deleted, exported, and imported after a preview. */
export function FormsSection() {
  const { forms, damaged } = useSyncExternalStore(shownForms.follow, shownForms.read);
  const [offered, setOffered] = useState<RememberedForm[] | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const remove = (form: RememberedForm) => {
    const run = () => {
      const back = removeForm(form);
      return succeed({ undo: () => (back() ? true : fail("storage", "storage/full")) });
    };
    void edits.make({ what: "removal of a file layout", run }, "File layout removed");
  };
  const open = async (file: File) => {
    const read = await formsIn(file);
    setFailure(read.ok ? null : read.failure);
    setOffered(read.ok ? read.value : null);
  };
  const take = (taken: RememberedForm[]) => {
    setOffered(null);
    if (addForms(taken)) toast.success(`${plural(taken.length, "file layout")} added`);
    else toast.error("This device has no room for more: nothing was added");
  };
  return (
    <Section id="forms" footer="Chosen in Check the reading, by header and separators. They contain no data; a backup includes them.">
      {damaged > 0 ? (
        <Caution>
          {plural(damaged, "file layout")} {damaged === 1 ? "is damaged: its" : "are damaged: their"} choices are not applied.
        </Caution>
      ) : null}
      {forms.length === 0 ? (
        <p className="text-muted">No file layouts are remembered.</p>
      ) : (
        <ul aria-label="File layouts" className="flex flex-col gap-2">
          {forms.map((form) => (
            <Form key={JSON.stringify(form.form)} form={form} onRemove={() => remove(form)} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button isDisabled={forms.length === 0} onPress={() => saveJson(formsDocument(forms), "prospect-reading-forms.json")}>
          Export layouts
        </Button>
        <FileButton size="normal" accept={[".json"]} onFile={(file) => void open(file)}>
          Import layouts
        </FileButton>
      </div>
      <FailureBox failure={failure} />
      {offered ? <Offer forms={offered} onTake={() => take(offered)} onClose={() => setOffered(null)} /> : null}
    </Section>
  );
}

function Form({ form, onRemove }: { form: RememberedForm; onRemove?: () => void }) {
  const { name, choices } = formWords(form);
  return (
    <li className="flex items-start justify-between gap-2">
      <span className="wrap-anywhere min-w-0">
        {name}
        <span className="block text-muted text-small">{choices}</span>
      </span>
      {onRemove ? (
        <Button size="small" onPress={onRemove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      ) : null}
    </li>
  );
}

interface OfferProps {
  forms: RememberedForm[];
  onTake: () => void;
  onClose: () => void;
}

/** Preview of an import. */
function Offer({ forms, onTake, onClose }: OfferProps) {
  const [replaced, forgotten] = [replacedBy(forms).length, forgottenFor(forms).length];
  return (
    <Dialog
      title="Import file layouts"
      onClose={onClose}
      cancel
      actions={
        <Button kind="primary" onPress={onTake}>
          Add {plural(forms.length, "layout")}
        </Button>
      }
    >
      <div className="grid gap-3">
        <p>
          The file contains {plural(forms.length, "file layout")}
          {replaced > 0 ? `; ${count(replaced)} of them ${replaced === 1 ? "replaces a layout" : "replace layouts"} on this device` : ""}
          {forgotten > 0 ? `; the oldest ${count(forgotten)} of this device would be forgotten, as ${MAX_FORMS} are remembered` : ""}. Files
          with these headers and separators will be read like this:
        </p>
        <ul aria-label="Layouts in the file" className="flex flex-col gap-2">
          {forms.map((form) => (
            <Form key={JSON.stringify(form.form)} form={form} />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
