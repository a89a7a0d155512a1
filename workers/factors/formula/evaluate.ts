import { rollPairBlock } from "../../../assembly/build/factors-layouts.js";
import { type Count, VALUE_BYTES } from "../../contract";
import { CHUNK, inChunks, type JobContext } from "../../runtime/job";
import type { FactorKernels } from "../columns";
import { MIN_SCORED } from "../schema";
import { constantOf } from "./check";
import type { ColumnName, Expression } from "./expression";
import { CELL, OF_ONE, PAIR, WINDOW } from "./functions";

/** Cells times window length per call: about 3 ms. */
const BUDGET = 1_000_000;

/** Assets in the kernels' layout: every column holds the n values of the first asset, then those of the second. */
export interface FormulaData {
  n: Count;
  assets: Count;
  columns: Partial<Record<ColumnName, number>>;
  /** Lookback of `rank` for a single series, in steps. */
  lookback: Count;
}

const has = <Table extends object>(table: Table, name: string): name is keyof Table & string => Object.hasOwn(table, name);

/** Evaluates formulas over the columns of one or several assets. The columns a formula needs must be present. */
export class FormulaEvaluator {
  constructor(
    private readonly context: JobContext,
    private readonly kernels: FactorKernels,
    private readonly data: FormulaData,
  ) {}

  private get cells(): Count {
    return this.data.n * this.data.assets;
  }

  private each(step: (from: number, to: number) => void): void {
    inChunks(this.context, this.cells, CHUNK, step);
  }

  /** Runs a time-series operation asset by asset: `place` maps an address of the first asset to one of this asset. */
  private eachAsset(perCell: Count, step: (place: (address: number) => number, from: number, to: number) => void): void {
    const { n, assets } = this.data;
    const chunk = Math.max(64, Math.floor(BUDGET / Math.max(1, perCell)));
    for (let i = 0; i < assets; i++) {
      const place = (address: number) => address + i * n * VALUE_BYTES;
      inChunks(this.context, n, chunk, (from, to) => step(place, from, to));
    }
  }

  /** The values of a formula, in `out`: n values per asset, asset after asset. */
  evaluate(expression: Expression, out: number): void {
    const { arena } = this.context;
    arena.scope(() => this.write(expression, out));
  }

  /** Address of a part's values: the column itself if the part is one. */
  private values(expression: Expression): number {
    if (expression.kind === "column") {
      const column = this.data.columns[expression.name];
      if (column === undefined) throw new Error(`no column ${expression.name}`);
      return column;
    }
    const out = this.context.arena.take(this.cells);
    this.evaluate(expression, out);
    return out;
  }

  private write(expression: Expression, out: number): void {
    const { kernels } = this;
    const constant = constantOf(expression);
    if (constant !== null) {
      const value = Number.isFinite(constant) ? constant : Number.NaN;
      this.each((from, to) => kernels.fillCells(out, from, to, value));
      return;
    }
    switch (expression.kind) {
      case "number":
        return;
      case "column": {
        const { arena } = this.context;
        const values = this.values(expression);
        this.each((from, to) => arena.view(out, this.cells).set(arena.view(values, this.cells).subarray(from, to), from));
        return;
      }
      case "negative": {
        const values = this.values(expression.of);
        this.each((from, to) => kernels.transformCells(values, from, to, OF_ONE.negative, out));
        return;
      }
      case "binary": {
        const [left, right] = [this.values(expression.left), this.values(expression.right)];
        this.each((from, to) => kernels.combineCells(left, right, from, to, CELL[expression.operator], out));
        return;
      }
      case "call":
        this.call(expression, out);
    }
  }

  private call({ name, values }: Extract<Expression, { kind: "call" }>, out: number): void {
    const { kernels } = this;
    const { n } = this.data;
    const steps = (i: number): Count => constantOf(values[i]) ?? 1;
    if (has(WINDOW, name)) {
      const [column, window] = [this.values(values[0]), steps(1)];
      this.eachAsset(2 * window, (place, from, to) => kernels.rollWindow(place(column), from, to, window, WINDOW[name], place(out)));
    } else if (has(PAIR, name)) {
      const [x, y, window] = [this.values(values[0]), this.values(values[1]), steps(2)];
      const { arena } = this.context;
      const block = arena.takeBytes(rollPairBlock.bytes);
      this.eachAsset(4 * window, (place, from, to) => {
        arena.rewrite(block, rollPairBlock, { x: place(x), y: place(y), window, operator: PAIR[name], out: place(out) });
        kernels.rollPair(block, from, to);
      });
    } else if (name === "delay" || name === "delta") {
      const [column, lag] = [this.values(values[0]), steps(1)];
      this.eachAsset(8, (place, from, to) => kernels.shiftCells(place(column), n, from, to, lag, place(out)));
      if (name === "delta") this.each((from, to) => kernels.combineCells(column, out, from, to, CELL["-"], out));
    } else if (name === "if") {
      const [condition, yes, no] = values.map((value) => this.values(value));
      this.each((from, to) => kernels.chooseCells(condition, yes, no, from, to, out));
    } else if (has(CELL, name)) {
      const [left, right] = [this.values(values[0]), this.values(values[1])];
      this.each((from, to) => kernels.combineCells(left, right, from, to, CELL[name], out));
    } else if (has(OF_ONE, name)) {
      const column = this.values(values[0]);
      this.each((from, to) => kernels.transformCells(column, from, to, OF_ONE[name], out));
    } else if (name === "rank") this.rank(this.values(values[0]), out);
    else if (name === "scale") this.scale(this.values(values[0]), out);
    else throw new Error(`no function ${name}`);
  }

  private rank(column: number, out: number): void {
    const { n, assets, lookback } = this.data;
    if (assets === 1) {
      this.eachAsset(lookback, (_, from, to) => this.kernels.rankSoFar(column, from, to, lookback, MIN_SCORED, out));
      return;
    }
    const chunk = Math.max(1, Math.floor(BUDGET / (assets * assets)));
    inChunks(this.context, n, chunk, (from, to) => this.kernels.rankAcross(column, n, assets, from, to, out));
  }

  private scale(column: number, out: number): void {
    const { n, assets } = this.data;
    const { kernels } = this;
    if (assets > 1) {
      inChunks(this.context, n, Math.max(1, Math.floor(CHUNK / assets)), (from, to) =>
        kernels.scaleAcross(column, n, assets, from, to, out),
      );
      return;
    }
    // A single series can only be scaled by all of its values, including later ones: the look-ahead proof refuses that.
    let sum = 0;
    this.each((from, to) => {
      sum += kernels.sumMagnitudes(column, from, to);
    });
    this.each((from, to) => kernels.fillCells(out, from, to, sum));
    this.each((from, to) => kernels.combineCells(column, out, from, to, CELL["/"], out));
  }
}
