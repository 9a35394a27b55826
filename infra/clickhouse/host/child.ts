import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createDeferred } from '../../async/async.ts';
import { childEnvironment } from '../../config/child-environment.ts';
import { RetryableError } from '../../errors.ts';
import { loaderArguments } from '../../process/loader-arguments.ts';
import { nicenessBelowOwn } from '../../process/thread-priority.ts';
import { threadPoolSize } from '../embedded/lane-settings.ts';
import { typedEngineError } from '../engine-errors.ts';
import { createFrameReader, writeFrame } from './wire/frames.ts';
import { rememberHost } from './live-hosts.ts';
import type { Answer, NumberedRequest, Request } from './wire/messages.ts';
import { receivedError } from './wire/sent-error.ts';

/** Why a host was killed; `ended` when it ended by itself. */
export type DeathReason = 'memory' | 'time' | 'pulse' | 'ended' | 'closed';

export interface Death {
  readonly reason: DeathReason;
  /** For people. */
  readonly message: string;
}

/** The host ended before it answered. Whether it carried the request out is not known. */
export class HostEndedError extends RetryableError {}

interface HostReply {
  readonly result: unknown;
  readonly body: Buffer;
}

/** A process with the engine of the tables. */
export interface Host {
  readonly pid: number;
  /** Throws HostEndedError when the host ends before it answers. */
  readonly request: (request: Request, body?: Uint8Array) => SentRequest;
  /** Cancels the query of a request: it then fails as one over its time limit. */
  readonly cancel: (request: number) => void;
  readonly kill: (reason: Exclude<DeathReason, 'ended'>) => void;
  readonly ended: Promise<Death>;
}

interface SentRequest {
  readonly id: number;
  readonly reply: Promise<HostReply>;
}

interface PendingRequest {
  readonly request: Request;
  readonly resolve: (reply: HostReply) => void;
  readonly reject: (error: Error) => void;
}

/** Text that a dying engine writes is about as long. */
const keptStderrBytes = 4_096;

/**
 * Starts a host. It has no engine before a request `open`.
 * @param niceness how far below this process, from 0 to 19: the higher, the less processor time it gets beside others
 */
export function startHost(niceness = 0): Host {
  const fromSource = import.meta.url.endsWith('.ts');
  const file = fileURLToPath(new URL(fromSource ? './tables-host.ts' : './tables-host.js', import.meta.url));
  const child = spawn(process.execPath, [...(fromSource ? loaderArguments() : []), file], {
    env: childEnvironment({ UV_THREADPOOL_SIZE: String(threadPoolSize) }),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  rememberHost(child);
  if (niceness > 0) giveWay(child.pid, niceness);
  const pipe = child.stdio[3];
  if (!(pipe instanceof Socket)) throw new Error('the child process has no pipe');

  let lastId = 0;
  let killedFor: DeathReason | null = null;
  let stderr = '';
  let death: Death | null = null;
  const ended = createDeferred<Death>();
  const waiting = new Map<number, PendingRequest>();
  /** Ids whose queries were cancelled; of a raw connection its id. */
  const cancelled = new Set<number>();

  const keyOf = (id: number, of: Request): number => (of.op === 'run' ? of.session : id);
  const isCancelled = (id: number, of: Request): boolean => cancelled.has(keyOf(id, of));
  const gone = ({ message }: Death): HostEndedError => new HostEndedError(`The tables were restarted: ${message}.`);
  const onEnd = (message: string): void => {
    if (death !== null) return;
    const reason = killedFor ?? 'ended';
    death = { reason, message: reason === 'ended' ? withLastLine(message, stderr) : sentences[reason] };
    pipe.destroy();
    const error = gone(death);
    // A query that was cancelled, and was not to be ended otherwise, is not asked of the next host.
    for (const [id, { request, reject }] of waiting) reject(isCancelled(id, request) ? overTime(request) : error);
    waiting.clear();
    ended.resolve(death);
  };
  child.on('error', (error) => onEnd(error.message));
  child.on('exit', (code, signal) =>
    onEnd(signal === null ? `it ended with code ${code ?? 0}` : `it ended by ${signal}`),
  );
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-keptStderrBytes);
  });

  const kill = (reason: DeathReason): void => {
    if (killedFor !== null || death !== null) return;
    killedFor = reason;
    child.kill('SIGKILL');
  };
  const onAnswer = (answer: Answer, body: Buffer): void => {
    const { id } = answer;
    const call = waiting.get(id);
    if (call === undefined) return;
    waiting.delete(id);
    const { request } = call;
    const wasCancelled = isCancelled(id, request);
    cancelled.delete(keyOf(id, request));
    if ('result' in answer) call.resolve({ result: answer.result, body });
    else call.reject(wasCancelled ? overTime(request) : receivedError(answer.error));
  };
  const onFrame = createFrameReader(({ head, body }) => onAnswer(head as Answer, body));
  pipe.on('data', (chunk: Buffer) => {
    try {
      onFrame(chunk);
    } catch {
      // Its memory is damaged: nothing that it writes can be trusted.
      child.kill('SIGKILL');
    }
  });
  // The end of the process follows, and is handled there.
  pipe.on('error', () => undefined);

  const request = (sent: Request, body?: Uint8Array): SentRequest => {
    lastId += 1;
    const numbered: NumberedRequest = { ...sent, id: lastId };
    if (death !== null) return { id: lastId, reply: Promise.reject(gone(death)) };
    const reply = new Promise<HostReply>((resolve, reject) => {
      waiting.set(numbered.id, { request: sent, resolve, reject });
      writeFrame(pipe, numbered, body);
    });
    return { id: lastId, reply };
  };
  return {
    pid: child.pid ?? 0,
    request,
    cancel: (id) => {
      cancelled.add(id);
      request({ op: 'cancel', request: id }).reply.catch(() => undefined);
    },
    kill,
    ended: ended.promise,
  };
}

/** Threads inherit it from the one that starts them, so it is set before there are any. */
function giveWay(pid: number | undefined, steps: number): void {
  try {
    if (pid !== undefined) setPriority(pid, nicenessBelowOwn(steps));
  } catch {
    // The process has ended already, or the system has no priorities.
  }
}

const sentences: Readonly<Record<Exclude<DeathReason, 'ended'>, string>> = {
  memory: 'a query took more memory than the limit',
  time: 'a query ran longer than it may and could not be cancelled',
  pulse: 'the engine did not answer',
  closed: 'they are closed',
};

/** Code of ClickHouse, TIMEOUT_EXCEEDED. */
const timeoutCode = 159;

/** The error of a query that was cancelled, as the engine reports one over its own limit. */
function overTime(request: Request): Error {
  const message = 'Code: 159. DB::Exception: Timeout exceeded: the query was cancelled. (TIMEOUT_EXCEEDED)';
  const error = Object.assign(new Error(message), { clickhouseCode: timeoutCode });
  return request.op === 'run' ? error : (typedEngineError(error) as Error);
}

const withLastLine = (message: string, stderr: string): string => {
  const last = stderr.trim().split('\n').at(-1) ?? '';
  return last === '' ? message : `${message} (${last})`;
};
