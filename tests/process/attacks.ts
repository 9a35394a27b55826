/**
 * Queries of analysts that the engine's own limits do not end, sent past the guard that refuses them. The process of the
 * analysts is what they may end; the API, the other analysts and the machine's memory are watched.
 */
import { Agent } from 'node:http';
import * as assert from 'uvu/assert';
import { defaultTurnLimits } from '../../infra/clickhouse/host/watch/turn-limits.ts';
import { residentSize } from '../../infra/process/resident-size.ts';
import type { LimitsOfUp, UnguardedService } from '../support/service.ts';
import { during } from './load.ts';
import { analystHosts } from './tables-processes.ts';
import { polls, startWatched } from './watched-service.ts';
import { elapsedMs, every, pause, until } from '../support/real-time.ts';

export interface Attack {
  readonly name: string;
  readonly sql: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly format: string;
}

const spikes = (turns: number): string => `[arrayMap(x -> (cos(x * ${turns}), sin(x * ${turns} + 1)), range(4000))]`;

export const attacks: readonly Attack[] = [
  {
    name: 'memory that the engine does not count',
    sql: `SELECT polygonsUnionCartesian([${spikes(3)}], [${spikes(5)}])`,
    settings: {},
    format: 'TSV',
  },
  {
    name: 'a limit of time that the engine takes for none',
    sql: 'SELECT sum(sipHash64(number)) FROM numbers(1000000000000)',
    settings: { max_execution_time: '0.0000001', max_threads: '2' },
    format: 'TSV',
  },
  {
    name: 'a constant that the engine computes without a check of its limits',
    sql: "SELECT like(repeat('a', 200000), repeat('%a', 20000))",
    settings: {},
    format: 'TSV',
  },
  {
    name: 'a format that waits for half a million years',
    sql: 'SELECT number FROM numbers(10)',
    settings: { output_format_pretty_squash_consecutive_ms: '18446744073709551615', max_block_size: '1' },
    format: 'PrettyCompact',
  },
];

const mebibyte = 1024 * 1024;
const memoryBytes = 600 * mebibyte;

/** Small limits for the analysts: some 300 MB above the process without a query, 1 s, a pulse each 500 ms. */
const smallLimits: LimitsOfUp = {
  analysts: {
    memoryBytes,
    pulseMs: 500,
    queryMs: { api: 8_000, sink: 120_000, accounts: 120_000, jobs: 610_000, operator: 610_000 },
    turns: { ...defaultTurnLimits, longestMs: 1_000 },
  },
};

/** Status and text of the answer to an attack. */
export async function attack({ unguardedUrl }: UnguardedService, { sql, settings, format }: Attack): Promise<string> {
  try {
    const body = JSON.stringify({ sql, settings, format });
    const response = await fetch(unguardedUrl, { method: 'POST', body });
    return `${response.status} ${await response.text()}`;
  } catch (error) {
    return String(error);
  }
}

export interface AttackFigures {
  readonly name: string;
  /** How the attack was answered. */
  readonly answer: string;
  /** Time until then, milliseconds. */
  readonly tookMs: number;
  /** Queries of another analyst that were asked and answered before, one after the other. */
  readonly othersMeanwhile: number;
  /** Time from then until another analyst's query is answered, milliseconds. */
  readonly othersAfterMs: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly failures: Readonly<Record<string, number>>;
  /** Of the API, milliseconds. */
  readonly p95: number;
  readonly quietP95: number;
  /** Largest resident size of the process of the analysts, MiB. */
  readonly mostMib: number;
  /** Its resident size some time after, MiB. */
  readonly afterMib: number;
}

export interface AttackOptions {
  readonly rounds: number;
  /** Requests of the API. */
  readonly perSecond: number;
  /** Time of measuring without an attack, milliseconds. */
  readonly quietMs: number;
}

/** Runs every attack so many times on one service. */
export async function attackRounds({ rounds, perSecond, quietMs }: AttackOptions): Promise<readonly AttackFigures[]> {
  const { sandbox, service, key } = await startWatched({}, (one) => one.upWithLimits(smallLimits));
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  const headers = { authorization: `Bearer ${key}` };
  const load = { baseUrl: service.httpUrl, headers, paths: polls, perSecond, agent };
  /** Of the larger one of their processes. */
  const sizeMib = (): number =>
    Math.round(Math.max(...analystHosts(sandbox).map((pid) => residentSize(pid) ?? 0)) / mebibyte);
  try {
    await untilAnswered(service);
    const { figures: quiet } = await during(load, () => pause(quietMs));
    const all: AttackFigures[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const one of attacks) {
        await untilOtherAnswers(service);
        let mostMib = 0;
        const stopSampling = every(20, () => (mostMib = Math.max(mostMib, sizeMib())));
        const { figures, result } = await during(load, async () => {
          const sent = elapsedMs();
          const attacking = attack(service, one);
          const othersMeanwhile = countAnswers(service, attacking);
          const answer = await attacking;
          const answered = elapsedMs();
          await untilAnswered(service);
          const othersAfterMs = elapsedMs() - answered;
          return { answer, tookMs: answered - sent, othersMeanwhile: await othersMeanwhile, othersAfterMs };
        });
        stopSampling();
        const { statuses, failures, p95 } = figures;
        const { answer, tookMs, othersMeanwhile, othersAfterMs } = result;
        all.push({
          name: one.name,
          answer: answer.slice(0, 160),
          tookMs: Math.round(tookMs),
          mostMib,
          afterMib: sizeMib(),
          othersMeanwhile,
          othersAfterMs: Math.round(othersAfterMs),
          statuses,
          failures,
          p95,
          quietP95: quiet.p95,
        });
      }
    }
    assert.is((await service.end('SIGTERM')).code, 0);
    return all;
  } finally {
    agent.destroy();
    await sandbox.destroy();
  }
}

/** Asks one query of an analyst after the other until the attack is over; resolves with the number of answers before. */
async function countAnswers(service: UnguardedService, attacking: Promise<string>): Promise<number> {
  const over = new AbortController();
  const isOver = (): boolean => over.signal.aborted;
  const ended = attacking.then(() => over.abort());
  let answers = 0;
  while (!isOver()) {
    const isAnswered = (await attack(service, harmless)).startsWith('200');
    if (isAnswered && !isOver()) answers += 1;
  }
  await ended;
  return answers;
}

/** Resolves when the query of an analyst is answered. */
async function untilAnswered(service: UnguardedService): Promise<void> {
  await until('an answer to an analyst', async () => (await attack(service, harmless)).startsWith('200'));
}

/** Resolves when a process answers while another runs a query: the one that the last attack ended has been replaced. */
async function untilOtherAnswers(service: UnguardedService): Promise<void> {
  await until('an answer beside a query that runs', async () => {
    const order: string[] = [];
    const asked = async (name: string, query: Attack): Promise<void> => {
      if ((await attack(service, query)).startsWith('200')) order.push(name);
    };
    await Promise.all([asked('slow', slow), asked('other', harmless)]);
    return order.join() === 'other,slow';
  });
}

const harmless = { name: '', sql: 'SELECT count() FROM changes', settings: {}, format: 'TSV' };
const slow = { name: '', sql: 'SELECT sleep(0.5)', settings: {}, format: 'TSV' };
