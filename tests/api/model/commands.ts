/** The possible steps, each applied to the model and to the API. */
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { feedOrders, feedTimes } from '../../../api/readmodel/resources/changes/filter.ts';
import { type Severity, termsOf } from '../../../schemas/vocabulary.ts';
import { day, hour, minute, second } from '../records.ts';
import { checkFeed, checkInbox, checkList, checkReply } from './checks.ts';
import {
  type Direction,
  directions,
  endIntake,
  type Holder,
  type Reply,
  setLimit,
  type Write,
  write,
} from './reference.ts';
import { assetsOfRun, holders, type Model, newChangeId, type World } from './world.ts';

export type Step = fc.AsyncCommand<Model, World, boolean>;

/** Each step advances the clock, so that a later step can refer to the exact time of an earlier one. */
const step = (name: string, run: (model: Model, world: World) => Promise<void>): Step => ({
  check: () => true,
  run: async (model, world) => {
    await run(model, world);
    world.moments.push(world.api.dependencies.clock());
    world.api.pass(1);
  },
  toString: () => name,
});

const holder = fc.nat({ max: holders - 1 });
const assetIndex = fc.nat({ max: assetsOfRun - 1 });
const assetAt = ({ assets }: World, index: number): string => assets[index] ?? '';
const holderAt = ({ holders: all }: Model, index: number): Holder => {
  const found = all[index];
  if (found === undefined) throw new Error(`there is no holder ${index}`);
  return found;
};

/** A request that is not bound to a run yet. */
interface Request {
  readonly do: Write['do'];
  readonly asset: number;
  readonly body: { readonly monitoringEnabled?: boolean; readonly note?: string | null };
}

const request: fc.Arbitrary<Request> = fc.record({
  do: fc.constantFrom<Write['do']>('add', 'add', 'update', 'update', 'remove'),
  asset: assetIndex,
  body: fc.oneof(
    fc.record({ monitoringEnabled: fc.boolean() }),
    fc.record({ note: fc.constantFrom(null, '', 'a', 'b') }),
    fc.record({ monitoringEnabled: fc.boolean(), note: fc.constantFrom(null, 'c') }),
  ),
});

const named = ({ do: kind, asset, body }: Request): string =>
  `${kind} ${asset}${kind === 'update' ? ` ${JSON.stringify(body)}` : ''}`;

const writeOf = (model: Model, world: World, { do: kind, asset: index, body }: Request): Write => {
  const asset = assetAt(world, index);
  if (kind === 'add') return { do: 'add', asset, isPublic: model.publicAssets.has(asset) };
  return kind === 'update' ? { do: 'update', asset, body } : { do: 'remove', asset };
};

const send = (world: World, by: number, { do: kind, asset: index, body }: Request) => {
  const asset = assetAt(world, index);
  const path = `/me/watchlist/${world.itemId(by, asset)}`;
  if (kind === 'add') return world.ask(by, 'POST', '/me/watchlist', { assetId: asset });
  return kind === 'update' ? world.ask(by, 'PATCH', path, body) : world.ask(by, 'DELETE', path);
};

const one = fc.tuple(holder, request).map(([by, asked]) =>
  step(`${by}: ${named(asked)}`, async (model, world) => {
    const expected = write(holderAt(model, by), writeOf(model, world, asked), world.api.dependencies.clock());
    checkReply(world, by, await send(world, by, asked), expected);
  }),
);

/**
 * Requests at the same moment, of one holder or several: there must be an order of each holder's requests in which the
 * model answers what was answered and ends with the list that is there afterwards.
 */
const together = fc.tuple(fc.array(fc.tuple(holder, request), { minLength: 2, maxLength: 5 })).map(([asked]) =>
  step(`together(${asked.map(([by, each]) => `${by}: ${named(each)}`).join('; ')})`, async (model, world) => {
    const at = world.api.dependencies.clock();
    const replies = await Promise.all(asked.map(([by, each]) => send(world, by, each)));
    for (const by of new Set(asked.map(([each]) => each))) {
      const own = asked.flatMap(([each, given], index) => (each === by ? [{ given, reply: replies[index] }] : []));
      const failures: string[] = [];
      for (const order of orders(own)) {
        const attempt = structuredClone(holderAt(model, by));
        try {
          for (const { given, reply } of order) {
            const expected: Reply = write(attempt, writeOf(model, world, given), at);
            if (reply === undefined) throw new Error('every request has a reply');
            checkReply(world, by, reply, expected);
          }
          await checkList(world, by, attempt);
          Object.assign(holderAt(model, by), attempt);
          failures.length = 0;
          break;
        } catch (error) {
          failures.push(error instanceof Error ? error.message : String(error));
        }
      }
      if (failures.length > 0) throw new Error(`no order explains the answers: ${failures.join('\n---\n')}`);
    }
  }),
);

