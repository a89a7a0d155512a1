import type { Count, Fraction } from "../../contract";
import type { Draws } from "../../numerics/draws";
import type { SharpeSample } from "../../performance";
import type { JobContext } from "../../runtime/job";
import { type Expression, partsOf, written } from "./expression";
import { crossed, type GrammarOptions, grow, mutated } from "./grow";
import type { TrialInformation } from "./trial";

/** Population size. */
const POPULATION = 60;
/** Formulas generated before any of them is evaluated: a fixed number, so that results do not depend on the number of workers. */
const BROOD = 40;
const TOURNAMENT = 3;
/** Extra information a formula must provide per additional part. */
const PARSIMONY = 0.0005;
/** Redraws of already evaluated formulas before a new random one replaces them. */
const PATIENCE = 20;

export interface SearchSettings {
  method: "random" | "genetic";
  trials: Count;
  seed: number;
  holdout: Fraction;
  depth: Count;
}

/** A formula and its training score. */
export interface Trial {
  expression: Expression;
  text: string;
  information: TrialInformation;
  sharpe: SharpeSample | null;
  fitness: number;
}

/** The formulas evaluated so far, and the current population. */
export class Evolution {
  readonly tried = new Map<string, Trial>();
  private readonly population: Trial[] = [];
  /** A shallow grammar may have fewer formulas than the requested trials. */
  private repeats = 0;

  constructor(
    private readonly context: JobContext,
    private readonly draws: Draws,
    private readonly grammar: GrammarOptions,
    private readonly search: Pick<SearchSettings, "method" | "trials" | "depth">,
  ) {}

  /** Formulas to evaluate next, by their texts, without repetitions; empty if there are enough, or no others. */
  brood(): Map<string, Expression> {
    const most = Math.min(this.search.trials - this.tried.size, this.population.length < POPULATION ? POPULATION : BROOD);
    const brood = new Map<string, Expression>();
    const there = (expression: Expression) => this.tried.has(written(expression)) || brood.has(written(expression));
    while (brood.size < most && this.repeats < PATIENCE * PATIENCE) {
      this.context.checkpoint();
      let expression = this.next();
      for (let i = 0; there(expression) && i < PATIENCE; i++) expression = i < PATIENCE / 2 ? this.next() : this.fresh();
      if (there(expression)) this.repeats++;
      else brood.set(written(expression), expression);
    }
    return brood;
  }

  /** Adds an evaluated formula; it replaces the worst of the population if it is better. */
  settle(tried: Omit<Trial, "fitness">): void {
    const { population } = this;
    const { ic } = tried.information;
    const worth = ic === null ? Number.NEGATIVE_INFINITY : Math.abs(ic);
    const trial = { ...tried, fitness: worth - PARSIMONY * partsOf(tried.expression).length };
    this.tried.set(trial.text, trial);
    if (population.length < POPULATION) {
      population.push(trial);
      return;
    }
    const worst = population.reduce((place, one, i) => (one.fitness < population[place].fitness ? i : place), 0);
    if (trial.fitness > population[worst].fitness) population[worst] = trial;
  }

  private next(): Expression {
    const { draws, search, population } = this;
    if (search.method === "random" || population.length < Math.min(POPULATION, search.trials)) return this.fresh();
    if (draws.chance(0.1)) return this.fresh();
    return draws.chance(0.5) ? crossed(draws, this.parent(), this.parent()) : mutated(draws, this.grammar, this.parent());
  }

  private fresh(): Expression {
    return grow(this.draws, this.grammar, 1 + this.draws.index(this.search.depth));
  }

  private parent(): Expression {
    const contenders = Array.from({ length: TOURNAMENT }, () => this.draws.of(this.population));
    return contenders.reduce((best, one) => (one.fitness > best.fitness ? one : best)).expression;
  }
}
