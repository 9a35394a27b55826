/**
 * A connection to a server of `node:http`, whose parser, requests and responses are the real ones: only the wire between the two
 * is simulated. The client speaks HTTP/1.0, so that a body is the bytes up to the end of the connection.
 */
import type { Server } from 'node:http';
import { Duplex } from 'node:stream';
import type { SimulatedThread } from '../kernel/process.ts';
import { type Simulation, simulation } from '../kernel/simulation.ts';

/** What a client learns of its connection, on its own thread. */
export interface WireListener {
  /** Bytes as they arrive; they may end within a character. */
  readonly onBytes: (bytes: Buffer) => void;
  /** The connection is over: called once, and nothing comes after it. */
  readonly onEnd: () => void;
}

export interface WireClient {
  /** Leaves. What is on its way does not arrive; the server notices later. */
  readonly close: () => void;
}

export interface WireOptions {
  readonly server: Server;
  /** Thread that serves. */
  readonly thread: SimulatedThread;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds that the client takes for each piece that it reads; Infinity: it reads nothing after the first. */
  readonly readMs: number;
  readonly listener: WireListener;
}

/** Sends a GET; call it on the thread of the client. */
export function openWire(options: WireOptions): WireClient {
  const { thread, server, path, headers } = options;
  const active = simulation();
  const socket = new ServerSocket(active, options);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  active.after(active.random.delay(active.pace.channelMs), thread, 'a connection opens', () => {
    if (socket.destroyed || socket.isOver) return;
    server.emit('connection', socket);
    socket.push(Buffer.from(`GET ${path} HTTP/1.0\r\n${lines.join('')}\r\n`));
  });
  thread.process.onDeath.push(() => socket.cutByDeath());
  active.current?.process.onDeath.push(() => socket.cutByClient());
  return { close: () => socket.cutByClient() };
}

/** The end of the server. */
class ServerSocket extends Duplex {
  readonly #active: Simulation;
  readonly #thread: SimulatedThread;
  readonly #client: SimulatedThread | null;
  readonly #listener: WireListener;
  readonly #readMs: number;
  #lastArrival = 0;
  /** Pieces that have not arrived yet. */
  readonly #underWay: Buffer[] = [];
  /** Nothing arrives any more. */
  isOver = false;
  #pieces = 0;

  constructor(active: Simulation, { thread, listener, readMs }: WireOptions) {
    super();
    this.#active = active;
    this.#thread = thread;
    this.#client = active.current;
    this.#listener = listener;
    this.#readMs = readMs;
  }

  override _read(): void {
    // Bytes come when they arrive.
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#pieces += 1;
    const piece = this.#pieces;
    this.#underWay.push(chunk);
    this.#arrive('bytes arrive', () => {
      if (this.isOver) return;
      this.#underWay.shift();
      this.#listener.onBytes(chunk);
      if (piece > 1 && this.#readMs === Infinity) return;
      this.#active.after(this.#readMs, this.#thread, 'bytes are read', done);
    });
  }

  override _final(done: () => void): void {
    this.#arrive('a connection ends', () => {
      this.#end();
      this.#active.after(0, this.#thread, 'a connection closes', () => this.destroy());
    });
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.isOver) this.#arrive('a connection is reset', () => this.#end());
    done(error);
  }

  cutByClient(): void {
    if (this.isOver) return;
    this.isOver = true;
    const noticedMs = this.#active.random.delay(2 * this.#active.pace.channelMs);
    this.#active.after(noticedMs, this.#thread, 'a lost connection is noticed', () => this.destroy());
  }

  /** A part of what the process had sent may still arrive. */
  cutByDeath(): void {
    const { random } = this.#active;
    if (this.isOver) return;
    const bytes = Buffer.concat(this.#underWay);
    const rest = bytes.subarray(0, random.below(bytes.length + 1));
    this.isOver = true;
    this.#active.after(random.delay(20), this.#client, 'a connection is cut', () => {
      if (rest.length > 0) this.#listener.onBytes(rest);
      this.#listener.onEnd();
    });
  }

  #end(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#listener.onEnd();
  }

  /** After all that was sent before. */
  #arrive(what: string, run: () => void): void {
    const { now, random, pace } = this.#active;
    this.#lastArrival = Math.max(this.#lastArrival + 0.0001, now + random.delay(pace.channelMs));
    this.#active.at(this.#lastArrival, this.#client, what, run);
  }
}
