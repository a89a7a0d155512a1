import type { ApiCall } from "../../client/api-client";
import type { Endpoint } from "./api-description";
import { schemaError } from "./schema-check";

/** A request being edited: parameter values by name, and the body as text or a file. */
export interface RequestDraft {
  values: Readonly<Record<string, string>>;
  body: string;
  file: File | null;
}

export const draftOf = ({ parameters, body }: Endpoint): RequestDraft => ({
  values: Object.fromEntries(parameters.map(({ name, example }) => [name, example])),
  body: body?.example ?? "",
  file: null,
});

/** URL of a request, with query. */
export function addressOf({ path, parameters }: Endpoint, { values }: RequestDraft): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] || `{${name}}`));
  const query = parameters.filter(({ place, name }) => place === "query" && values[name]).map(({ name }) => [name, values[name]]);
  return query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled;
}

/** Syntax error of the JSON body; null if it is valid. */
export function bodyError({ body }: Endpoint, draft: RequestDraft): string | null {
  if (body?.kind === "form") return draft.file ? null : "Choose a file first";
  if (body?.kind !== "json") return null;
  try {
    JSON.parse(draft.body);
    return null;
  } catch (error) {
    return `This is not JSON: ${error instanceof Error ? error.message : ""}`;
  }
}

/** Where the body differs from the operation's schema: only a note, since an error response may be intended. */
export function bodyRemark({ body }: Endpoint, draft: RequestDraft): string | null {
  if (body?.kind !== "json") return null;
  try {
    return schemaError(body.schema, JSON.parse(draft.body));
  } catch {
    return null;
  }
}

export function callOf(endpoint: Endpoint, draft: RequestDraft, secret: string): ApiCall {
  const { method, body, access } = endpoint;
  const call: ApiCall = {
    method,
    path: addressOf(endpoint, draft),
    secret: access.kind === "open" ? undefined : secret,
    bearer: access.kind === "bearer",
  };
  if (body?.kind === "json") return { ...call, body: draft.body };
  if (body?.kind !== "form") return call;
  const form = new FormData();
  if (draft.file) form.set("file", draft.file);
  return { ...call, body: form };
}

export const LANGUAGES = ["curl", "fetch", "Python"] as const;
export type Language = (typeof LANGUAGES)[number];

const MASK = { key: "$PROSPECT_API_KEY", bearer: "$PROSPECT_ACCESS_TOKEN" };
const inSingleQuotes = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request in a programming language. The key is never included: a placeholder is. */
export function sampleOf(language: Language, endpoint: Endpoint, draft: RequestDraft, base: string): string {
  const url = base + addressOf(endpoint, draft);
  const { method, access, body } = endpoint;
  const mask = access.kind === "open" ? null : MASK[access.kind];
  const header = mask === null ? null : access.kind === "bearer" ? ["Authorization", `Bearer ${mask}`] : ["X-API-Key", mask];
  if (language === "curl") {
    const parts = [`curl -X ${method} ${inSingleQuotes(url)}`];
    if (header) parts.push(`-H "${header[0]}: ${header[1]}"`);
    if (body?.kind === "json") parts.push("-H 'Content-Type: application/json'", `-d ${inSingleQuotes(draft.body)}`);
    if (body?.kind === "form") parts.push("-F 'file=@prices.csv'");
    return parts.join(" \\\n  ");
  }
  return language === "fetch" ? fetchSample(url, endpoint, draft, header) : pythonSample(url, endpoint, draft, header);
}

type Header = string[] | null;
const inCode = (header: Header, bearer: string, key: string) => header && (header[0] === "Authorization" ? bearer : key);

function fetchSample(url: string, { method, body }: Endpoint, draft: RequestDraft, header: Header): string {
  const headers = [
    inCode(header, 'Authorization: "Bearer " + accessToken', '"X-API-Key": apiKey'),
    body?.kind === "json" ? '"Content-Type": "application/json"' : null,
  ].filter((one) => one !== null);
  const lines = [`  method: "${method}",`];
  if (headers.length > 0) lines.push(`  headers: { ${headers.join(", ")} },`);
  if (body?.kind === "json") lines.push(`  body: JSON.stringify(${draft.body.replaceAll("\n", "\n  ")}),`);
  if (body?.kind === "form") lines.push("  body: form,");
  const form = body?.kind === "form" ? 'const form = new FormData();\nform.set("file", file);\n' : "";
  return `${form}const response = await fetch(${JSON.stringify(url)}, {\n${lines.join("\n")}\n});\nconst answer = await response.json();`;
}

function pythonSample(url: string, { method, body }: Endpoint, draft: RequestDraft, header: Header): string {
  const lines = [`    ${JSON.stringify(method)},`, `    ${JSON.stringify(url)},`];
  const held = inCode(
    header,
    '"Authorization": "Bearer " + os.environ["PROSPECT_ACCESS_TOKEN"]',
    '"X-API-Key": os.environ["PROSPECT_API_KEY"]',
  );
  if (held) lines.push(`    headers={${held}},`);
  if (body?.kind === "json") lines.push(`    json=json.loads("""${draft.body.replaceAll("\\", "\\\\")}"""),`);
  if (body?.kind === "form") lines.push('    files={"file": open("prices.csv", "rb")},');
  const modules = [body?.kind === "json" ? "json" : null, held ? "os" : null].filter((one) => one !== null);
  const imports = [...modules.map((name) => `import ${name}`), "import requests"].join("\n");
  return `${imports}\n\nanswer = requests.request(\n${lines.join("\n")}\n).json()`;
}
