import { mock } from 'node:test';
import fc from 'fast-check';
import Koa from 'koa';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { logoUrlOf } from '../../../../schemas/values/logo-url.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { runsOf } from '../../../support/runs.ts';
import type { TestKey } from '../../harness.ts';
import { asset, assetId, change, day, hour, minute, second, verdict } from '../../records.ts';
import { type KeptAnswersWorld, openKeptAnswersWorld, type DecodedAnswer } from './kept-answers-world.ts';

let world: KeptAnswersWorld;
let position = 100;
let made = 0;

test.before(async () => {
  world = await openKeptAnswersWorld();
  await world.api.declare(...assets.map((n) => asset(n)));
});
test.after(async () => {
  await world.close();
});

// Every kind of answer is compared in two services after each step, which takes seconds.
const assets = [1, 2, 3];
const long = 'A sentence that makes an answer long enough to be compressed. '.repeat(20);

/** What is written, or happens, between two reads. */
const step = fc.record({
  kind: fc.constantFrom(
    ...(['declare', 'logo', 'detect', 'revise', 'judge', 'watch', 'note', 'pause', 'remove', 'seen'] as const),
    ...(['pass', 'revoke', 'erase'] as const),
  ),
  n: fc.constantFrom(...assets),
  of: fc.constantFrom(0, 1),
  ms: fc.constantFrom(second, 5 * minute, hour, day),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A tenant of the run. */
interface Tenant {
  readonly key: TestKey;
  /** Items by asset. */
  readonly items: Map<number, string>;
  isActive: boolean;
}

async function newTenant(): Promise<Tenant> {
  const key = await world.api.makeKey();
  return { key, isActive: true, items: new Map([[1, await world.api.watch(key, assetId(1))]]) };
}

async function take({ kind, n, ms }: Step, tenant: Tenant): Promise<void> {
  const { api } = world;
  const { key, items } = tenant;
  const item = items.get(n);
  made += 1;
  position += 1;
  const at = api.dependencies.clock();
  const write = async (method: string, path: string, body?: object): Promise<void> => {
    const { status } = await api.send(method, path, { key: key.text, ...(body === undefined ? {} : { body }) });
    assert.ok(status < 300, `${method} ${path}: ${status}`);
    await api.settled();
  };
  switch (kind) {
    case 'declare':
      return api.declare(asset(n, { position, name: `Name ${made}`, description: long }));
    case 'logo':
      return api.declare(
        asset(n, { position, imageUrl: logoUrlOf('https://acme.example/logo.png', sha256Hex(`logo ${made}`)) }),
      );
    case 'detect':
      return api.detect(change(`change ${made}`, n, { detectedAt: at - 3 * day + hour, detail: long }));
    case 'revise':
      return api.detect(change('revised', n, { revision: made, revisedAt: at, title: `Revision ${made}` }));
    case 'judge':
      return api.judge(verdict(n, at));
    case 'watch':
      items.set(n, await api.watch(key, assetId(n)));
      return;
    case 'note':
      return item === undefined ? undefined : write('PATCH', `/me/watchlist/${item}`, { note: `Note ${made}` });
    case 'pause':
      return item === undefined
        ? undefined
        : write('PATCH', `/me/watchlist/${item}`, { monitoringEnabled: made % 2 === 0 });
    case 'remove':
      if (item !== undefined) await write('DELETE', `/me/watchlist/${item}`);
      items.delete(n);
      return;
    case 'seen':
      return write('POST', '/me/monitoring/seen', { upTo: new Date(at).toISOString() });
    case 'pass':
      api.pass(ms);
      return;
    case 'revoke':
    case 'erase':
      if (kind === 'erase') await api.give(key.tenantId, 'tenant.erase', {});
      else await api.give(key.tenantId, 'key.revoke', { keyId: key.keyId });
      tenant.isActive = false;
      // A revocation takes effect within 5 s.
      api.pass(4 * second);
  }
}

const paths: readonly string[] = [
  '/me/monitoring/changes?days=3',
  '/me/monitoring/changes?sort=impact&days=365',
  `/me/monitoring/changes/${encodeURIComponent(change('revised', 1).id)}`,
  '/me/notifications',
  '/me/watchlist',
  '/me/monitoring/obligations',
  '/assets?page_size=2',
  `/assets/ethereum/${asset(1).address}`,
  `/kyi/v1/tokens?address=${asset(1).address}`,
];

const kindsOf = (events: readonly Step[]): string => events.map(({ kind }) => kind).join(', ');

const textOf = ({ status, headers, text }: DecodedAnswer): string => JSON.stringify([status, headers, text]);

/** Every answer of every service is the one that a service without memory produces. */
async function compare(tenants: readonly Tenant[], what: string): Promise<void> {
  await world.poll();
  world.forget();
  for (const { key, isActive } of tenants) {
    for (const path of paths) {
      const produced = isActive ? await world.produce(path, key.text) : null;
      for (const [index, send] of world.services.entries()) {
        for (const coding of [null, 'gzip, deflate, br']) {
          const sent = await send(path, key.text, coding);
          const where = `${what}: ${path} of service ${index}, ${coding ?? 'plain'}`;
          if (produced === null) assert.is(sent.status, 401, where);
          else assert.ok(textOf(sent) === textOf(produced), `${where}\n${textOf(sent)}\n${textOf(produced)}`);
          if (coding !== null && sent.text.length >= 1_024) assert.is(sent.coding, 'br', where);
        }
      }
    }
  }
}

test('G-20, A-26, B-44, K-15 whatever was written before, in any order, an answer from memory is the one that would be produced', async () => {
  const framework = mock.method(Koa.prototype, 'createContext').mock;
  let steps = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (events) => {
        const tenants = [await newTenant(), await newTenant()];
        await compare(tenants, 'the start');
        for (const [at, event] of events.entries()) {
          const tenant = tenants[event.of];
          if (tenant?.isActive !== true) continue;
          await take(event, tenant);
          steps += 1;
          await compare(tenants, kindsOf(events.slice(0, at + 1)));
        }
      }),
      { numRuns: runsOf(8), endOnFailure: true, includeErrorInReport: true },
    );
  } finally {
    framework.restore();
  }
  // Of four answers of a path, plain and compressed by two services, some come from memory after most steps.
  const sent = steps * paths.length * 2 * 4;
  assert.ok(framework.callCount() < sent, `${framework.callCount()} of ${sent} answers were produced`);
});

test.run();
