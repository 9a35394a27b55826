/** SIGTERM while something is wrong with the processes of the tables, or while they work: the service ends, with all of them. */
import * as assert from 'uvu/assert';
import { commandLine } from '../../infra/process/process-start.ts';
import { exited } from '../support/exited.ts';
import { createSandbox, type Sandbox, type UnguardedService } from '../support/service.ts';
import { attack, attacks } from './attacks.ts';
import { declareAssets, writeObservations } from './observed-assets.ts';
import { childrenOf, hostOf, sendTo } from './tables-processes.ts';
import { nextHost, watchChildren } from './watched-processes.ts';
import { elapsedMs, pause, until, withPatience } from '../support/real-time.ts';

interface State {
  readonly name: string;
  /** Brings a service into the state. What it starts ends by itself once the service has ended. */
  readonly enter: (service: UnguardedService, sandbox: Sandbox) => Promise<void>;
}

const readsOfAnalysts = { name: 'a read', sql: 'SELECT count() FROM changes', settings: {}, format: 'TSV' };

/** Starts the process of the analysts. */
const openAnalysts = async (service: UnguardedService): Promise<void> => {
  assert.match(await attack(service, readsOfAnalysts), /^200/);
};

const send = (service: UnguardedService, one: (typeof attacks)[number]): void => {
  attack(service, one).catch(() => undefined);
};

/** Ten hosts that are killed in a row are followed by a pause before the next one; on a slow machine it takes more. */
const mostRounds = 40;

export const states: readonly State[] = [
  { name: 'idle', enter: async () => undefined },
  ...attacks.map((one) => ({
    name: `attacked: ${one.name}`,
    enter: async (service: UnguardedService) => {
      await openAnalysts(service);
      send(service, one);
      await pause(500);
    },
  })),
  {
    name: 'tables stopped',
    enter: async (_, sandbox) => sendTo(hostOf(sandbox), 'SIGSTOP'),
  },
  {
    name: 'tables stopped, requests waiting for them, and an analyst attacking',
    enter: async (service, sandbox) => {
      const constant = attacks[2] ?? readsOfAnalysts;
      await openAnalysts(service);
      sendTo(hostOf(sandbox), 'SIGSTOP');
      send(service, constant);
      for (let request = 0; request < 20; request += 1) {
        fetch(`${service.httpUrl}/kyi/v1/tokens?address=0x${'0'.repeat(40)}`, {
          headers: { authorization: 'unknown' },
        }).catch(() => undefined);
      }
      await pause(200);
    },
  },
  {
    name: 'analysts stopped with a query',
    enter: async (service, sandbox) => {
      await openAnalysts(service);
      sendTo(hostOf(sandbox, 'analysts'), 'SIGSTOP');
      send(service, readsOfAnalysts);
      await pause(100);
    },
  },
  {
    name: 'a fault in the tables',
    enter: async (_, sandbox) => sendTo(hostOf(sandbox), 'SIGSEGV'),
  },
  {
    name: 'a fault in the process of the analysts',
    enter: async (service, sandbox) => {
      await openAnalysts(service);
      sendTo(hostOf(sandbox, 'analysts'), 'SIGSEGV');
    },
  },
  {
    name: 'the sink inserting',
    enter: async (_, sandbox) => {
      await declareAssets(sandbox, { assets: 20 });
      await sandbox.json('observe', writeObservations(sandbox, { assets: 20, count: 5_000 }));
    },
  },
  {
    name: 'the sink inserting into stopped tables',
    enter: async (_, sandbox) => {
      await declareAssets(sandbox, { assets: 20 });
      await sandbox.json('observe', writeObservations(sandbox, { assets: 20, count: 5_000 }));
      sendTo(hostOf(sandbox), 'SIGSTOP');
      await pause(200);
    },
  },
  {
    name: 'tables being opened again',
    enter: async (service, sandbox) => {
      const before = hostOf(sandbox);
      sendTo(before, 'SIGKILL');
      await newChild(service.pid, [before]);
      await pause(50);
    },
  },
  {
    name: 'tables that are stopped while they are opened again',
    enter: async (service, sandbox) => {
      const before = hostOf(sandbox);
      sendTo(before, 'SIGKILL');
      sendTo(await newChild(service.pid, [before]), 'SIGSTOP');
    },
  },
  {
    name: 'tables in a pause before the next process',
    enter: async (service, sandbox) => {
      for (let round = 0; round < mostRounds; round += 1) {
        const host = hostOf(sandbox);
        sendTo(host, 'SIGKILL');
        await pause(200);
        if (childrenOf(service.pid).length === 0) return;
        await nextHost(sandbox, host);
      }
      assert.unreachable('there was no pause');
    },
  },
  {
    name: 'a query of an analyst',
    enter: async (service) => {
      await openAnalysts(service);
      send(service, { ...readsOfAnalysts, sql: 'SELECT sum(sipHash64(number)) FROM numbers(100000000000)' });
      await pause(300);
    },
  },
];

