import { Hono } from "hono";
import { basicAuth } from "hono/basic-auth";
import type { Vault } from "../../../api";
import { type HostWatch, readHost } from "./read-host";
import { STYLE, statusPage } from "./status-page";

/** A page may neither run nor load anything but its own style sheet. */
const HEADERS = {
  "Content-Security-Policy": "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cache-Control": "no-store",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** The status of a host for its operator, as a page and as JSON: the password is the access token, with any user name. */
export function statusApp(watch: HostWatch, vault: Pick<Vault, "knowsToken">): Hono {
  const app = new Hono();
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
  });
  app.use(basicAuth({ verifyUser: (_, password) => vault.knowsToken(password), realm: "Prospect" }));
  app.get("/", async (context) => context.html(statusPage(await readHost(watch))));
  app.get("/status.json", async (context) => context.json(await readHost(watch)));
  app.get("/style.css", (context) => context.body(STYLE, 200, { "Content-Type": "text/css; charset=utf-8" }));
  return app;
}