/** All permutations. */
function orders<T>(all: readonly T[]): readonly (readonly T[])[] {
  if (all.length <= 1) return [all];
  return all.flatMap((first, index) => orders(all.filter((_, at) => at !== index)).map((rest) => [first, ...rest]));
}

const foreign = fc.tuple(holder, holder, assetIndex, fc.boolean()).map(([by, of, index, removes]) =>
  step(`${by}: touches an item of ${of}`, async (_, world) => {
    if (by === of) return;
    const path = `/me/watchlist/${world.itemId(of, assetAt(world, index))}`;
    const reply = await (removes ? world.ask(by, 'DELETE', path) : world.ask(by, 'PATCH', path, { note: 'mine' }));
    assert.equal([reply.status, reply.body['code']], [404, 'not_found'], 'B-24 K-11');
  }),
);

const intakeEnds = fc
  .tuple(
    holder,
    assetIndex,
    fc.constantFrom('ready' as const, 'ready' as const, 'partial' as const, 'unresolved' as const),
  )
  .map(([by, index, outcome]) =>
    step(`intake of ${index} for ${by} ends ${outcome}`, async (model, world) => {
      const asset = assetAt(world, index);
      const itemId = world.itemId(by, asset);
      const intakeSeq = world.api.intakes.get(itemId);
      if (intakeSeq === undefined) return;
      const reason = outcome === 'unresolved' ? ({ reason: 'unsupported_chain' } as const) : {};
      const body = { itemId, intakeSeq, outcome, registryPosition: 0, ...reason };
      await world.api.give(world.keys[by]?.tenantId ?? '', 'intake.resolve', body);
      endIntake(holderAt(model, by), asset, outcome, world.api.dependencies.clock());
    }),
  );

/** Time of detection: now, some time ago, or exactly the time of an earlier step. */
type When = { readonly ago: number } | { readonly moment: number };
const when: fc.Arbitrary<When> = fc.oneof(
  fc.record({ ago: fc.constantFrom(0, 0, 1, minute, hour, 40 * day, 95 * day) }),
  fc.record({ moment: fc.nat({ max: 8 }) }),
  fc.record({ moment: fc.nat({ max: 8 }) }),
);

const timeOf = (world: World, given: When): number => {
  const clock = world.api.dependencies.clock();
  if ('ago' in given) return clock - given.ago;
  return world.moments[given.moment % Math.max(1, world.moments.length)] ?? clock;
};

interface Member {
  readonly direction: Direction;
  readonly severity: Severity;
  readonly kind: 'notable' | 'draft' | 'lowSignal' | 'quiet';
}

