import { createHash } from 'node:crypto';

const chunk = 4_096;

/** SHA-256 over the order and times of all events: equal seeds give equal hashes, or the simulator is not deterministic. */
export class EventHash {
  readonly #hash = createHash('sha256');
  readonly #numbers = new Float64Array(2 * chunk);
  #filled = 0;

  add(number: number, at: number): void {
    this.#numbers[this.#filled] = number;
    this.#numbers[this.#filled + 1] = at;
    this.#filled += 2;
    if (this.#filled === this.#numbers.length) this.#flush();
  }

  /** Hexadecimal; nothing can be added after it. */
  digest(): string {
    this.#flush();
    return this.#hash.digest('hex');
  }

  #flush(): void {
    this.#hash.update(new Uint8Array(this.#numbers.buffer, 0, 8 * this.#filled));
    this.#filled = 0;
  }
}
