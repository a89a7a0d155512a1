import { plural } from "../../lib/format.ts";

/** Maximum number of items shown per array or object: a page of ten thousand bars would take seconds to render. */
const MAX_SHOWN = 100;
/** Levels expanded initially. */
const OPEN = 2;

/** A JSON document whose arrays and objects can be collapsed. */
export function JsonTree({ value, name = "", depth = 0 }: { value: unknown; name?: string; depth?: number }) {
  const label = name === "" ? null : <span className="text-muted">{name}: </span>;
  if (typeof value !== "object" || value === null) {
    return (
      <div className="break-words py-px">
        {label}
        <span className={typeof value === "string" ? "" : "text-accent"}>{JSON.stringify(value)}</span>
      </div>
    );
  }
  const members = Object.entries(value);
  const what = Array.isArray(value) ? plural(members.length, "member") : plural(members.length, "field");
  return (
    <details open={depth < OPEN}>
      <summary className="cursor-default py-px">
        {label}
        <span className="text-muted">{Array.isArray(value) ? `[ ${what} ]` : `{ ${what} }`}</span>
      </summary>
      <div className="ml-4 border-line border-l pl-3">
        {members.slice(0, MAX_SHOWN).map(([key, one]) => (
          <JsonTree key={key} name={key} value={one} depth={depth + 1} />
        ))}
        {members.length > MAX_SHOWN ? <p className="text-muted">{`and ${plural(members.length - MAX_SHOWN, "more", "more")}`}</p> : null}
      </div>
    </details>
  );
}
