/** Key holders who send random requests at the same time; every response is checked for rows of another holder. */
import { randomUUID } from 'node:crypto';
import * as assert from 'uvu/assert';
import { type Harness, memberOf, openHarness, type Reply, type TestKey } from '../api/harness.ts';
import { asset, assetId, change, now, second } from '../api/records.ts';
import { type EventStreamClient, openEventStream, type ReceivedEvent } from '../support/event-stream.ts';
import { reached } from '../support/reached.ts';
import { foreignIn, type Holder, holderOf, rowsOf } from './foreign-rows.ts';

export interface IsolationRounds {
  readonly keys: number;
  /** Requests of each key, at least. */
  readonly operations: number;
  readonly random: () => number;
  /** Measures latencies, milliseconds. */
  readonly clock?: () => number;
  /** Sends a request again that a busy service refused, because it would be answered too late. */
  readonly repeatsRefused?: boolean;
}

export interface IsolationFigures {
  readonly requests: number;
  /** Requests sent again, since the service was too busy. */
  readonly refused: number;
  /** Notifications read. */
  readonly notices: number;
  /** Events received on streams. */
  readonly events: number;
  /** Polls with the last ETag that were answered with 304. */
  readonly unchanged: number;
  /** Rows of another key in a response. */
  readonly foreignRows: number;
  /** Responses about another tenant's item, or a change that is not visible, that differ from those about an unknown id. */
  readonly differing: number;
  /** 304 responses although the content had changed. */
  readonly stale: number;
  /** Median latencies of 404 for another tenant's item and for an unknown item, in ms. */
  readonly foreignMs: number;
  readonly unknownMs: number;
}

const assets = 12;
const numbers = Array.from({ length: assets }, (_, index) => index + 1);
const early = numbers.map((number) => change(`of ${number}`, number, { detectedAt: now + second }));
const late = numbers.map((number) => change(`late ${number}`, number, { detectedAt: now + 2 * second }));
const changeIds = [...early, ...late].map(({ id }) => id);
/** Number of holders that also read a stream. */
const mostStreams = 2;

interface Actor extends TestKey, Holder {
  /** The last response by path; its ETag goes into the next request. */
  readonly last: Map<string, Reply>;
}

/** All keys watch assets out of the same few, so that any mix-up between tenants shows. */
export async function isolationRounds({
  keys,
  operations,
  random,
  clock = () => 0,
  repeatsRefused = false,
}: IsolationRounds): Promise<IsolationFigures> {
  const api = await openHarness();
  const streams: (readonly [Actor, EventStreamClient])[] = [];
  try {
    await api.declare(...numbers.map((number) => asset(number)));
    await api.detect(...early);
    const actors = await Promise.all(Array.from({ length: keys }, () => newActor(api)));
    for (const actor of actors.slice(0, mostStreams)) streams.push([actor, await follow(api, actor)]);
    const tally = {
      requests: 0,
      refused: 0,
      notices: 0,
      events: 0,
      unchanged: 0,
      foreignRows: 0,
      differing: 0,
      stale: 0,
    };
    const times = { foreign: [] as number[], unknown: [] as number[] };
    const pick = <T>(all: readonly T[]): T => {
      const one = all[Math.floor(random() * all.length)];
      if (one === undefined) throw new Error('there is nothing to pick');
      return one;
    };
    const act = async (actor: Actor): Promise<void> => {
      const others = actors.filter(({ tenantId }) => tenantId !== actor.tenantId);
      for (let done = 0; done < operations; done += 1) {
        const itemId = pick([...actor.items]);
        const chance = random();
        if (chance < 0.25) {
          await add(actor, assetId(pick(numbers)));
        } else if (chance < 0.4) {
          const note = `${actor.mark} ${done}`;
          await send(actor, 'PATCH', `/me/watchlist/${itemId}`, { body: { note } });
        } else if (chance < 0.5) {
          await send(actor, 'DELETE', `/me/watchlist/${itemId}`);
        } else if (chance < 0.65) {
          await compareRefusals(actor, pick([...pick(others).items]));
        } else if (chance < 0.75) {
          await readChange(actor, pick(early).id);
        } else {
          await poll(actor, pick(reads));
        }
      }
    };

    const answered = async (...request: Parameters<typeof sendAs>): Promise<Reply> => {
      for (;;) {
        const reply = await sendAs(...request);
        if (!repeatsRefused || !isRefusal(reply)) return reply;
        tally.refused += 1;
      }
    };

    const send = async (actor: Actor, method: string, path: string, options: RequestOptions = {}): Promise<Reply> => {
      tally.requests += 1;
      const reply = await answered(actor, api, method, path, options);
      assert.ok(reply.status < 500, reply.text);
      const rows = rowsOf(reply.text);
      tally.foreignRows += foreignIn(rows, actor);
      if (path.startsWith('/me/notifications')) tally.notices += rows.length;
      return reply;
    };

    /** Adds a watch and, in some cases, resolves its intake, which the inbox reports. */
    const add = async (actor: Actor, id: string): Promise<void> => {
      const reply = await send(actor, 'POST', '/me/watchlist', { body: { assetId: id } });
      const itemId = String(memberOf(reply.body, 'id'));
      const intakeSeq = api.intakes.get(itemId);
      if (reply.status !== 201 || intakeSeq === undefined || random() < 0.7) return;
      await api.give(actor.tenantId, 'intake.resolve', { itemId, intakeSeq, outcome: 'ready', registryPosition: 0 });
    };

    /** Requests with the ETag of the last response; after a 304 the whole body must equal the last one. */
    const poll = async (actor: Actor, path: string): Promise<void> => {
      const before = actor.last.get(path);
      const tag = before?.headers.etag;
      const polled = await send(actor, 'GET', path, tag === undefined ? {} : { headers: { 'if-none-match': tag } });
      if (polled.status !== 304) {
        actor.last.set(path, polled);
        return;
      }
      tally.unchanged += 1;
      const whole = await send(actor, 'GET', path);
      if (whole.text !== before?.text) tally.stale += 1;
    };

    /** Reads a change; if its asset is not on the holder's list, the response must equal that for an unknown id. */
    const readChange = async (actor: Actor, id: string): Promise<void> => {
      const reply = await send(actor, 'GET', `/me/monitoring/changes/${encodeURIComponent(id)}`);
      if (reply.status === 200) return;
      const unknown = await send(actor, 'GET', `/me/monitoring/changes/${encodeURIComponent(unknownChange)}`);
      if (contentOf(reply) !== contentOf(unknown)) tally.differing += 1;
    };

    /** Sends the same request for another tenant's item and for an unknown id. */
    const compareRefusals = async (actor: Actor, foreignId: string): Promise<void> => {
      const method = pick(['PATCH', 'DELETE']);
      const body = method === 'PATCH' ? { body: { note: `${actor.mark} mine` } } : {};
      const answers: string[] = [];
      for (const kind of random() < 0.5 ? (['foreign', 'unknown'] as const) : (['unknown', 'foreign'] as const)) {
        const id = kind === 'foreign' ? foreignId : randomUUID();
        const started = clock();
        const reply = await answered(actor, api, method, `/me/watchlist/${id}`, body);
        times[kind].push(clock() - started);
        tally.requests += 1;
        answers.push(contentOf(reply));
        assert.is(reply.status, 404);
      }
      if (answers[0] !== answers[1]) tally.differing += 1;
    };

    await Promise.all(actors.map(act));
    await api.detect(...late);
    for (const [actor, { events }] of streams) {
      const { body } = await answered(actor, api, 'GET', '/me/watchlist');
      await reached('each late change is an event', () => events.filter(isLate).length >= Number(body['used']));
      tally.events += events.length;
      tally.foreignRows += foreignIn(
        events.map(({ data }) => data),
        actor,
      );
    }
    return { ...tally, foreignMs: median(times.foreign), unknownMs: median(times.unknown) };
  } finally {
    for (const [, stream] of streams) stream.close();
    await api.close();
  }
}

