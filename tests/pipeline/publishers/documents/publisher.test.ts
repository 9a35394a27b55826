import * as assert from 'uvu/assert';
import * as fc from 'fast-check';
import { readerLimits } from '../../../../infra/reading/limits.ts';
import { readDocument } from '../../../../infra/reading/read-document.ts';
import { afterCapture, type DocumentState } from '../../../../pipeline/publishers/documents/schedule/document-state.ts';
import { dueAt } from '../../../../pipeline/publishers/documents/schedule/due-at.ts';
import type { PlannedDocument } from '../../../../pipeline/publishers/documents/schedule/plan.ts';
import { startDocuments } from '../../../../pipeline/publishers/documents/publisher.ts';
import type { DocumentsDeps } from '../../../../pipeline/publishers/documents/publisher-deps.ts';
import type { DocumentCapture } from '../../../../schemas/generated/records.ts';
import { runsOf } from '../../../support/runs.ts';
import { createMovedClock, type MovedClock } from '../../../support/moved-clock.ts';
import { runChildrenHere } from '../../../support/children-here.ts';
import { reached } from '../../../support/reached.ts';
import { words } from './pages.ts';
import { html, plannedOf, siteSuite, type World, worldOf } from './server.ts';

const test = siteSuite('the publisher of documents');

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const page = (text: string): string => `<html><body><h1>Terms</h1><p>${text} ${words(60)}</p></body></html>`;

const roundMs = 50;

interface Log {
  readonly clock: MovedClock;
  readonly records: DocumentCapture[];
  readonly deps: (documents: readonly PlannedDocument[], world: World, over?: Partial<DocumentsDeps>) => DocumentsDeps;
}

function createLog(): Log {
  const clock = createMovedClock(Date.parse('2026-03-01T12:00:00Z'));
  const records: DocumentCapture[] = [];
  const deps: Log['deps'] = (documents, { deps: fetchDeps, lanes }, over = {}) => {
    let read = 0;
    return {
      ...fetchDeps,
      requests: { ...fetchDeps.requests, lanes },
      planned: () => Promise.resolve(new Map(documents.map((one) => [one.documentId, one]))),
      appended: () => {
        const fresh = records.slice(read);
        read = records.length;
        return Promise.resolve(fresh);
      },
      append: (capture) => Promise.resolve(void records.push(capture)),
      logger: quiet,
      roundMs,
      clock: clock.now,
      sleep: clock.sleep,
      ...over,
    };
  };
  return { clock, records, deps };
}

const records = (log: Log, count: number): Promise<void> =>
  reached(`${count} captures`, () => log.records.length === count);

/** The clock moves through several rounds; each ends before the next. */
async function rounds({ clock }: Log): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await clock.asleep();
    clock.advance(roundMs);
  }
  await clock.asleep();
}

test('a lane that does not answer holds up no other, and a new declaration is fetched', async ({ site }) => {
  const world = await worldOf(site);
  const at = (host: string, path: string): string => `http://${host}:${site.port}${path}`;
  let end: () => void = () => undefined;
  site.pages.set('issuer.test/slow', (_, response) => {
    end = () => response.destroy();
  });
  site.pages.set('/terms', html(page('a')));
  site.pages.set('/more', html(page('b')));
  const documents = [...plannedOf([{ url: at('issuer.test', '/slow') }, { url: at('other.test', '/terms') }], world)];
  const log = createLog();
  const running = startDocuments(log.deps(documents, world));
  await records(log, 1);
  assert.is(log.records[0]?.lane, 'other.test');
  documents.push(...plannedOf([{ url: at('cdn.test', '/more') }], world));
  await rounds(log);
  await records(log, 2);
  assert.is(log.records[1]?.lane, 'cdn.test');
  await reached('the request', () => site.hits.includes('issuer.test/slow'));
  end();
  await records(log, 3);
  assert.is(log.records[2]?.outcome, 'net_error');
  await running.stop();
});

