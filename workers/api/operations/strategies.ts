import * as v from "valibot";
import { parameterEntries } from "../../backtest/schema";
import type { Count } from "../../contract";
import { required } from "../../runtime/schema";
import * as messages from "../messages";
import { operation } from "../operation";
import { Problem, problemOf } from "../problem";
import { number, text, timestamp } from "../schemas";
import type { ApiServices } from "../services";
import { API_TYPES, bodyOf, describe, LISTED_TYPES, storedStrategy, warningsOf } from "../strategy";

const parametersSchema = v.object({
  lookback_period: required(parameterEntries.lookback),
  entry_threshold: required(parameterEntries.threshold),
  exit_threshold: required(parameterEntries.exitThreshold),
});
const constraintsSchema = v.object({
  max_position_size: v.pipe(number, v.gtValue(0), v.description("In the currency of the capital")),
  stop_loss: v.pipe(required(parameterEntries.stopLoss), v.description("0.02 is 2% below the entry price; 0 for none")),
});

export const requestSchema = v.object({
  name: text(100),
  type: v.picklist(API_TYPES),
  parameters: parametersSchema,
  risk_constraints: constraintsSchema,
});
const itemSchema = v.object({
  strategy_id: v.string(),
  name: v.string(),
  type: v.pipe(v.picklist(LISTED_TYPES), v.description("rules: Block Rules of the Strategy Builder; they cannot be created here")),
  status: v.picklist(["active", "inactive"]),
  created_at: timestamp,
  parameters: v.object({ lookback_period: v.number(), entry_threshold: v.number(), exit_threshold: v.number() }),
  risk_constraints: v.object({ max_position_size: v.nullable(v.number()), stop_loss: v.number() }),
});

const PER_PAGE: Count = 10;

export const createStrategy = operation({
  id: "createStrategy",
  method: "POST",
  path: "/v1/strategies",
  tag: "Strategy Management",
  summary: "Create Strategy",
  description: "Saves a strategy to the Strategy Builder's list on this device.",
  access: ["trading"],
  body: requestSchema,
  status: 201,
  response: v.object({
    strategy_id: v.string(),
    name: v.string(),
    status: v.picklist(["active", "inactive"]),
    created_at: timestamp,
    parameter_validation: v.object({ status: v.picklist(["passed", "warnings"]), warnings: v.array(v.string()) }),
  }),
  example: {
    body: {
      name: "Mean reversion 20",
      type: "mean_reversion",
      parameters: { lookback_period: 20, entry_threshold: 2, exit_threshold: 0.5 },
      risk_constraints: { max_position_size: 100_000, stop_loss: 0.02 },
    },
  },
  async answer({ body, services }) {
    const { entry_threshold, exit_threshold } = body.parameters;
    if (Math.abs(exit_threshold) > entry_threshold) {
      throw new Problem(422, "bad-input", messages.exitThreshold, {
        issues: [{ field: "parameters.exit_threshold", message: messages.exitThreshold }],
      });
    }
    const now = services.now();
    const id = crypto.randomUUID();
    const saved = await services.records.save({
      id,
      kind: "strategy",
      createdAt: now,
      changedAt: now,
      removedAt: null,
      body: bodyOf(body),
    });
    if (!saved.ok) throw problemOf(saved.failure);
    services.changed("strategy");
    const warnings = warningsOf(body, await services.vault.limits());
    return {
      strategy_id: id,
      name: body.name,
      status: "active" as const,
      created_at: new Date(now).toISOString(),
      parameter_validation: { status: warnings.length > 0 ? ("warnings" as const) : ("passed" as const), warnings },
    };
  },
});

async function storedStrategies(services: ApiServices) {
  const listed = await services.records.list("strategy", false);
  if (!listed.ok) throw problemOf(listed.failure);
  return listed.value.records.flatMap((record) => storedStrategy(record) ?? []);
}

export const listStrategies = operation({
  id: "listStrategies",
  method: "GET",
  path: "/v1/strategies",
  tag: "Strategy Management",
  summary: "List Strategies",
  description: "The strategies on this device, newest first, ten per page.",
  access: ["trading"],
  query: v.object({
    page: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/, "page must be a whole number of at least 1"), v.transform(Number)), "1"),
  }),
  status: 200,
  response: v.object({
    strategies: v.array(itemSchema),
    pagination: v.object({ current_page: v.number(), total_pages: v.number(), total_items: v.number(), items_per_page: v.number() }),
  }),
  example: { query: { page: "1" } },
  async answer({ query, services }) {
    const all = await storedStrategies(services);
    const shown = all.slice((query.page - 1) * PER_PAGE, query.page * PER_PAGE);
    return {
      strategies: shown.map(describe),
      pagination: {
        current_page: query.page,
        total_pages: Math.max(1, Math.ceil(all.length / PER_PAGE)),
        total_items: all.length,
        items_per_page: PER_PAGE,
      },
    };
  },
});

export const deleteStrategy = operation({
  id: "deleteStrategy",
  method: "DELETE",
  path: "/v1/strategies/:id",
  tag: "Strategy Management",
  summary: "Delete Strategy",
  description: "Deletes a strategy. Deleting it again gives the same answer.",
  access: ["trading"],
  params: v.object({ id: text(100) }),
  status: 200,
  response: v.object({ message: v.string(), strategy_id: v.string() }),
  async answer({ params, services }) {
    const found = await services.records.get(params.id);
    if (!found.ok) throw problemOf(found.failure);
    if (found.value?.kind !== "strategy") throw new Problem(404, "not-found", messages.noStrategy);
    if (found.value.removedAt === null) {
      const removed = await services.records.mark(params.id, services.now());
      if (!removed.ok) throw problemOf(removed.failure);
      services.changed("strategy");
    }
    return { message: "Strategy deleted", strategy_id: params.id };
  },
});
