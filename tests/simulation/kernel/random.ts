/** Random numbers of a seed: the same on every machine. sfc32 (C. Doty-Humphrey, PractRand), seeded by splitmix32. */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  /** @param stream numbers of two streams of a seed are independent of each other */
  constructor(seed: number, stream = 0) {
    let state = (seed ^ Math.imul(stream + 1, 0x9e3779b9)) | 0;
    const next = (): number => {
      state = (state + 0x9e3779b9) | 0;
      let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
      return mixed ^ (mixed >>> 15);
    };
    [this.#a, this.#b, this.#c] = [next(), next(), next()];
    for (let round = 0; round < 12; round++) this.#next();
  }

  /** An integer in [0, 2^32). All other methods draw by this one. */
  word(): number {
    return this.#next();
  }

  #next(): number {
    const result = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0;
    return result >>> 0;
  }

  /** A number in [0, 1). */
  fraction(): number {
    return this.word() / 2 ** 32;
  }

  /** An integer in [0, below). */
  below(below: number): number {
    return Math.floor(this.fraction() * below);
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(values: readonly [T, ...T[]] | readonly T[]): T {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('there is nothing to pick from');
    return value;
  }

  /** Milliseconds that something takes on a busy machine: mostly less than `typical`, seldom up to 60 times as long. */
  delay(typical: number): number {
    const share = this.fraction();
    const scale = share < 0.7 ? 1 : share < 0.97 ? 5 : 60;
    return typical * scale * this.fraction();
  }
}