export function stateNamed(name: string): State {
  const state = states.find((one) => one.name === name);
  if (state === undefined) throw new Error(`there is no state ${name}`);
  return state;
}

/** Ends a service that starts, and whose tables are stopped while they open. */
export async function endWhileStarting(): Promise<EndingFigures> {
  const sandbox = createSandbox();
  try {
    const service = sandbox.start('up', '--json');
    const pid = service.pid ?? 0;
    sendTo(await newChild(pid, []), 'SIGSTOP');
    const children = watchChildren(pid);
    await pause(500);
    const signalled = elapsedMs();
    sendTo(pid, 'SIGTERM');
    const { code, signal } = await exited(service);
    const ms = Math.round(elapsedMs() - signalled);
    return { state: 'starting with stopped tables', code, signal, ms, left: await children.end(graceMs) };
  } finally {
    await sandbox.destroy();
  }
}

/** A process of the tables that is not one of `known`. Before it runs its program, stopping it would stop its parent, too. */
async function newChild(pid: number, known: readonly number[]): Promise<number> {
  const added = (): readonly number[] =>
    childrenOf(pid).filter((one) => !known.includes(one) && commandLine(one).includes('tables-host'));
  await until('a further process', () => added().length > 0, 1);
  return added()[0] ?? 0;
}

export interface EndingFigures {
  readonly state: string;
  readonly code: number | null;
  readonly signal: string | null;
  /** Time from the last signal to the end, milliseconds. */
  readonly ms: number;
  /** Children of the service that still run. */
  readonly left: readonly number[];
}

/** A second signal sooner after the first counts as the same keypress. Milliseconds. */
const nextPressMs = 600;
/** The kernel ends killed processes soon after, not at once: it takes their memory back first. Milliseconds. */
const graceMs = withPatience(10_000);

/** Starts a service, brings it into the state, and ends it with one signal or with two. */
export async function endIn({ name, enter }: State, signals: 1 | 2): Promise<EndingFigures> {
  const sandbox = createSandbox({ ATTESTRY_RATE_LIMIT: 'off' });
  try {
    const service = await sandbox.upWithLimits({});
    await enter(service, sandbox);
    const children = watchChildren(service.pid);
    let signalled = elapsedMs();
    const ending = service.end('SIGTERM');
    if (signals === 2) {
      await pause(nextPressMs);
      signalled = elapsedMs();
      // Repeated, because the service may have handled the first one late.
      while ((await Promise.race([ending, pause(50)])) === undefined) sendTo(service.pid, 'SIGTERM');
    }
    const { code, signal } = await ending;
    const ms = Math.round(elapsedMs() - signalled);
    return { state: name, code, signal, ms, left: await children.end(graceMs) };
  } finally {
    await sandbox.destroy();
  }
}