const reads = [
  '/me/watchlist',
  '/me/watchlist',
  '/me/monitoring/changes?days=365&showAll=true',
  '/me/notifications?limit=200',
  '/me/monitoring/export',
];

const unknownChange = `register:${'a'.repeat(26)}`;

async function newActor(api: Harness): Promise<Actor> {
  const key = await api.makeKey({ limit: 8 });
  return { ...key, ...holderOf(key.tenantId, numbers.map(assetId), changeIds), last: new Map() };
}

async function follow(api: Harness, { text }: TestKey): Promise<EventStreamClient> {
  const client = await openEventStream(api.port, '/me/monitoring/stream', { authorization: `Bearer ${text}` });
  assert.is(client.status, 200);
  await reached('the stream has begun', () => client.lastId() !== '');
  return client;
}

interface RequestOptions {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** All requests have the same request id, so that two responses can be equal to the last byte. */
const sendAs = (
  { text }: TestKey,
  api: Harness,
  method: string,
  path: string,
  options: RequestOptions = {},
): Promise<Reply> =>
  api.send(method, path, { key: text, ...options, headers: { 'x-request-id': 'same', ...options.headers } });

const isRefusal = ({ status, headers }: Reply): boolean =>
  [502, 503].includes(status) && headers['retry-after'] !== undefined;

const isLate = ({ data }: ReceivedEvent): boolean => String(data['title']).startsWith('Change late');

/** A response without its `date` header. */
const contentOf = ({ status, headers: { date: _, ...headers }, text }: Reply): string =>
  JSON.stringify([status, headers, text]);

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** B-18: adds `parallel` distinct assets at once with one of `limit` places left. Returns the number of 201 and of 409 of each round. */
export async function capRounds(
  rounds: number,
  { limit, parallel }: { readonly limit: number; readonly parallel: number },
): Promise<readonly (readonly [number, number])[]> {
  const api = await openHarness();
  try {
    const all = Array.from({ length: limit - 1 + parallel }, (_, index) => index + 1);
    await api.declare(...all.map((number) => asset(number)));
    const results: (readonly [number, number])[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const key = await api.makeKey({ limit });
      const add = (number: number): Promise<Reply> =>
        api.send('POST', '/me/watchlist', { key: key.text, body: { assetId: assetId(number) } });
      await Promise.all(all.slice(0, limit - 1).map(add));
      const replies = await Promise.all(all.slice(limit - 1).map(add));
      const count = (status: number): number => replies.filter((reply) => reply.status === status).length;
      results.push([count(201), count(409)]);
      const { used, items } = (await api.get('/me/watchlist', key.text)).body as { used: number; items: unknown[] };
      assert.equal([used, items.length], [limit, limit]);
    }
    return results;
  } finally {
    await api.close();
  }
}
