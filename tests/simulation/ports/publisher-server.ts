import { sha256Hex } from '../../../schemas/values/hash.ts';
import { simulation } from '../kernel/simulation.ts';
import type { SimulatedAnswer } from './network/answer.ts';
import type { SimulatedRequest } from './network/http-server.ts';

/** Classes of faults of a server of files, beside those of the network. */
export const publisherFaults = { 'validators-are-lost': { share: 0.2, probability: 0.5 } } as const;

/** A file whose content changes at times. */
export class PublisherServer {
  readonly #path: string;
  #current: Buffer;

  /** @param path of the file, below the host */
  constructor(path: string, first: Buffer) {
    this.#path = path;
    this.#current = first;
  }

  /** The file as it is published now. */
  get current(): Buffer {
    return this.#current;
  }

  publish(bytes: Buffer): void {
    this.#current = bytes;
  }

  readonly answer = ({ path, headers }: SimulatedRequest): SimulatedAnswer => {
    if (path !== this.#path) return { status: 404, body: 'nothing is here' };
    const tag = `"${sha256Hex(this.#current).slice(0, 16)}"`;
    const hasTag = !simulation().faults.strikes('validators-are-lost');
    if (hasTag && headers['if-none-match'] === tag) return { status: 304, headers: { etag: tag } };
    const validators = hasTag ? { etag: tag } : {};
    return { headers: { 'content-type': 'text/csv', ...validators }, body: this.#current };
  };
}
