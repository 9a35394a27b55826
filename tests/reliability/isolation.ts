/** Key holders who do random things at the same time, each watching that nothing of another's comes in. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import { watchItemId } from '../../pipeline/accounts/watch.ts';
import { type Harness, itemsOf, memberOf, openHarness, type Reply, type TestKey } from '../api/harness.ts';
import { asset, assetId, change, now, second } from '../api/records.ts';

export interface IsolationRounds {
  readonly keys: number;
  /** Of each key. */
  readonly operations: number;
  readonly random: () => number;
}

export interface IsolationFigures {
  readonly requests: number;
  /** Rows of another key in an answer. */
  readonly foreignRows: number;
  /** Answers about another's item that differ from those about one that nobody has. */
  readonly differing: number;
  /** Medians of both kinds of answers, milliseconds. */
  readonly foreignMs: number;
  readonly unknownMs: number;
}

const assets = 12;

interface Actor extends TestKey {
  /** In every note of this key, and of no other. */
  readonly mark: string;
  readonly own: ReadonlySet<string>;
}

/** All keys watch out of the same few assets, so that whatever could be mixed up is. */
export async function isolationRounds({ keys, operations, random }: IsolationRounds): Promise<IsolationFigures> {
  const api = await openHarness();
  try {
    const numbers = Array.from({ length: assets }, (_, index) => index + 1);
    await api.declare(...numbers.map((number) => asset(number)));
    await api.detect(...numbers.map((number) => change(`of ${number}`, number, { detectedAt: now + second })));
    const actors = await Promise.all(Array.from({ length: keys }, () => newActor(api)));
    const tally = { requests: 0, foreignRows: 0, differing: 0, foreign: [] as number[], unknown: [] as number[] };
    const pick = <T>(all: readonly T[]): T => {
      const one = all[Math.floor(random() * all.length)];
      if (one === undefined) throw new Error('there is nothing to pick');
      return one;
    };
    const act = async (actor: Actor): Promise<void> => {
      const others = actors.filter(({ tenantId }) => tenantId !== actor.tenantId);
      for (let done = 0; done < operations; done += 1) {
        tally.requests += 1;
        const itemId = pick([...actor.own]);
        const chance = random();
        if (chance < 0.25) {
          seen(await send(api, actor, 'POST', '/me/watchlist', { assetId: assetId(pick(numbers)) }), actor);
        } else if (chance < 0.4) {
          const note = `${actor.mark} ${done}`;
          seen(await send(api, actor, 'PATCH', `/me/watchlist/${itemId}`, { note }), actor);
        } else if (chance < 0.55) {
          seen(await send(api, actor, 'DELETE', `/me/watchlist/${itemId}`), actor);
        } else if (chance < 0.7) {
          tally.requests += 1;
          await compareRefusals(actor, pick([...pick(others).own]));
        } else {
          seen(await send(api, actor, 'GET', pick(reads)), actor);
        }
      }
    };

    const seen = (reply: Reply, { mark, own }: Actor): void => {
      assert.ok(reply.status < 500, reply.text);
      const marks = reply.text.match(/mark-[0-9a-f-]{36}/g) ?? [];
      const ids = ('items' in reply.body ? itemsOf(reply) : [reply.body]).map(
        (item) => memberOf(item, 'watchlistItemId') ?? itemIdOf(item),
      );
      tally.foreignRows += marks.filter((one) => one !== mark).length;
      tally.foreignRows += ids.filter((id) => typeof id === 'string' && !own.has(id)).length;
    };

    /** The same request for another's item and for one that nobody has. */
    const compareRefusals = async (actor: Actor, foreignId: string): Promise<void> => {
      const method = pick(['PATCH', 'DELETE']);
      const body = method === 'PATCH' ? { note: `${actor.mark} mine` } : undefined;
      const answers: string[] = [];
      for (const kind of random() < 0.5 ? (['foreign', 'unknown'] as const) : (['unknown', 'foreign'] as const)) {
        const id = kind === 'foreign' ? foreignId : randomUUID();
        const started = performance.now();
        const reply = await send(api, actor, method, `/me/watchlist/${id}`, body);
        tally[kind].push(performance.now() - started);
        const { date: _, ...headers } = reply.headers;
        answers.push(JSON.stringify([reply.status, headers, reply.text]));
        assert.is(reply.status, 404);
      }
      if (answers[0] !== answers[1]) tally.differing += 1;
    };

    await Promise.all(actors.map(act));
    const { foreign, unknown, ...counts } = tally;
    return { ...counts, foreignMs: median(foreign), unknownMs: median(unknown) };
  } finally {
    await api.close();
  }
}

const reads = [
  '/me/watchlist',
  '/me/watchlist',
  '/me/monitoring/changes?days=365&showAll=true',
  '/me/notifications?limit=200',
];

async function newActor(api: Harness): Promise<Actor> {
  const key = await api.makeKey({ limit: 8 });
  const own = Array.from({ length: assets }, (_, index) => watchItemId(key.tenantId, assetId(index + 1)));
  return { ...key, mark: `mark-${key.tenantId}`, own: new Set(own) };
}

/** With a request id of its own, so that two answers may be equal to the last byte. */
const send = (api: Harness, { text }: TestKey, method: string, path: string, body?: object): Promise<Reply> =>
  api.send(method, path, { key: text, headers: { 'x-request-id': 'same' }, ...(body === undefined ? {} : { body }) });

const itemIdOf = (item: object): unknown => ('monitoringEnabled' in item && 'id' in item ? item.id : undefined);

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** B-18: with one place left, so many distinct assets at once; gives how many of each status there were. */
export async function capRounds(rounds: number): Promise<readonly (readonly [number, number])[]> {
  const api = await openHarness();
  try {
    const all = Array.from({ length: 250 }, (_, index) => index + 1);
    await api.declare(...all.map((number) => asset(number)));
    const results: (readonly [number, number])[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const key = await api.makeKey({ limit: 50 });
      const add = (number: number): Promise<Reply> =>
        api.send('POST', '/me/watchlist', { key: key.text, body: { assetId: assetId(number) } });
      await Promise.all(all.slice(0, 49).map(add));
      const replies = await Promise.all(all.slice(49, 249).map(add));
      const count = (status: number): number => replies.filter((reply) => reply.status === status).length;
      results.push([count(201), count(409)]);
      const { used, items } = (await api.get('/me/watchlist', key.text)).body as { used: number; items: unknown[] };
      assert.equal([used, items.length], [50, 50]);
    }
    return results;
  } finally {
    await api.close();
  }
}
