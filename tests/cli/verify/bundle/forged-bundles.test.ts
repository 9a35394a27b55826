/** Bundles whose values were changed, with all that follows from them computed again: only the bytes contradict them. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Bundle, digestOf } from '../../../../cli/verify/bundle/bundle.ts';
import { checkBundle, type CheckedBundle } from '../../../../cli/verify/bundle/check-bundle.ts';
import { describeExplained } from '../../../../cli/verify/describe-change.ts';
import { readBundle } from '../../../../cli/verify/bundle/read-bundle.ts';
import { publishedRules } from '../../../../pipeline/changes/rule-sets.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { fixturePath } from '../../../support/fixture-path.ts';
import { type Forge, forgedBundle } from '../../../support/forgers.ts';
import { fileLimits } from '../../../../schemas/file-limits.ts';

const genuine = (name: string): Bundle =>
  readBundle(name, readFileSync(fixturePath('bundles', `${name}.json`), 'utf8'));

const check = (bundle: Bundle): Promise<CheckedBundle> =>
  checkBundle(readBundle('forged', JSON.stringify(bundle)), publishedRules);

/** Members of a value, changed. */
const withMembers = (value: string | null, members: object): string =>
  canonicalJson({ ...(JSON.parse(value ?? '{}') as object), ...members });

const onlyCurrent =
  (members: object): Forge =>
  ({ value }, role) =>
    role === 'current' ? { value: withMembers(value, members) } : null;

const otherAccount: Forge = (_, role) =>
  role === 'current' ? { value: '"0x1111111111111111111111111111111111111111"' } : null;
const isOfChain = (sourceKey: string): boolean => sourceKey.startsWith('chain:');

const forgeries: readonly (readonly [what: string, bundle: string, forge: Forge])[] = [
  [
    'other identifiers of a row',
    'register-identifiers-changed',
    onlyCurrent({ items: ['FAKE12345'], text: 'FAKE12345' }),
  ],
  [
    'other identifiers of a row, with their quote',
    'register-identifiers-changed',
    ({ value }, role) =>
      role === 'current'
        ? { value: withMembers(value, { items: ['FAKE12345'], text: 'FAKE12345' }), quote: 'FAKE12345' }
        : null,
  ],
  [
    'other identifiers before',
    'register-identifiers-changed',
    ({ value }, role) =>
      role === 'previous' ? { value: withMembers(value, { items: ['FAKE12345'], text: 'FAKE12345' }) } : null,
  ],
  ['another name of the entity', 'register-row-added', onlyCurrent({ entity: 'Another Bank AG' })],
  [
    'a reader of another name',
    'register-identifiers-changed',
    (_, role) => (role === 'current' ? { extractor: 'csv' } : null),
  ],
  [
    'another version of the join',
    'register-row-added',
    (_, role) => (role === 'current' ? { extractorVersion: '2' } : null),
  ],
  [
    'a place that rows do not have',
    'register-row-added',
    (_, role) => (role === 'current' ? { place: 'row:1' } : null),
  ],
  [
    'another address of the source',
    'register-row-added',
    (_, role) => (role === 'current' ? { sourceUrl: 'https://register.example/list.csv' } : null),
  ],
  [
    'no bytes at all',
    'register-row-added',
    (_, role) => (role === 'current' ? { artifactId: null, sourceHash: null } : null),
  ],
  [
    'another entry of a list',
    'sanctions-wallet',
    onlyCurrent({ entryName: '0x1111111111111111111111111111111111111111' }),
  ],
  ['another programme of an entry', 'sanctions-candidate', onlyCurrent({ programs: ['IRAN'] })],
  ['another country of an entry', 'sanctions-candidate', onlyCurrent({ countries: ['FR'] })],
  ['another account of a chain', 'chain-ownership-offered', otherAccount],
  [
    'another threshold, read under another name',
    'chain-threshold-proven',
    ({ sourceKey, value }, role) => {
      if (!isOfChain(sourceKey)) return null;
      return { extractor: 'chain', ...(role === 'current' ? { value: withMembers(value, { threshold: 3 }) } : {}) };
    },
  ],
  [
    'another account without the answers of nodes',
    'chain-ownership-offered',
    (observation, role) =>
      isOfChain(observation.sourceKey)
        ? {
            artifactId: null,
            sourceHash: null,
            ...otherAccount(observation, role),
          }
        : null,
  ],
  ['another threshold that no proof shows', 'chain-threshold-proven', onlyCurrent({ threshold: 3 })],
  [
    'a declaration by another program',
    'issuer-verification-ended',
    (_, role) => (role === 'current' ? { extractor: 'import' } : null),
  ],
];

