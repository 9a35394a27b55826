import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { Duplex } from 'node:stream';
import { simulation } from '../../kernel/simulation.ts';
import { lookup as systemLookup } from './dns.ts';
import { familyOf, type ServerEnd, simulatedNetwork } from './network.ts';

export interface ConnectOptions {
  readonly host?: string | null | undefined;
  readonly port?: number | string | null | undefined;
  readonly lookup?: LookupFunction | undefined;
}

/** Typical time that bytes are on their way, milliseconds. */
const wayMs = 20;

const failure = (code: string): Error => Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' });

/**
 * The client's end of a connection, in place of a `net.Socket`: Node's own HTTP client writes requests to it and parses the
 * bytes that arrive. Its events belong to the thread that opened it.
 */
export class Connection extends Duplex {
  connecting = true;
  readonly #thread = simulation().current;
  readonly #isSecure: boolean;
  #lastArrival = 0;
  #receive: ((bytes: Buffer) => void) | null = null;
  /** Written before the connection is there. */
  #early: (() => void)[] = [];

  constructor({ host, port, lookup = systemLookup }: ConnectOptions, isSecure: boolean) {
    super({ allowHalfOpen: false });
    this.#isSecure = isSecure;
    const name = host ?? 'localhost';
    if (isIP(name) !== 0) {
      this.#arrive(`connect ${name}`, () => this.#connect([name], Number(port)));
      return;
    }
    lookup(name, { all: true, hints: 0 }, (error, address) => {
      if (this.destroyed) return;
      // An error comes without an address.
      if (error !== null) {
        this.destroy(error);
        return;
      }
      const found = typeof address === 'string' ? [address] : address.map((one) => one.address);
      this.#arrive(`connect ${name}`, () => this.#connect(found, Number(port)));
    });
  }

  #connect([address, ...others]: readonly string[], port: number): void {
    if (address === undefined) {
      this.destroy(failure('ECONNREFUSED'));
      return;
    }
    this.emit('lookup', null, address, familyOf(address));
    const listener = simulatedNetwork().listenerAt(address, port);
    if (listener === 'hangs') return;
    if (listener === 'refuses') {
      this.#arrive('refused', () => this.#connect(others, port));
      return;
    }
    this.connecting = false;
    this.#receive = listener(this.#serverEnd);
    this.emit('connect');
    if (this.#isSecure) this.emit('secureConnect');
    this.emit('ready');
    for (const write of this.#early.splice(0)) write();
  }

  get #serverEnd(): ServerEnd {
    return {
      isOpen: () => !this.destroyed,
      send: (bytes) => this.#arrive('bytes arrive', () => this.push(bytes)),
      end: () => this.#arrive('a connection ends', () => this.push(null)),
      reset: () => this.#arrive('a connection is lost', () => this.destroy(failure('ECONNRESET'))),
    };
  }

  /** After everything that was on its way before. */
  #arrive(what: string, run: () => void): void {
    const active = simulation();
    this.#lastArrival = Math.max(this.#lastArrival + 0.0001, active.now + active.random.delay(wayMs));
    active.at(this.#lastArrival, this.#thread, what, () => {
      if (!this.destroyed) run();
    });
  }

  override _read(): void {
    // Bytes come when they arrive.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const write = (): void => {
      const active = simulation();
      active.after(active.random.delay(wayMs), null, 'a request arrives', () => this.#receive?.(chunk));
      done();
    };
    if (this.connecting) this.#early.push(write);
    else write();
  }

  setTimeout(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
}