const changesArrive = fc
  .tuple(
    assetIndex,
    when,
    fc.constantFrom('register', 'sanctions', 'party_edge'),
    fc.array(
      fc.record<Member>({
        direction: fc.constantFrom(...directions),
        severity: fc.constantFrom(...termsOf('severity')),
        kind: fc.constantFrom('notable', 'notable', 'draft', 'draft', 'lowSignal', 'quiet'),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([index, given, category, members]) =>
    step(
      `${members.map(({ kind }) => kind).join()} ${category} of ${index} (${JSON.stringify(given)})`,
      async (model, world) => {
        const detectedAt = timeOf(world, given);
        const groupId = crypto.randomUUID();
        const arrived = members.map(({ direction, severity, kind }) => ({
          id: newChangeId(category),
          asset: assetAt(world, index),
          category,
          groupId,
          detectedAt,
          direction,
          severity,
          lowSignal: kind === 'lowSignal',
          revision: 0,
          confirmed: kind !== 'draft',
          notableAt: kind === 'notable' ? detectedAt : null,
          knownAt: detectedAt,
        }));
        model.changes.push(...arrived);
        await world.detect(...arrived);
      },
    ),
  );

const draftConfirmed = fc.nat({ max: 10 }).map((nth) =>
  step(`draft ${nth} is confirmed`, async (model, world) => {
    const drafts = model.changes.filter(({ confirmed, lowSignal }) => !confirmed && !lowSignal);
    const draft = drafts[nth % Math.max(1, drafts.length)];
    if (draft === undefined) return;
    draft.confirmed = true;
    draft.notableAt = world.api.dependencies.clock();
    draft.knownAt = draft.notableAt;
    draft.revision += 1;
    await world.detect(draft);
  }),
);

const timePasses = fc
  .constantFrom(1, second, minute, day)
  .map((ms) => step(`${ms} ms pass`, async (_, world) => world.api.pass(ms)));

const limitChanges = fc.tuple(holder, fc.nat({ max: 5 })).map(([by, limit]) =>
  step(`limit of ${by} is ${limit}`, async (model, world) => {
    await world.api.give(world.keys[by]?.tenantId ?? '', 'key.limit', { limit });
    setLimit(holderAt(model, by), limit, world.api.dependencies.clock());
  }),
);

const publicChanges = fc.tuple(assetIndex, fc.boolean()).map(([index, isPublic]) =>
  step(`asset ${index} is ${isPublic ? '' : 'not '}public`, async (model, world) => {
    const asset = assetAt(world, index);
    if (isPublic === model.publicAssets.has(asset)) return;
    if (isPublic) model.publicAssets.add(asset);
    else model.publicAssets.delete(asset);
    await world.setPublic(asset, isPublic);
  }),
);

/** A rotated key has the same tenant; a cached key expires after three seconds. */
const keyReplaced = holder.map((by) =>
  step(`key of ${by} is replaced`, async (_, world) => {
    const old = world.keys[by]?.text ?? '';
    assert.is((await world.api.get('/me/watchlist', old)).status, 200);
    await world.replaceKey(by);
    world.api.pass(3 * second);
    assert.is((await world.api.get('/me/watchlist', old)).status, 401, 'K-15');
  }),
);

const listRead = holder.map((by) =>
  step(`${by}: reads the list`, async (model, world) => checkList(world, by, holderAt(model, by))),
);

const feedRead = fc
  .tuple(
    holder,
    fc.record({
      days: fc.constantFrom(90, 90, 1, 365),
      categories: fc.constantFrom<readonly string[]>([], [], ['register'], ['sanctions', 'party_edge']),
      items: fc.subarray([0, 1, 2], { maxLength: 2 }),
      filtersItems: fc.boolean(),
      severities: fc.constantFrom<readonly Severity[]>([], [], ['medium'], ['severe', 'low']),
      directions: fc.constantFrom<readonly Direction[]>([], [], ['weakens'], ['mixed', 'unassessed']),
      newOnly: fc.boolean(),
      showAll: fc.boolean(),
      by: fc.constantFrom(...feedTimes),
      sort: fc.constantFrom(...feedOrders),
    }),
  )
  .map(([by, { items, filtersItems, ...query }]) =>
    step(`${by}: reads the feed ${JSON.stringify(query)}`, async (model, world) => {
      const assets = filtersItems ? items.map((index) => assetAt(world, index)) : [];
      await checkFeed(world, by, model, { ...query, assets });
    }),
  );

const inboxRead = fc
  .tuple(holder, fc.constantFrom(null, 1, 2, 3), fc.boolean())
  .map(([by, pageSize, unread]) =>
    step(`${by}: reads the inbox, ${pageSize ?? 'all'} at a time`, async (model, world) =>
      checkInbox(world, by, model, { pageSize, unread }),
    ),
  );

export const anyStep: readonly fc.Arbitrary<Step>[] = [
  one,
  one,
  one,
  together,
  foreign,
  intakeEnds,
  intakeEnds,
  changesArrive,
  changesArrive,
  draftConfirmed,
  draftConfirmed,
  timePasses,
  limitChanges,
  publicChanges,
  keyReplaced,
  listRead,
  feedRead,
  feedRead,
  inboxRead,
  inboxRead,
];