for (const [what, name, forge] of forgeries) {
  test(`${what}: the reading is broken`, async () => {
    const forged = forgedBundle(genuine(name), forge);
    if (forged === null) throw new Error('no change follows from the forgery');
    const { ok, isBroken, bundle, checks, proved, observations, ...rest } = await check(forged);
    assert.ok(bundle.digestOk && checks.refold && checks.observations, 'all but the bytes was computed again');
    assert.equal([ok, isBroken, proved.includes('reading')], [false, true, false]);
    assert.ok(observations.some(({ again }) => again.state === 'broken'));
    assert.match(
      describeExplained({ ok, isBroken, bundle, checks, proved, observations, ...rest }),
      /^ {4}reading {5}.* {2}\[BROKEN\]$/m,
    );
  });
}

test('a row that the file still has was not removed', async () => {
  const bundle = genuine('register-row-removed');
  const { oldObservationId } = bundle.changes.at(-1) ?? {};
  const before = bundle.observations.find(({ observation }) => observation.id === oldObservationId)?.observation;
  const { asOf } = JSON.parse(before?.value ?? '{}') as { readonly asOf: number };
  const forged = forgedBundle(bundle, ({ value }, role) =>
    role === 'current'
      ? {
          value: withMembers(value, { asOf }),
          artifactId: before?.artifactId ?? null,
          sourceHash: before?.sourceHash ?? null,
        }
      : null,
  );
  if (forged === null) throw new Error('no change follows from the forgery');
  const artifacts = forged.artifacts.filter(({ sha256 }) => sha256 === before?.artifactId);
  const { digest: _digest, ...content } = { ...forged, artifacts };
  const { checks, bundle: of, observations, ok } = await check({ ...content, digest: digestOf(content) });
  assert.ok(checks.refold && of.artifactsOk);
  assert.equal(
    [ok, observations.at(-1)?.again],
    [false, { state: 'broken', why: 'the file, parsed again, has the row' }],
  );
});

test('of genuine bundles all is proved, and a declaration is taken as it is stated', async () => {
  for (const name of [
    'register-identifiers-changed',
    'register-row-removed',
    'sanctions-wallet',
    'chain-token-paused',
  ]) {
    const { ok, proved, notProved, stated } = await check(genuine(name));
    assert.equal([ok, notProved, stated], [true, [], []]);
    assert.equal(proved, ['digest', 'bytes', 'reading', 'observations', 'rules', 'change']);
  }
  const declared = await check(genuine('issuer-verification-ended'));
  assert.equal([declared.ok, declared.stated], [true, ['the operator declares it']]);
  assert.equal(declared.proved, ['digest', 'observations', 'rules', 'change']);
});

test('a bundle that does not name the files that were read together proves no reading', async () => {
  const { snapshots: _snapshots, ...rest } = genuine('register-row-added');
  const { ok, isBroken, notProved } = await check({ ...rest, digest: digestOf(rest) });
  assert.equal([ok, isBroken], [false, false]);
  assert.equal(notProved, [{ claim: 'reading', why: 'which files were read together is not known' }]);
});

test('files that no reading is from, and files without bytes, break the list of artifacts', async () => {
  const bundle = genuine('register-row-added');
  const [first] = bundle.snapshots ?? [];
  if (first === undefined) throw new Error('the bundle names no files');
  for (const snapshots of [
    [first, { ...first, asOf: first.asOf + 1 }],
    [{ ...first, files: [...first.files, { name: 'other.csv', sha256: '0'.repeat(64) }] }],
  ]) {
    const altered = { ...bundle, snapshots };
    const { ok, bundle: of } = await check({ ...altered, digest: digestOf(altered) });
    assert.equal([ok, of.artifactsOk], [false, false]);
  }
});

test('a bundle with more values or levels than any has is refused before it is parsed', () => {
  const { parts, depth } = fileLimits.bundle;
  assert.throws(() => readBundle('b', '['.repeat(depth + 1)), new RegExp(`nests deeper than ${depth} levels$`));
  assert.throws(() => readBundle('b', `[${','.repeat(parts)}`), new RegExp(`has more than ${parts} values$`));
});

test.run();
