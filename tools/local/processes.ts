import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { commandLine } from '../../infra/process/process-start.ts';

/** A program that runs in the background; its folder has its pid and its output. */
export interface Service {
  readonly folder: string;
  /** Default: `java`. */
  readonly program?: string;
  /** One argument must contain the folder, by which the process is recognised. */
  readonly args: readonly string[];
  /** Polled until it returns true. */
  readonly isReady: (output: string) => Promise<boolean> | boolean;
}

const readyMs = 90_000;
const stopMs = 30_000;
const shownLines = 20;

/** Starts a service unless it runs, and waits until it is ready. Throws with its last output when it does not start. */
export async function startService({ folder, program = 'java', args, isReady }: Service): Promise<void> {
  if (pidOf(folder) !== null) return;
  const output = join(folder, 'output.log');
  const file = openSync(output, 'w');
  const child = spawn(program, args, { stdio: ['ignore', file, file], detached: true });
  closeSync(file);
  const ended = endOf(child);
  if (child.pid !== undefined) writeFileSync(join(folder, 'pid'), String(child.pid));
  const deadline = performance.now() + readyMs;
  for (;;) {
    const text = readFileSync(output, 'utf8');
    if (await isReady(text)) break;
    if (ended.code !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      const why = ended.code === null ? `is not ready after ${readyMs / 1_000} s` : `ended with ${ended.code}`;
      throw new Error(`${program} in ${folder} ${why}:\n${text.split('\n').slice(-shownLines).join('\n')}`);
    }
    await pause(100);
  }
  child.unref();
}

function endOf(child: ChildProcess): { readonly code: string | null } {
  const ended: { code: string | null } = { code: null };
  child.once('error', (error) => {
    ended.code = error.message;
  });
  child.once('exit', (code, signal) => {
    ended.code = String(code ?? signal);
  });
  return ended;
}

/** Stops a service and waits until its process has ended; sends SIGKILL if it does not stop. */
export async function stopService(folder: string, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  const pid = pidOf(folder);
  if (pid === null) return;
  process.kill(pid, signal);
  const deadline = performance.now() + stopMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) process.kill(pid, 'SIGKILL');
    await pause(50);
  }
  rmSync(join(folder, 'pid'), { force: true });
}

/** Suspends or resumes a service, like an overloaded machine. */
export async function signalService(folder: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const pid = pidOf(folder);
  if (pid !== null) process.kill(pid, signal);
}

/** Pid of the service of a folder; null when it does not run, also if another program has its pid by now. */
export function pidOf(folder: string): number | null {
  const file = join(folder, 'pid');
  if (!existsSync(file)) return null;
  const pid = Number(readFileSync(file, 'utf8'));
  return commandLine(pid).includes(folder) ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A child that has ended remains a zombie until its parent waits for it.
    return !/^State:\s+Z/m.test(existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, 'utf8') : '');
  } catch {
    return false;
  }
}

/**
 * Free ports of this machine, below the ephemeral range of outgoing connections (from 32,768 or 49,152 on). A port of that
 * range may be in use when a service restarts, and a client that connects to a stopped service may get the service's own
 * port as its source port and connect to itself.
 */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listenBelow()));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

const portRange = { first: 15_000, last: 31_999 };
const portAttempts = 100;

async function listenBelow(): Promise<Server> {
  for (let attempt = 1; ; attempt += 1) {
    const server = createServer();
    const port = randomInt(portRange.first, portRange.last + 1);
    const refusal = await new Promise<Error | null>((resolve) => {
      server.once('error', resolve);
      server.listen(port, '127.0.0.1', () => resolve(null));
    });
    if (refusal === null) return server;
    if (attempt === portAttempts) throw refusal;
  }
}

/** The port of a service, which is stable across restarts. */
export async function keptPort(folder: string): Promise<number> {
  const file = join(folder, 'port');
  if (existsSync(file)) return Number(readFileSync(file, 'utf8'));
  const [port = 0] = await freePorts(1);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, String(port));
  return port;
}

/** Whether a URL answers with a 2xx status. */
export async function answers(url: string): Promise<boolean> {
  try {
    const { ok } = await fetch(url, { signal: AbortSignal.timeout(2_000) });
    return ok;
  } catch {
    return false;
  }
}
