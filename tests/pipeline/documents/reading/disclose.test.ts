import * as assert from 'uvu/assert';
import { discloseProcessor } from '../../../../pipeline/documents/reading/disclose.ts';
import { afterCapture, type DocumentState } from '../../../../pipeline/publishers/documents/schedule/document-state.ts';
import { fetchDocument } from '../../../../pipeline/publishers/documents/fetch/fetch-document.ts';
import { readAgain } from '../../../../pipeline/publishers/documents/fetch/reread.ts';
import type { DocumentCapture, Observation } from '../../../../schemas/generated/records.ts';
import { emptyReading } from '../../../../schemas/values/reading.ts';
import { assetId, declared, declaredParty, fold, memoryState } from '../../changes/builders.ts';
import { challengePages, words } from '../../publishers/documents/pages.ts';
import {
  type Handler,
  html,
  plannedOf,
  redirect,
  type Site,
  siteSuite,
  worldOf,
} from '../../publishers/documents/server.ts';

const test = siteSuite('captures of documents as observations');

const hour = 3_600_000;
const never = new AbortController().signal;
const page = (text: string, script = ''): Handler =>
  html(`<html><body><h1>Terms</h1><p>${text}</p>${script}</body></html>`);
const sentence = (number: number): string =>
  `Clause ${number} states that the holder of class ${number * 7} may redeem.`;
const terms = Array.from({ length: 30 }, (_, number) => sentence(number)).join(' ');

const state = memoryState;
function disclosed(captures: readonly DocumentCapture[], folded = state()): readonly Observation[] {
  return captures.flatMap((value, offset) => {
    const result = discloseProcessor.apply(
      folded,
      { topic: 'document.captures', partition: 0, offset, timestamp: value.asOf, value },
      withoutFields(value),
    );
    if (result.kind === 'park') throw new Error(result.reason);
    return result.outputs.flatMap((output) => (output.topic === 'observations' ? [output.value] : []));
  });
}

/** Readings in which no field is found, and profiles. */
const withoutFields = ({ reading, declared: sources }: DocumentCapture): ReadonlyMap<string, Buffer> =>
  new Map([
    [reading?.sha256 ?? '', Buffer.from(JSON.stringify({ ...emptyReading, class: 'html' }))],
    ...sources.map(({ profileSha256 }) => [profileSha256 ?? '', Buffer.from('{"id":"terms"}')] as const),
  ]);

/** Captures at these hours, each after a change of the site, and what the fold of the asset makes of them. */
async function story(site: Site, steps: readonly (readonly [hours: number, handler: Handler | null])[]) {
  const world = await worldOf(site);
  const [document] = plannedOf([{ url: `http://issuer.test:${site.port}/terms`, assetId }], world);
  assert.ok(document);
  const start = world.clock.now;
  const captures: DocumentCapture[] = [];
  let known: DocumentState | null = null;
  for (const [hours, handler] of steps) {
    world.clock.now = start + hours * hour;
    if (handler === null) site.pages.delete('/terms');
    else site.pages.set('/terms', handler);
    const capture = await fetchDocument(document, known, world.deps, never);
    known = afterCapture(known, capture);
    captures.push(capture);
  }
  const observations = disclosed(captures);
  const asset = fold();
  asset.outputs(declared(start - hour), declaredParty(start - hour));
  const kinds = asset.changes(...observations).map(({ explanation }) => explanation.kind);
  return { captures, observations, kinds, world, document, known };
}

test('a clause that is added is a difference of the document', async ({ site }) => {
  const { kinds } = await story(site, [
    [0, page(terms)],
    [12, page(`${terms} ${sentence(99)}`)],
  ]);
  assert.equal(kinds, ['content_drift']);
});

test('a nonce and an unmodified document are no change', async ({ site }) => {
  const { kinds, captures } = await story(site, [
    [0, page(terms, '<script>nonce=1</script>')],
    [12, page(terms, '<script>nonce=2</script>')],
    [48, page(terms, '<script>nonce=3</script>')],
  ]);
  assert.equal(
    captures.map(({ outcome }) => outcome),
    ['ok', 'not_modified', 'not_modified'],
  );
  assert.equal(kinds, []);
});

