import type { Endpoint } from "../parts/api-description";

const variable = (name: string) => `{{${name}}}`;
const AUTH = {
  key: {
    type: "apikey",
    apikey: [
      { key: "key", value: "X-API-Key" },
      { key: "value", value: variable("apiKey") },
      { key: "in", value: "header" },
    ],
  },
  bearer: { type: "bearer", bearer: [{ key: "token", value: variable("accessToken") }] },
  open: { type: "noauth" },
} as const;

/** The operations as a Postman collection (v2.1). Keys are variables to be filled in there; none is written to the file. */
export function postmanCollection(endpoints: readonly Endpoint[], base: string): object {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))];
  return {
    info: { name: "Prospect API", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    variable: [
      { key: "baseUrl", value: base },
      { key: "apiKey", value: "" },
      { key: "accessToken", value: "" },
    ],
    item: tags.map((tag) => ({ name: tag, item: endpoints.filter((one) => one.tag === tag).map(requestOf) })),
  };
}

function requestOf({ title, description, method, path, access, parameters, body }: Endpoint): object {
  const inPath = path.replace(/\{(\w+)\}/g, ":$1");
  const query = parameters.filter(({ place }) => place === "query");
  const named = parameters.filter(({ place }) => place === "path");
  const raw =
    variable("baseUrl") + inPath + (query.length > 0 ? `?${query.map(({ name, example }) => `${name}=${example}`).join("&")}` : "");
  return {
    name: title,
    request: {
      method,
      description,
      auth: AUTH[access.kind],
      header: body?.kind === "json" ? [{ key: "Content-Type", value: "application/json" }] : [],
      url: {
        raw,
        host: [variable("baseUrl")],
        path: inPath.split("/").filter((part) => part !== ""),
        query: query.map(({ name, example, words, required }) => ({ key: name, value: example, description: words, disabled: !required })),
        variable: named.map(({ name, example, words }) => ({ key: name, value: example, description: words })),
      },
      ...(body?.kind === "json" && { body: { mode: "raw", raw: body.example, options: { raw: { language: "json" } } } }),
      ...(body?.kind === "form" && { body: { mode: "formdata", formdata: [{ key: "file", type: "file" }] } }),
    },
  };
}
