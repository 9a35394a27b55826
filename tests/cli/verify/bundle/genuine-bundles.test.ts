/** Changes of the demo as bundles: what has bytes is proved from them alone. The default suite checks one of each kind. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Bundle, bundleText, digestOf, documentLeftOut } from '../../../../cli/verify/bundle/bundle.ts';
import { checkBundle, type CheckedBundle } from '../../../../cli/verify/bundle/check-bundle.ts';
import type { Evidence } from '../../../../cli/verify/evidence/evidence.ts';
import { readBundle } from '../../../../cli/verify/bundle/read-bundle.ts';
import { publishedRules } from '../../../../pipeline/changes/rule-sets.ts';
import { createMiniature } from '../../../guide/miniature.ts';
import { runDemo } from '../../../pipeline/full-run/demo.ts';
import { bundleOf, evidenceIn } from '../../../support/genuine-bundles.ts';
import { runChildrenHere } from '../../../support/children-here.ts';

interface BundleCase {
  readonly bundle: Bundle;
  readonly checked: CheckedBundle;
}

const all: BundleCase[] = [];

let startChildren = (): void => undefined;
test.before(async () => {
  startChildren = runChildrenHere();
  const miniature = createMiniature();
  await runDemo(miniature, () => undefined);
  const kinds = new Set<string>();
  for (const evidence of evidenceIn(miniature)) {
    const kind = kindOf(evidence);
    if (isShort && kinds.has(kind)) continue;
    kinds.add(kind);
    const bundle = await bundleOf(miniature, evidence);
    all.push({ bundle, checked: await checkBundle(readBundle('bundle', bundleText(bundle)), publishedRules) });
  }
});

/** A default run checks a dozen of sixty changes. */
const isShort = process.env['TEST_RUNS'] === 'short';

const kindOf = ({ changes: [first], observations }: Evidence): string => {
  const of = observations.find(({ observation }) => observation.id === first?.newObservationId)?.observation;
  return `${of?.sourceKey} ${of?.extractor} ${first?.explanation.kind}`;
};

const sourcesOf = ({ checked }: BundleCase): readonly string[] =>
  checked.observations.map(
    ({ observation: { sourceKey, extractor } }) => `${sourceKey.split(':')[0] ?? ''} ${extractor}`,
  );

test.after(() => startChildren());

test('nothing contradicts a genuine bundle', () => {
  assert.ok(all.length >= (isShort ? 8 : 40));
  for (const { checked } of all) assert.is(checked.isBroken, false, checked.change.explanation.headline);
});

test('every claim with bytes behind it is proved; what another program read without bytes is not', () => {
  for (const one of all) {
    const isImported = one.checked.observations.some(({ observation }) => observation.extractor === 'demo');
    const { ok, notProved, change } = one.checked;
    assert.is(ok, !isImported, change.explanation.headline);
    assert.equal(
      notProved.map(({ why }) => why),
      isImported ? ['demo read it and no answers are behind it'] : [],
    );
  }
});

test('the demo has changes of registers, lists, chains, a document and the operator', () => {
  const sources = new Set(all.flatMap(sourcesOf));
  for (const source of [
    'register attribute',
    'list screen',
    'chain solana-1',
    'terms attestry-rules',
    'registry declare',
  ])
    assert.ok(sources.has(source), source);
});

test('without the document, a bundle proves no reading, and the check states so', async () => {
  const found = all.find((one) => sourcesOf(one).includes('terms attestry-rules'));
  if (found === undefined) throw new Error('the demo has no change of a document');
  const artifacts = found.bundle.artifacts.map(({ sha256, size }) => ({ sha256, size, leftOut: documentLeftOut }));
  const { digest: _digest, ...content } = { ...found.bundle, artifacts };
  const without = { ...content, digest: digestOf(content) };
  const { ok, isBroken, proved, notProved } = await checkBundle(
    readBundle('bundle', bundleText(without)),
    publishedRules,
  );
  assert.equal([ok, isBroken, proved], [false, false, ['digest', 'observations', 'rules', 'change']]);
  assert.equal([...new Set(notProved.map(({ claim }) => claim))], ['bytes', 'reading']);
});

test.run();
