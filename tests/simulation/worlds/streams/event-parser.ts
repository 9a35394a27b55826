import { StringDecoder } from 'node:string_decoder';

/** Fields of one block of an event stream. */
export type EventFields = ReadonlyMap<string, string>;

/** Takes the bytes of an answer: its head, then the blocks of an event stream, each once it is whole. */
export class EventParser {
  readonly #decoder = new StringDecoder('utf8');
  readonly #onBlock: (fields: EventFields) => void;
  #rest = '';
  /** Status of the answer; null until its head has arrived. */
  status: number | null = null;

  constructor(onBlock: (fields: EventFields) => void) {
    this.#onBlock = onBlock;
  }

  add(bytes: Buffer): void {
    this.#rest += this.#decoder.write(bytes);
    if (this.status === null && !this.#takeHead()) return;
    if (this.status !== 200) return;
    const blocks = this.#rest.split('\n\n');
    this.#rest = blocks.pop() ?? '';
    for (const block of blocks) this.#onBlock(fieldsOf(block));
  }

  #takeHead(): boolean {
    const end = this.#rest.indexOf('\r\n\r\n');
    if (end === -1) return false;
    this.status = Number(/^HTTP\/1\.1 (\d{3})/.exec(this.#rest)?.[1]);
    this.#rest = this.#rest.slice(end + 4);
    return true;
  }
}

function fieldsOf(block: string): EventFields {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 1));
  }
  return fields;
}