test('a stop ends a running fetch without a record', async ({ site }) => {
  const world = await worldOf(site);
  site.pages.set('/terms', () => undefined);
  const log = createLog();
  const running = startDocuments(log.deps(plannedOf([{ url: `http://issuer.test:${site.port}/terms` }], world), world));
  await reached('the request', () => site.hits.includes('issuer.test/terms'));
  // The answer never comes: a stop that waited for it would end with the fetch, as a record.
  await running.stop();
  assert.is(log.records.length, 0);
});

test('lanes of other processes are left alone', async ({ site }) => {
  const world = await worldOf(site);
  site.pages.set('/terms', html(page('a')));
  const urls = ['issuer.test', 'other.test'].map((host) => ({ url: `http://${host}:${site.port}/terms` }));
  const log = createLog();
  const isOwned = (lane: string): boolean => lane === 'other.test';
  const running = startDocuments(log.deps(plannedOf(urls, world), world, { isOwned }));
  await records(log, 1);
  await rounds(log);
  await running.stop();
  assert.not.ok(site.hits.some((hit) => hit.startsWith('issuer.test')));
  assert.equal(
    log.records.map(({ lane }) => lane),
    ['other.test'],
  );
});

test('a document that gains an asset is read again without a request', async ({ site }) => {
  const world = await worldOf(site);
  const url = `http://issuer.test:${site.port}/terms`;
  site.pages.set('/terms', html(page('a')));
  const log = createLog();
  const first = startDocuments(log.deps(plannedOf([{ url }], world), world));
  await records(log, 1);
  await first.stop();
  const requests = site.hits.length;
  const second = startDocuments(log.deps(plannedOf([{ url }, { url, assetId: 'a2' }], world), world));
  await records(log, 2);
  await rounds(log);
  await second.stop();
  assert.is(log.records.length, 2, 'read again once');
  assert.is(site.hits.length, requests);
  const [before, again] = log.records;
  assert.is(again?.obtained, 'reread');
  assert.is(again?.asOf, before?.asOf);
  assert.is(again?.sha256, before?.sha256);
  assert.equal(
    again?.declared.map(({ assetId }) => assetId),
    ['a1', 'a2'],
  );
});

test('a publisher that is killed at any step names nothing that is not there, and goes on', async ({ site }) => {
  const url = `http://issuer.test:${site.port}/terms`;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 4 }), async (kills) => {
      site.pages.set('/terms', html(page('a')));
      const world = await worldOf(site);
      const log = createLog();
      const { artifacts } = world.deps;
      for (const steps of [...kills, Infinity]) {
        let left = steps;
        // Nothing that follows the kill has an effect.
        const step = async <T>(work: () => Promise<T>): Promise<T> => {
          left -= 1;
          if (left <= 0) throw new Error('killed');
          return work();
        };
        const deps = log.deps(plannedOf([{ url }], world), world, {
          artifacts: {
            ...artifacts,
            put: (bytes) => step(() => artifacts.put(bytes)),
            has: artifacts.has,
            get: artifacts.get,
          },
          append: (capture) => step(() => Promise.resolve(void log.records.push(capture))),
        });
        const running = startDocuments(deps);
        await reached('a kill or a capture', () => left <= 0 || log.records.length > 0);
        await running.stop();
      }
      assert.is(log.records.length, 1);
      for (const { sha256, reading, declared } of log.records) {
        const named = [sha256, reading?.sha256, ...declared.map(({ profileSha256 }) => profileSha256)];
        for (const hash of named) assert.ok(await artifacts.has(hash ?? ''), 'a record names only what is there');
      }
    }),
    { numRuns: runsOf(15) },
  );
});

