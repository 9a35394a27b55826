import type { FaultClasses, Plan } from './plan.ts';
import type { CreateRandom } from './draws.ts';
import type { Random } from './random.ts';

/** A fault that happened. */
export interface Fault {
  /** Counted over all draws that a class took, in the order of virtual time; `without` of a plan names it. */
  readonly number: number;
  readonly name: string;
}

/** The faults of a seed. */
export class Faults {
  /** No fault happens while it is false: at the end of a world, everything has to become right again. */
  on = true;
  readonly happened: Fault[] = [];
  readonly #random: Random;
  readonly #probabilities = new Map<string, number>();
  readonly #times = new Map<string, number>();
  readonly #without: ReadonlySet<number>;
  readonly #noted: (what: string) => void;
  #drawn = 0;
  /** The class that draws. */
  #class = '';

  /**
   * @param noted called for every fault that happens
   * @param whose who acts; the draws are those of a class of faults in that
   */
  constructor(
    classes: FaultClasses,
    plan: Plan,
    noted: (what: string) => void,
    { createRandom, whose }: { readonly createRandom: CreateRandom; readonly whose: () => string },
  ) {
    this.#random = createRandom(plan.seed, 2, () => `${this.#class} ${whose()}`);
    this.#without = new Set(plan.without);
    this.#noted = noted;
    for (const [name, { share, probability = 0, times = [0] as const }] of Object.entries(classes)) {
      const isDrawn = this.#random.chance(share);
      const count = this.#random.pick<number>(times);
      if (!isDrawn || plan.faults?.includes(name) === false) continue;
      this.#probabilities.set(name, probability);
      this.#times.set(name, count);
    }
  }

  /** Classes that this seed has. */
  get classes(): readonly string[] {
    return [...this.#probabilities.keys()];
  }

  /** Leaves out all other classes, if the seed has this one: they hide what it does. */
  isolate(name: string): void {
    if (!this.#times.has(name)) return;
    for (const other of this.classes) {
      if (other === name) continue;
      this.#probabilities.delete(other);
      this.#times.delete(other);
    }
  }

  /** How often a fault of a class happens at random times. */
  timesOf(name: string): number {
    return this.#times.get(name) ?? 0;
  }

  /** Whether a fault happens at this opportunity. */
  strikes(name: string): boolean {
    return this.#happens(name, this.#probabilities.get(name) ?? 0);
  }

  /** Whether a fault of `timesOf` happens, now that its time has come. */
  strikesNow(name: string): boolean {
    return this.#happens(name, this.#times.has(name) ? 1 : 0);
  }

  #happens(name: string, probability: number): boolean {
    this.#class = name;
    if (!this.on || probability === 0 || !this.#random.chance(probability)) return false;
    this.#drawn += 1;
    if (this.#without.has(this.#drawn)) return false;
    this.happened.push({ number: this.#drawn, name });
    this.#noted(name);
    return true;
  }
}
