import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FileButton } from "../../ui/file-drop.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { TextField } from "../../ui/text-field.tsx";
import type { Endpoint } from "./api-description";
import { addressOf, bodyError, bodyRemark, LANGUAGES, type Language, type RequestDraft, sampleOf } from "./api-request";
import { CodeBlock } from "./code-block.tsx";
import { MethodBadge } from "./method-badge.tsx";

interface RequestEditorProps {
  endpoint: Endpoint;
  draft: RequestDraft;
  onChange: (draft: RequestDraft) => void;
}

/** Editor for method, path and body of a request. */
export function RequestEditor({ endpoint, draft, onChange }: RequestEditorProps) {
  const { body, parameters, method } = endpoint;
  const remark = bodyRemark(endpoint, draft);
  const set = (name: string) => (value: string) => onChange({ ...draft, values: { ...draft.values, [name]: value } });
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2">
        <MethodBadge method={method} />
        <code className="num break-all">{addressOf(endpoint, draft)}</code>
      </p>
      {parameters.length > 0 ? (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-3">
          {parameters.map(({ name, required, words }) => (
            <TextField
              key={name}
              label={name}
              value={draft.values[name] ?? ""}
              onChange={set(name)}
              aside={required ? "required" : undefined}
              hint={words}
              autoComplete="off"
            />
          ))}
        </div>
      ) : null}
      {body?.kind === "json" ? (
        <TextField
          label="Body"
          rows={Math.min(16, Math.max(4, draft.body.split("\n").length + 1))}
          value={draft.body}
          onChange={(text) => onChange({ ...draft, body: text })}
          error={bodyError(endpoint, draft)}
          hint={remark === null ? "Matches the schema" : `Does not match the schema: ${remark}`}
          spellCheck="false"
          className="num"
        />
      ) : null}
      {body?.kind === "form" ? (
        <div className="flex flex-wrap items-center gap-2">
          <FileButton accept={[".csv"]} onFile={(file) => onChange({ ...draft, file })}>
            Choose CSV file
          </FileButton>
          <span className="text-muted text-small">{draft.file ? draft.file.name : "No file chosen"}</span>
          {draft.file ? (
            <Button size="small" kind="quiet" onPress={() => onChange({ ...draft, file: null })}>
              Remove
            </Button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

/** The request in three languages, without sending it. */
export function RequestSamples({ endpoint, draft, base }: { endpoint: Endpoint; draft: RequestDraft; base: string }) {
  const [language, setLanguage] = useState<Language>("curl");
  return (
    <div className="flex flex-col gap-2">
      <Segmented
        label="Language"
        labelHidden
        value={language}
        options={LANGUAGES.map((value) => ({ value, label: value }))}
        onChange={setLanguage}
      />
      <CodeBlock label={`${language} sample`} text={sampleOf(language, endpoint, draft, base)} />
    </div>
  );
}