test('what the readers of the service return is captured', async ({ site }) => {
  const startChildren = runChildrenHere();
  const world = await worldOf(site);
  site.pages.set('/terms', html(page('a')));
  const log = createLog();
  const running = startDocuments(
    log.deps(plannedOf([{ url: `http://issuer.test:${site.port}/terms` }], world), world, {
      read: (bytes, options) => readDocument(bytes, null, { ...options, limits: { ...readerLimits, timeMs: 600_000 } }),
    }),
  );
  await records(log, 1);
  await running.stop();
  startChildren();
  assert.is(log.records[0]?.outcome, 'ok');
  assert.is(log.records[0]?.reading?.ended, 'whole', log.records[0]?.reading?.reason ?? '');
});

const hour = 3_600_000;
const capture = (asOf: number, over: Partial<DocumentCapture> = {}): DocumentCapture => ({
  captureId: '00000000',
  documentId: 'd',
  lane: 'issuer.test',
  url: 'https://issuer.test/',
  hops: 0,
  asOf,
  finalUrl: 'https://issuer.test/',
  obtained: 'fetched',
  outcome: 'ok',
  status: 200,
  message: null,
  documentClass: 'html',
  bytes: 1,
  sha256: 'b',
  contentType: null,
  etag: null,
  lastModified: null,
  declared: [],
  reading: { reader: 'r', version: '1', sha256: 'r', ended: 'whole', reason: null, limit: null, rules: 'r' },
  measures: JSON.stringify({ textHash: 't', linksHash: 'l', comparisons: [] }),
  ...over,
});
const failed = (asOf: number, outcome: string, status: number | null = null): DocumentCapture =>
  capture(asOf, { outcome, status, sha256: null, reading: null, measures: null });
const text = (asOf: number, textHash: string, kept5 = 0.95, new5 = 0.05): DocumentCapture =>
  capture(asOf, {
    measures: JSON.stringify({ textHash, linksHash: 'l', comparisons: [{ against: 't', kept5, new5 }] }),
  });

const nextFetches: readonly (readonly [name: string, captures: readonly DocumentCapture[], hours: number])[] = [
  ['nothing yet', [], -1],
  ['a text', [capture(hour)], 13],
  ['the same text again', [capture(hour), capture(2 * hour)], 14],
  ['another text', [capture(hour), text(2 * hour, 'u')], 8.5],
  ['another text, and its second capture', [capture(hour), text(2 * hour, 'u'), text(8.5 * hour, 'u')], 20.5],
  ['a text that is probably cut off', [capture(hour), text(2 * hour, 'u', 0.8, 0.01)], 3],
  ['a text that only v2 holds for cut off', [capture(hour), text(2 * hour, 'u', 0.97, 0.001)], 3],
  [
    'the same on another site',
    [capture(hour), capture(2 * hour, { outcome: 'moved', finalUrl: 'https://x.test/' })],
    3,
  ],
  ['a cut answer', [capture(hour), failed(2 * hour, 'suspect_truncation')], 2 + 1 / 6],
  ['a failure', [failed(hour, 'net_error')], 1 + 1 / 6],
  ['four failures', [1, 2, 3, 4].map((at) => failed(at * hour, 'http_error')), 4 + 8 / 6],
  ['many failures', Array.from({ length: 40 }, (_, at) => failed(at * hour, 'gone')), 39 + 12],
  ['a challenge', [failed(hour, 'anti_bot')], 25],
  ['five challenges', [1, 2, 3, 4, 5].map((at) => failed(at * hour, 'anti_bot')), 5 + 7 * 24],
  ['robots.txt', [failed(hour, 'robots')], 1 + 7 * 24],
  ['a text after failures', [failed(hour, 'net_error'), capture(2 * hour)], 14],
  ['a repeated capture', [capture(hour), capture(hour)], 13],
  ['an older capture', [capture(3 * hour), failed(2 * hour, 'gone')], 15],
];
for (const [name, captures, hours] of nextFetches) {
  test(`the next fetch after ${name}`, () => {
    const state = captures.reduce<DocumentState | null>(afterCapture, null);
    assert.is(dueAt(state, 12 * hour), hours < 0 ? 0 : Math.round(hours * hour));
  });
}

test.run();
