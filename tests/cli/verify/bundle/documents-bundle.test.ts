/** A change that rests on a document of an issuer: its quote is found in the recorded reading. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFindArtifact } from '../../../../cli/verify/evidence/artifacts.ts';
import { documentLeftOut, makeBundle } from '../../../../cli/verify/bundle/bundle.ts';
import { checkBundle } from '../../../../cli/verify/bundle/check-bundle.ts';
import { describeExplained } from '../../../../cli/verify/describe-change.ts';
import { gatherEvidence } from '../../../../cli/verify/evidence/gather-evidence.ts';
import { explainChange } from '../../../../cli/verify/explain/explain-change.ts';
import { findInReading } from '../../../../cli/verify/explain/find-in-reading.ts';
import { readBundle } from '../../../../cli/verify/bundle/read-bundle.ts';
import { publishedRules } from '../../../../pipeline/changes/rule-sets.ts';
import { emptyReading } from '../../../../schemas/values/reading.ts';
import { declared, declaredParty, memoryState } from '../../../pipeline/changes/builders.ts';
import { captured, observed, start } from '../../../pipeline/documents/reading/captures.ts';
import { forgedBundle } from '../../../support/forgers.ts';
import { runChildrenHere } from '../../../support/children-here.ts';
import { type FoldedWorld, openFoldedWorld } from '../../../support/folded-world.ts';

const test = suite<{ world: FoldedWorld; id: string }>('evidence in documents');

const filler = Array.from(
  { length: 80 },
  (_, at) => `<p>Clause ${at} states how token number ${at * 7} is kept.</p>`,
).join('');
const page = (fee: string): string =>
  `<html><body><p>We charge a redemption fee of ${fee}% on each request.</p>${filler}</body></html>`;

let startChildren = (): void => undefined;
test.before(async (context) => {
  startChildren = runChildrenHere();
  const made = await captured([
    { hours: 0, body: page('0.10') },
    { hours: 24, body: page('0.25') },
    { hours: 31, body: null },
  ]);
  context.world = await openFoldedWorld(publishedRules);
  const { engine, append, fold, changes } = context.world;
  for (const bytes of made.artifacts.values()) await engine.artifacts.put(bytes);
  await append(declared(start - 1), declaredParty(start - 1), ...observed(made, memoryState()));
  await fold();
  const change = (await changes()).findLast(({ field }) => field === 'redemption_fee');
  assert.ok(change);
  context.id = change.id;
});
test.after(async ({ world }) => {
  startChildren();
  await world.close();
});

test('explain finds the quotes in the readings', async ({ world, id }) => {
  const explained = await explainChange(world.engine, id);
  assert.ok(explained?.ok);
  assert.equal(
    explained.observations.map(({ quoteFound }) => quoteFound),
    ['found', 'found', 'found'].slice(0, explained.observations.length),
  );
  assert.match(describeExplained(explained), '(found in the recorded reading)');
});

test('a bundle leaves documents out, and its check lists what is not proven', async ({ world, id }) => {
  const evidence = await gatherEvidence(world.engine, id);
  assert.ok(evidence);
  const bundling = {
    rules: publishedRules,
    findArtifact: createFindArtifact(world.engine.artifacts),
    madeBy: 'attestry 0',
  };
  const bundle = await makeBundle(evidence, bundling);
  assert.ok(bundle.artifacts.length >= 4);
  assert.ok(bundle.artifacts.every((one) => 'leftOut' in one && one.leftOut === documentLeftOut));
  const read = readBundle('file', JSON.stringify(bundle));
  const checked = await checkBundle(read, publishedRules);
  assert.equal([checked.ok, checked.isBroken, checked.proved.includes('reading')], [false, false, false]);
  assert.match(describeExplained(checked), 'Not proved: reading: the document is not included');
  assert.match(describeExplained(checked), '(quote: not checked, the recorded reading');
  const whole = await makeBundle(evidence, { ...bundling, documents: true });
  const found = await checkBundle(readBundle('file', JSON.stringify(whole)), publishedRules);
  assert.ok(found.ok);
  assert.equal(found.proved, ['digest', 'bytes', 'reading', 'observations', 'rules', 'change']);
  assert.match(describeExplained(found), '(found in the recorded reading)');
});

test('a forged value, text or place of a document is broken, although its bytes are genuine', async ({ world, id }) => {
  const evidence = await gatherEvidence(world.engine, id);
  assert.ok(evidence);
  const findArtifact = createFindArtifact(world.engine.artifacts);
  const genuine = await makeBundle(evidence, {
    rules: publishedRules,
    madeBy: 'attestry 0',
    findArtifact,
    documents: true,
  });
  for (const given of [
    { value: '{"amount":"0.75","basis":"rate"}' },
    { quote: 'We charge nothing.' },
    { place: 'html:p' },
    { reading: genuine.artifacts[0]?.sha256 ?? '' },
    { reading: null },
    { extractorVersion: '2+other+terms' },
  ]) {
    const forged = forgedBundle(genuine, (_, role) => (role === 'current' ? given : null));
    if (forged === null) continue;
    const { ok } = await checkBundle(readBundle('file', JSON.stringify(forged)), publishedRules);
    assert.is(ok, false, JSON.stringify(given));
  }
});

test('bytes that are no reading are not searched, and a quote that is not there is not found', () => {
  const reading = (text: string): Buffer =>
    Buffer.from(
      JSON.stringify({ ...emptyReading, class: 'html', blocks: [{ path: 'p', text, heading: null, own: true }] }),
    );
  assert.is(findInReading('Irish law', reading('The   Irish law applies.')), 'found');
  assert.is(findInReading('Maltese law', reading('Irish law')), 'not_found');
  for (const bytes of ['{}', 'null', 'x', '[1]']) assert.is(findInReading('x', Buffer.from(bytes)), null);
});

test.run();
