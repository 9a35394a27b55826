/** Captures that are made while a file is imported, an asset declares the document, or its reading fails. */
import * as assert from 'uvu/assert';
import { discloseProcessor } from '../../../../pipeline/documents/reading/disclose.ts';
import { isOvertaken } from '../../../../pipeline/documents/captures/overtaken.ts';
import { captureFromFile, fetchDocument } from '../../../../pipeline/publishers/documents/fetch/fetch-document.ts';
import { needsReread, readAgain } from '../../../../pipeline/publishers/documents/fetch/reread.ts';
import { afterCapture, type DocumentState } from '../../../../pipeline/publishers/documents/schedule/document-state.ts';
import type { DocumentCapture } from '../../../../schemas/generated/records.ts';
import { emptyReading } from '../../../../schemas/values/reading.ts';
import { assetId, memoryState } from '../../changes/builders.ts';
import { words } from './pages.ts';
import { html, plannedOf, type Site, siteSuite, worldOf } from './server.ts';

const test = siteSuite('captures that others overtake');

const hour = 3_600_000;
const never = new AbortController().signal;
const page = (text: string): string => `<html><body><h1>Terms</h1><p>${text} ${words(60)}</p></body></html>`;

/** A document that was fetched, and what is known then. */
async function fetched(site: Site) {
  const world = await worldOf(site);
  const url = `http://issuer.test:${site.port}/terms`;
  const [document] = plannedOf([{ url, assetId }], world);
  const [ofTwo] = plannedOf(
    [
      { url, assetId },
      { url, assetId: assetId.replace(/.$/, '0') },
    ],
    world,
  );
  assert.ok(document && ofTwo);
  site.pages.set('/terms', html(page('first')));
  const first = await fetchDocument(document, null, world.deps, never);
  const known = afterCapture(null, first);
  const importAt = (state: DocumentState, hours: number, text = 'by mail') =>
    captureFromFile(
      document,
      state,
      { bytes: Buffer.from(page(text)), asOf: first.asOf + hours * hour },
      world.deps,
      never,
    );
  const unmodified = (hours: number, over: Partial<DocumentCapture> = {}): DocumentCapture => ({
    ...first,
    captureId: 'f'.repeat(64),
    obtained: 'not_modified',
    outcome: 'not_modified',
    asOf: first.asOf + hours * hour,
    etag: '"first"',
    measures: null,
    ...over,
  });
  return { world, document, ofTwo, first, known, importAt, unmodified };
}

/** How many observations each capture causes. */
function observations(captures: readonly DocumentCapture[]): readonly number[] {
  const state = memoryState();
  return captures.map((value, offset) => {
    const readings = new Map([
      [value.reading?.sha256 ?? '', Buffer.from(JSON.stringify({ ...emptyReading, class: 'html' }))],
      ...value.declared.map(({ profileSha256 }) => [profileSha256 ?? '', Buffer.from('{"id":"terms"}')] as const),
    ]);
    const input = { topic: 'document.captures', partition: 0, offset, timestamp: value.asOf, value } as const;
    const result = discloseProcessor.apply(state, input, readings);
    if (result.kind === 'park') throw new Error(result.reason);
    return result.outputs.length;
  });
}

test('bytes that are read again while a file is imported are not the document any more', async ({ site }) => {
  const { world, ofTwo, first, known, importAt } = await fetched(site);
  const again = await readAgain(ofTwo, known, world.deps, never);
  assert.ok(again);
  const imported = await importAt(known, 1);
  const after = afterCapture(known, imported);
  assert.is(afterCapture(after, again), after);
  assert.equal(observations([first, imported, again]), [1, 1, 0]);
  assert.equal(observations([first, again]), [1, 1], 'else the second asset gets its capture');
});

test('an answer 304 to a fetch that began before an import is not one about the imported bytes', async ({ site }) => {
  const { first, known, importAt, unmodified } = await fetched(site);
  const imported = await importAt(known, 1);
  const { good } = afterCapture(afterCapture(known, imported), unmodified(2));
  assert.equal([good?.sha256, good?.etag, good?.lastModified], [imported.sha256, null, null]);
  assert.equal(observations([first, imported, unmodified(2)]), [1, 1, 0]);
  const settled = afterCapture(known, unmodified(2)).good;
  assert.equal([settled?.sha256, settled?.etag], [first.sha256, '"first"']);
});

test('a capture that is appended after a later one is of no use to publisher and fold', async ({ site }) => {
  const { first, known, importAt } = await fetched(site);
  const [early, late] = [await importAt(known, 1), await importAt(known, 2, 'by mail again')];
  const state = afterCapture(known, late);
  assert.is(afterCapture(state, early), state);
  assert.equal(observations([first, late, early]), [1, 1, 0]);
});

test('after a reading that failed the bytes are sent and read, not answered with 304', async ({ site }) => {
  const { world, document, known, first } = await fetched(site);
  const failing = { ...world.deps, read: async () => ({ reading: null, text: null, ended: 'failed' }) };
  const again = await readAgain(document, known, failing as unknown as typeof world.deps, never);
  assert.ok(again);
  const validators: (string | null)[] = [];
  const requests = {
    send: (request: Parameters<typeof world.deps.requests.send>[0]) => {
      validators.push(request.validators.etag ?? null);
      return world.deps.requests.send(request);
    },
  };
  const fetchWith = (state: DocumentState) => fetchDocument(document, state, { ...world.deps, requests }, never);
  const tagged = afterCapture(known, { ...first, asOf: first.asOf + 1, etag: '"first"' });
  await fetchWith(tagged);
  const read = await fetchWith(afterCapture(tagged, again));
  assert.equal(validators, ['"first"', null]);
  assert.equal([read.outcome, read.measures === null], ['ok', false]);
});

test('an asset that declares a document gets it although its bytes are the same in the next capture', async ({
  site,
}) => {
  const { ofTwo, known, unmodified } = await fetched(site);
  assert.is(needsReread(ofTwo, known), true);
  const after = afterCapture(known, unmodified(1, { declared: [...ofTwo.declared] }));
  assert.is(needsReread(ofTwo, after), true);
});

test('bytes that are gone are stored and read when they are sent again', async ({ site }) => {
  const { world, document, known, first } = await fetched(site);
  const gone = { ...world.deps.artifacts, has: async () => false };
  const again = await fetchDocument(document, known, { ...world.deps, artifacts: gone }, never);
  assert.equal([again.outcome, again.sha256, again.measures === null], ['ok', first.sha256, false]);
});

test('only captures that found a document can be overtaken', () => {
  const known = { sha256: 'a', readAsOf: 5 };
  const capture = { obtained: 'fetched', outcome: 'ok', sha256: 'b', asOf: 6 };
  assert.is(isOvertaken(capture, known), false);
  assert.is(isOvertaken({ ...capture, asOf: 5 }, known), true);
  assert.is(isOvertaken({ ...capture, outcome: 'not_found', sha256: null, asOf: 5 }, known), false);
  assert.is(isOvertaken({ ...capture, obtained: 'reread', sha256: 'a', asOf: 1 }, known), false);
  assert.is(isOvertaken({ ...capture, outcome: 'not_modified', sha256: 'a' }, known), false);
  assert.is(isOvertaken({ ...capture, outcome: 'not_modified' }, known), true);
});

test.run();