test('a challenge is reported as that, and its text is compared with nothing', async ({ site }) => {
  const { observations, kinds } = await story(site, [
    [0, page(terms)],
    [12, html(challengePages[0]?.html ?? '')],
    [24, page(terms)],
  ]);
  assert.equal(
    observations.map(({ fetchOutcome, value }) => [fetchOutcome, value === null]),
    [
      ['ok', false],
      ['anti_bot', true],
      ['not_modified', false],
    ],
  );
  assert.equal(kinds, ['content_drift'], 'the low signal that the site asks for a human');
});

test('three captures over a day that find nothing are an unreachable source, and it comes back', async ({ site }) => {
  const { kinds } = await story(site, [
    [0, page(terms)],
    [12, null],
    [24, null],
    [37, null],
    [40, page(terms)],
  ]);
  assert.equal(kinds, ['source_unreachable', 'source_restored']);
});

test('another site is a move that a second capture confirms', async ({ site }) => {
  site.pages.set('/new', page(terms));
  const away = redirect(`http://other.test:${site.port}/new`);
  const { kinds, observations } = await story(site, [
    [0, page(terms)],
    [12, away],
    [19, away],
  ]);
  assert.equal(observations.map(({ fetchOutcome }) => fetchOutcome).slice(0, 2), ['ok', 'ok']);
  assert.equal(kinds, ['source_moved', 'source_moved']);
});

test('an unmodified document states the earlier value, and every capture is one observation of each source', async ({
  site,
}) => {
  const { observations } = await story(site, [
    [0, page(terms)],
    [12, page(terms)],
  ]);
  const [first, second] = observations;
  assert.equal(
    observations.map(({ fetchOutcome }) => fetchOutcome),
    ['ok', 'not_modified'],
  );
  assert.is(first?.value, second?.value);
  assert.is(first?.sourceHash, second?.sourceHash);
  assert.equal(
    [first?.subjectKind, first?.field, first?.subjectKey, first?.sourceKey],
    ['source', 'capture', 's1', 's1'],
  );
});

test('bytes that are read again reach the new asset alone', async ({ site }) => {
  const { captures, world, known } = await story(site, [[0, page(terms)]]);
  const url = `http://issuer.test:${site.port}/terms`;
  const [both] = plannedOf(
    [
      { url, assetId },
      { url, assetId: 'another' },
    ],
    world,
  );
  assert.ok(both);
  assert.ok(known);
  const again = await readAgain(both, known, world.deps, never);
  assert.ok(again);
  const folded = state();
  disclosed(captures, folded);
  assert.equal(
    disclosed([again], folded).map((one) => one.assetId),
    ['another'],
  );
});

test('other parts of the same bytes are another reader version', async ({ site }) => {
  const { captures, world, known } = await story(site, [[0, page(`${terms}</p><p class="x">${words(20)}`)]]);
  const files = [{ id: 'terms', remove: ['.x'] }];
  const other = await worldOf(site, { files: [{ ...files[0], id: 'terms/own', extends: 'terms' }] });
  const [document] = plannedOf(
    [{ url: `http://issuer.test:${site.port}/terms`, assetId, extractor: 'terms/own' }],
    other,
  );
  assert.ok(document);
  assert.ok(known);
  const again = await readAgain(document, known, { ...world.deps, profiles: other.deps.profiles }, never);
  assert.ok(again);
  const versions = disclosed([...captures, again]).map(({ extractorVersion }) => extractorVersion);
  assert.equal(versions, ['2.0', '2.1']);
});

test('the same captures give the same observations, and an unknown outcome is parked', async ({ site }) => {
  const { captures } = await story(site, [
    [0, page(terms)],
    [12, null],
  ]);
  assert.equal(disclosed(captures), disclosed(captures));
  const [first] = captures;
  assert.ok(first);
  assert.throws(() => disclosed([{ ...first, outcome: 'eaten' }]), /The outcome eaten is unknown/);
});

test.run();
