/** One change as a file: it can be checked without a log, and any alteration is detected. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { appendValues } from '../../../../cli/log/append.ts';
import { activateRules } from '../../../../cli/log/rule-sets.ts';
import { createFindArtifact } from '../../../../cli/verify/evidence/artifacts.ts';
import { type Bundle, digestOf, makeBundle } from '../../../../cli/verify/bundle/bundle.ts';
import { checkBundle, type CheckedBundle } from '../../../../cli/verify/bundle/check-bundle.ts';
import { describeExplained } from '../../../../cli/verify/describe-change.ts';
import { gatherEvidence } from '../../../../cli/verify/evidence/gather-evidence.ts';
import { readBundle } from '../../../../cli/verify/bundle/read-bundle.ts';
import { reviewObservation } from '../../../../pipeline/changes/reviews.ts';
import { publishedRules } from '../../../../pipeline/changes/rule-sets.ts';
import type { Change, Observation } from '../../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { makeObservation } from '../../../../schemas/values/observation.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { declared, declaredParty, match, status } from '../../../pipeline/changes/builders.ts';
import { listCapture, listedMatch, listFile, listSha256 } from '../../../support/screened-list.ts';
import { bothSets, type FoldedWorld, impactV2, ofAsset, openFoldedWorld } from '../../../support/folded-world.ts';
import { attestry, messageOf } from '../../harness.ts';
import { runsOf } from '../../../support/runs.ts';

const test = suite('explain bundles');

const contract = declared(1);
const issuer = declaredParty(2, { name: 'Circle', legalName: 'Circle', country: 'CU' });
const candidate = listedMatch([contract, issuer], 10);
/** A match of a list that this program does not read, as another program stated it. */
const foreign = match(
  10,
  { sinceObservationId: contract.id },
  { artifactId: listSha256, sourceHash: `sha256:${listSha256}`, quote: '"CIRCLE"', sourceKey: 'list:other' },
);

let world: FoldedWorld;
let file: string;
/** The bundle of a candidate that an operator confirmed: two revisions, one artifact. */
let bundle: Bundle;
let change: Change;

test.before(async () => {
  world = await openFoldedWorld(publishedRules);
  process.env['ATTESTRY_DATA_DIR'] = world.config.dataDir;
  file = join(world.config.dataDir, 'change.json');
  await world.engine.artifacts.put(listFile);
  await appendValues(world.engine, 'feed.captures', [{ value: listCapture(10), timestamp: 10 }]);
  await world.append(contract, issuer, candidate, ofAsset(status('active', 3), '11111111-1111-4111-8111-111111111111'));
  await world.fold();
  const [draft] = await world.changes();
  if (draft === undefined) throw new Error('the world has no candidate');
  await world.append(reviewObservation(draft, { verdict: 'confirmed', by: 'A', why: 'Same name.', at: 20 }));
  await world.append(status('withdrawn', 30));
  await world.fold();
  change = (await world.changes()).find(({ revision }) => revision === 1) ?? draft;
  const made = await attestry('explain', change.id, '--bundle', file);
  if (made.code !== 0) throw new Error(made.stderr);
  bundle = readBundle('change.json', readFileSync(file, 'utf8'));
});
test.after(() => world.close());

/** The same bundle as plain data that a test may alter. */
type Draft = { -readonly [K in keyof Bundle]: unknown } & {
  changes: Record<string, unknown>[];
  observations: { offset: number; partition: number; timestamp: number; observation: Observation }[];
  artifacts: Record<string, unknown>[];
  ruleSets: Record<string, unknown>[];
};

const altered = (alter: (draft: Draft) => void): Draft => {
  const draft = JSON.parse(JSON.stringify(bundle)) as Draft;
  alter(draft);
  return draft;
};
/** Altered by an attacker who recomputes the digest. */
const signedAnew = (draft: Draft): Draft => ({ ...draft, digest: digestOf(draft as unknown as Bundle) });

const checked = async (draft: unknown, rules = publishedRules): Promise<CheckedBundle> =>
  checkBundle(readBundle('file', JSON.stringify(draft)), rules);

/** The checks that fail, by name; errors in the form of the file, as text. */
async function broken(draft: unknown): Promise<readonly string[]> {
  const { isBroken, checks, bundle: of, observations } = await checked(draft);
  const flags = { ...checks, digest: of.digestOk, ruleSets: of.ruleSetsOk, artifacts: of.artifactsOk };
  const names = [
    ...Object.entries(flags).flatMap(([name, holds]) => (holds ? [] : [name])),
    ...observations.flatMap((one) => (one.ok ? [] : [one.role])),
  ];
  assert.is(isBroken, names.length > 0);
  return names;
}

test('a bundle holds the revisions, their observations and the bytes, and nothing else', async () => {
  assert.equal(
    bundle.changes.map(({ id, revision }) => [id, revision]),
    [
      [change.id, 0],
      [change.id, 1],
    ],
  );
  assert.equal(
    bundle.observations.map(({ observation: { subjectKind, assetId } }) => [subjectKind, assetId === change.assetId]),
    [
      ['asset', true],
      ['party', true],
      ['list_entry', true],
      ['review', true],
    ],
  );
  assert.equal(
    bundle.artifacts.map(({ sha256, size }) => [sha256, size]),
    [[listSha256, listFile.length]],
  );
  assert.equal(await broken(bundle), []);
});

test('--check needs neither a data directory nor a log, and prints what explain prints', async () => {
  const explained = await attestry('explain', change.id);
  const nowhere = join(world.config.dataDir, 'nowhere');
  process.env['ATTESTRY_DATA_DIR'] = nowhere;
  try {
    const { code, stdout, stderr } = await attestry('explain', '--check', file);
    assert.is(code, 0, stderr);
    const [first = '', second = '', ...rest] = stdout.split('\n');
    assert.is(first, `Bundle ${bundle.digest}  [ok]`);
    assert.match(second, /^ {2}made by attestry \d+\.\d+\.\d+, rule sets {2}\[ok\], artifacts {2}\[ok\]$/);
    assert.is(rest.join('\n'), explained.stdout.replace('Proved: ', 'Proved: digest, '));
    assert.match(explained.stdout, /read by {5}screen 1\n/);
    assert.match(explained.stdout, /reading {5}the file, parsed again, has the entry, .* {2}\[ok\]/);
    assert.match(explained.stdout, /quote {7}CIRCLE {2}\(found in the bytes\)/);
    assert.match(explained.stdout, /^Proved: bytes, reading, observations, rules, change$/m);
    assert.match(explained.stdout, /^Taken as stated: the operator reviewed it$/m);
    assert.match(explained.stdout, /2 revisions refolded from 4 observations {2}\[ok\]/);
    assert.is(existsSync(nowhere), false);
  } finally {
    process.env['ATTESTRY_DATA_DIR'] = world.config.dataDir;
  }
});

test('the same evidence gives the same file; one that exists is replaced only with --force', async () => {
  const before = readFileSync(file, 'utf8');
  const refused = await attestry('explain', change.id, '--bundle', file);
  assert.equal([refused.code, refused.stdout], [2, '']);
  assert.match(refused.stderr, /change\.json exists; name another file, or add --force/);
  assert.is((await attestry('explain', change.id, '--bundle', file, '--force')).code, 0);
  assert.is(readFileSync(file, 'utf8'), before);
  const printed = await attestry('explain', change.id, '--bundle', '-');
  assert.equal([printed.code, printed.stdout], [0, before]);
});

const observationAt = (draft: Draft, kind: string) => {
  const placed = draft.observations.find(({ observation }) => observation.subjectKind === kind);
  if (placed === undefined) throw new Error(`no ${kind}`);
  return placed;
};
/** An observation with other content and the ids that follow from it. */
const forged = (observation: Observation, given: Partial<Observation>): Observation => {
  const { id: _id, observationSha256: _sha256, ...content } = observation;
  return makeObservation({ ...content, ...given });
};
const assessmentOf = (one: Record<string, unknown> | undefined) => one?.['assessment'] as Record<string, unknown>;
const explanationOf = (one: Record<string, unknown> | undefined) => one?.['explanation'] as Record<string, unknown>;

/** Alterations, and the checks that fail although the digest was recomputed. */
const alterations: readonly (readonly [string, (draft: Draft) => void, readonly string[]])[] = [
  [
    'a byte of an artifact',
    (draft) => {
      const bytes = Buffer.from(listFile.toString().replace('CIRCLE', 'CIRCUS'));
      Object.assign(draft.artifacts[0] ?? {}, { gzip: gzipSync(bytes).toString('base64') });
    },
    ['current', 'revision'],
  ],
  [
    'an artifact of another size',
    (draft) => void Object.assign(draft.artifacts[0] ?? {}, { size: 3 }),
    ['current', 'revision'],
  ],
  ['an artifact that is gone', (draft) => void draft.artifacts.pop(), ['artifacts', 'current', 'revision']],
  [
    'an artifact that no evidence names',
    (draft) =>
      void draft.artifacts.push({
        sha256: sha256Hex('x'),
        size: 1,
        gzip: gzipSync(Buffer.from('x')).toString('base64'),
      }),
    ['artifacts'],
  ],
  [
    'an artifact that could not be read',
    (draft) => void draft.artifacts.splice(0, 1, { sha256: listSha256, size: null, leftOut: 'missing' }),
    ['current', 'revision'],
  ],
  [
    'a quote',
    (draft) => void Object.assign(observationAt(draft, 'list_entry').observation, { quote: '"SQUARE"' }),
    ['observations', 'refold', 'current'],
  ],
  [
    'a quote, with ids that follow',
    (draft) => {
      const placed = observationAt(draft, 'list_entry');
      Object.assign(placed, { observation: forged(placed.observation, { quote: 'SQUARE' }) });
    },
    ['groupId', 'inputFingerprint', 'evidence', 'refold', 'artifacts'],
  ],
  [
    'a value',
    (draft) => {
      const { observation } = observationAt(draft, 'list_entry');
      Object.assign(observation, { value: observation.value?.replace('"CIRCLE"', '"CIRCUS"') });
    },
    ['inputFingerprint', 'observations', 'refold', 'current'],
  ],
  [
    'a value of the asset that the assessment rests on, with ids that follow',
    (draft) => {
      const placed = observationAt(draft, 'asset');
      const value = placed.observation.value?.replace('"MICA_EMT"', '"MICA_ART"') ?? null;
      Object.assign(placed, { observation: forged(placed.observation, { value }) });
    },
    ['inputFingerprint', 'refold'],
  ],
  [
    'a value that no fold can read',
    (draft) => {
      const placed = observationAt(draft, 'asset');
      Object.assign(placed, { observation: forged(placed.observation, { value: '{"asset":null}' }) });
    },
    ['changeId', 'groupId', 'inputFingerprint', 'assessmentId', 'evidence', 'refold', 'current'],
  ],
  [
    'a time of an observation',
    (draft) => {
      const { observation } = observationAt(draft, 'list_entry');
      Object.assign(observation, { observedAt: observation.observedAt + 1 });
    },
    ['observations', 'refold', 'current'],
  ],
  ['words of the change', (draft) => void Object.assign(draft.changes[1] ?? {}, { title: 'All is well' }), ['refold']],
  [
    'words of an earlier revision',
    (draft) => void Object.assign(explanationOf(draft.changes[0]), { headline: 'All is well' }),
    ['refold'],
  ],
  [
    'the direction of the change',
    (draft) => void Object.assign(draft.changes[1] ?? {}, { direction: 'neutral' }),
    ['refold'],
  ],
  ['the assessment', (draft) => void Object.assign(assessmentOf(draft.changes[1]), { confidence: 1 }), ['refold']],
  [
    'the id of the assessment',
    (draft) => void Object.assign(assessmentOf(draft.changes[1]), { id: '00000000-0000-5000-8000-000000000000' }),
    ['assessmentId', 'refold'],
  ],
  [
    'the fingerprint',
    (draft) => void Object.assign(assessmentOf(draft.changes[1]), { inputFingerprint: `sha256:${'0'.repeat(64)}` }),
    ['inputFingerprint', 'assessmentId', 'refold'],
  ],
  [
    'the group',
    (draft) => void Object.assign(draft.changes[1] ?? {}, { groupId: '00000000-0000-5000-8000-000000000000' }),
    ['groupId', 'refold'],
  ],
  [
    'the id of the change',
    (draft) => {
      for (const one of draft.changes) Object.assign(one, { id: 'sanctions:aaaaaaaaaaaaaaaaaaaaaaaaaa' });
    },
    ['changeId', 'assessmentId', 'refold'],
  ],
  [
    'a rule of the trail',
    (draft) => {
      const [step] = assessmentOf(draft.changes[1])['trail'] as { claim: string }[];
      Object.assign(step ?? {}, { claim: 'Nothing follows.' });
    },
    ['rules', 'refold'],
  ],
  [
    'the rule set a revision names',
    (draft) => void Object.assign(assessmentOf(draft.changes[1]), { rulesVersion: 'impact-v0' }),
    ['inputFingerprint', 'assessmentId', 'rules', 'refold'],
  ],
  [
    'the hash of the rule set',
    (draft) => void Object.assign(draft.ruleSets[0] ?? {}, { hash: '0'.repeat(64) }),
    ['ruleSets'],
  ],
  ['an earlier revision that is gone', (draft) => void draft.changes.shift(), ['refold']],
  ['the newest revision that is gone', (draft) => void draft.changes.pop(), ['refold']],
  [
    'an observation that is gone',
    (draft) => void draft.observations.splice(draft.observations.indexOf(observationAt(draft, 'party')), 1),
    ['refold', 'current'],
  ],
  [
    'the review that is gone',
    (draft) => void draft.observations.splice(draft.observations.indexOf(observationAt(draft, 'review')), 1),
    ['inputFingerprint', 'evidence', 'refold'],
  ],
  [
    'observations in another order',
    (draft) => {
      const [first, second, third, fourth] = draft.observations.map(({ observation }) => observation);
      const order = [first, third, second, fourth];
      for (const [index, observation] of order.entries())
        Object.assign(draft.observations[index] ?? {}, { observation });
    },
    ['refold', 'current'],
  ],
];

for (const [name, alter, claims] of alterations) {
  test(`altered: ${name}`, async () => {
    const draft = altered(alter);
    assert.ok((await broken(draft)).includes('digest'), 'the digest is another');
    assert.equal(await broken(signedAnew(draft)), claims);
  });
}

test('the digest detects a missing observation that the change does not depend on', async () => {
  const draft = altered(({ observations }) => void observations.pop());
  assert.ok((await broken(draft)).includes('digest'));
});

test('any altered character breaks a check or the form of the file', async () => {
  const text = readFileSync(file, 'utf8');
  const cases = fc.tuple(
    fc.integer({ min: 0, max: text.length - 1 }),
    fc.constantFrom('a', '0', '"', '}', ',', ' ', '.', 'Z', '-'),
  );
  await fc.assert(
    fc.asyncProperty(cases, async ([at, character]) => {
      const other = text.slice(0, at) + character + text.slice(at + 1);
      if (isSameJson(other, text)) return;
      const problem = await messageOf(
        (async () => {
          const { ok } = await checkBundle(readBundle('file', other), publishedRules);
          assert.is(ok, false, `${at} ${character}`);
        })(),
      );
      assert.match(problem, /^(no error|file is not a usable evidence bundle: .+|the bundle needs .+)$/);
    }),
    { numRuns: runsOf(200) },
  );
});

function isSameJson(left: string, right: string): boolean {
  try {
    return JSON.stringify(JSON.parse(left)) === JSON.stringify(JSON.parse(right));
  } catch {
    return false;
  }
}

/** Files that are no bundle, and the error message of each. */
const refused: readonly (readonly [string, string, RegExp])[] = [
  ['empty', '', /it is not JSON/],
  ['cut short', '{"format":"attestry-bundle","ver', /it is not JSON/],
  ['another JSON', '{"ready":true}', /format is not attestry-bundle/],
  ['a list', '[]', /format is not attestry-bundle/],
  ['a later version', '{"format":"attestry-bundle","version":2}', /it has version 2; this program reads version 1/],
  ['nothing in it', '{"format":"attestry-bundle","version":1}', /madeBy is not text/],
];
for (const [name, text, sentence] of refused) {
  test(`a file that is no bundle: ${name}`, async () => {
    const path = join(world.config.dataDir, 'bad.json');
    writeFileSync(path, text);
    const { code, stdout, stderr } = await attestry('explain', '--check', path);
    assert.equal([code, stdout], [2, '']);
    assert.match(stderr, sentence);
    assert.ok(stderr.startsWith(`${path} is not a usable evidence bundle: `));
    rmSync(path);
  });
}

const misshapen: readonly (readonly [string, (draft: Draft) => void, string])[] = [
  ['a member it does not have', (draft) => void Object.assign(draft, { note: '' }), 'note is not a member of it'],
  [
    'a member a change does not have',
    (draft) => void Object.assign(draft.changes[0] ?? {}, { note: '' }),
    'changes[0] is not a record with the members of its schema',
  ],
  [
    'a number for a text',
    (draft) => void Object.assign(draft.changes[1] ?? {}, { title: 5 }),
    'changes[1].title is not string',
  ],
  [
    'a place on the log that is none',
    (draft) => void Object.assign(draft.observations[0] ?? {}, { offset: -1 }),
    'observations[0].offset is not a count',
  ],
  [
    'offsets that go back',
    (draft) => void draft.observations.reverse(),
    'observations[1] at offset 2 is behind one at offset 4',
  ],
  ['two changes', (draft) => void Object.assign(draft.changes[1] ?? {}, { id: 'x' }), 'changes[1] is another change'],
  ['no change', (draft) => void (draft.changes = []), 'changes is empty'],
  ['revisions in another order', (draft) => void draft.changes.reverse(), 'changes[1] is not a later revision'],
  [
    'bytes that are no base64',
    (draft) => void Object.assign(draft.artifacts[0] ?? {}, { gzip: '!' }),
    'artifacts[0].gzip is not base64',
  ],
  [
    'a small artifact left out',
    (draft) => void draft.artifacts.splice(0, 1, { sha256: listSha256, size: 5, leftOut: 'why not' }),
    'artifacts[0].leftOut: an artifact of 5 bytes is not left out',
  ],
  [
    'half a character',
    (draft) => void Object.assign(draft.changes[0] ?? {}, { title: '\ud800' }),
    'a string with a lone surrogate has no canonical form',
  ],
];
for (const [name, alter, sentence] of misshapen) {
  test(`a bundle with ${name}`, async () => {
    assert.is(await messageOf(checked(altered(alter))), `file is not a usable evidence bundle: ${sentence}`);
  });
}

test('a rule set that this program lacks is named, with the creator of the file', async () => {
  const draft = altered(({ ruleSets }) => void Object.assign(ruleSets[0] ?? {}, { version: 'impact-v9' }));
  assert.is(
    await messageOf(checked({ ...draft, madeBy: 'attestry 9.9.9' })),
    'the bundle needs impact-v9, and this program has impact-v1; it was made by attestry 9.9.9',
  );
});

test('bytes that unpack to more than a bundle may hold are refused without unpacking them all', async () => {
  const draft = altered(({ artifacts }) => {
    const gzip = gzipSync(Buffer.alloc(65 * 1024 * 1024)).toString('base64');
    Object.assign(artifacts[0] ?? {}, { gzip });
  });
  const { observations } = await checked(draft);
  assert.match(observations.find(({ role }) => role === 'current')?.artifact?.reason ?? '', /^it cannot be unpacked: /);
});

test('an artifact that is too large is left out with its size, and a missing one breaks the chain', async () => {
  const { engine } = world;
  const evidence = await gatherEvidence(engine, change.id);
  if (evidence === null) throw new Error('no evidence');
  const large = 70 * 1024 * 1024;
  const madeBy = 'attestry 0.0.0';
  const without = await makeBundle(evidence, {
    rules: publishedRules,
    findArtifact: async () => ({ state: 'verified', size: large, bytes: null }),
    madeBy,
  });
  assert.equal(without.artifacts, [{ sha256: listSha256, size: large, leftOut: 'larger than 67108864 bytes' }]);
  const left = await checked(without);
  assert.equal([left.ok, left.isBroken, left.proved.includes('reading')], [false, false, false]);
  assert.equal(
    left.notProved.map(({ claim }) => claim),
    ['bytes', 'reading', 'bytes'],
  );
  assert.match(describeExplained(left), /^Not proved: reading: sdn\.csv is not included: .* {2}\[NOT PROVED\]$/m);
  assert.equal(left.observations.find(({ role }) => role === 'current')?.artifact, {
    sha256: listSha256,
    size: large,
    ok: null,
    reason: 'larger than 67108864 bytes',
  });
  const small = await createFindArtifact(engine.artifacts, 10)(listSha256);
  assert.equal(small, { state: 'verified', size: listFile.length, bytes: null });
  const findArtifact = createFindArtifact({
    read: (_sha256, use) => engine.artifacts.read(sha256Hex('nothing'), use),
  });
  const gone = await makeBundle(evidence, { rules: publishedRules, findArtifact, madeBy });
  assert.equal(await broken(gone), ['current', 'revision']);
});

test('a quote from plain text must be in the bytes; for other documents the result is only reported', async () => {
  const plain = forged(foreign, { documentClass: 'text', quote: 'OVAL' });
  for (const [documentClass, ok] of [
    ['text', false],
    ['html', true],
  ] as const) {
    const other = await openFoldedWorld(publishedRules);
    try {
      await other.engine.artifacts.put(listFile);
      await other.append(contract, issuer, forged(plain, { documentClass }));
      await other.fold();
      const [draft] = await other.changes();
      const evidence = await gatherEvidence(other.engine, draft?.id ?? '');
      if (evidence === null) throw new Error('no evidence');
      const findArtifact = createFindArtifact(other.engine.artifacts);
      const made = await makeBundle(evidence, { rules: publishedRules, findArtifact, madeBy: 'test' });
      const { observations, isBroken } = await checked(made);
      assert.equal([observations[0]?.quoteFound, isBroken], ['not_found', !ok]);
    } finally {
      await other.close();
    }
  }
});

/** The bundle of the first change of a separate world, folded with a book that has impact-v1 only. */
async function madeOf(...observations: readonly Observation[]) {
  const other = await openFoldedWorld(publishedRules);
  try {
    await other.engine.artifacts.put(listFile);
    await other.append(contract, issuer, ...observations);
    await other.fold();
    const [draft] = await other.changes();
    const evidence = await gatherEvidence(other.engine, draft?.id ?? '');
    if (evidence === null) throw new Error('no evidence');
    const findArtifact = createFindArtifact(other.engine.artifacts);
    return await makeBundle(evidence, { rules: publishedRules, findArtifact, madeBy: 'test' });
  } finally {
    await other.close();
  }
}

test('the place of a value and the number of agreeing providers are printed, and a change of them breaks the check', async () => {
  const hash = `0x${'cd'.repeat(32)}`;
  const made = await madeOf(forged(foreign, { place: `block:19000000:${hash};proof`, quorum: 2 }));
  const explained = await checked(made);
  assert.is(explained.isBroken, false);
  const place = new RegExp(`place {7}block:19000000:${hash};proof, agreed by 2 providers`);
  assert.match(describeExplained(explained), place);
  const moved = JSON.parse(JSON.stringify(made).replaceAll('block:19000000', 'block:19000001')) as Draft;
  assert.equal(await broken(signedAnew(moved)), ['observations', 'current']);
});

test('bytes that are not those of the source hash prove nothing', async () => {
  assert.is((await checked(await madeOf(foreign))).isBroken, false);
  const { observations, ok } = await checked(await madeOf(forged(foreign, { sourceHash: `sha256:${'0'.repeat(64)}` })));
  assert.equal([ok, observations[0]?.ok, observations[0]?.artifact?.ok], [false, false, false]);
  assert.match(observations[0]?.artifact?.reason ?? '', /not what the source hash/);
});

test('a bundle reports nothing about a rule set that its own observations activate', async () => {
  const value = canonicalJson({ kind: 'rules', ruleset: impactV2.version, activationId: 'x' });
  const activation = forged(candidate, {
    assetId: '',
    subjectKind: 'control',
    subjectKey: '',
    field: 'rules',
    sourceKey: 'control',
    value,
    quote: null,
    sourceHash: null,
    artifactId: null,
  });
  const made = await madeOf(activation, foreign);
  assert.equal([made.ruleSets.length, (await checked(made)).isBroken], [1, false]);
  const { bundle: of, isBroken } = await checked(made, bothSets);
  assert.equal([of.ruleSetsOk, isBroken], [false, true]);
});

test('a bundle contains the control records of the partition and both rule sets; without them no refold works', async () => {
  const other = await openFoldedWorld(bothSets);
  try {
    const { engine } = other;
    const ofOther = { sourceKey: 'list:other' };
    await other.append(contract, match(10, { entryId: '1', sinceObservationId: contract.id }, ofOther));
    const isRunning = async (): Promise<boolean> => false;
    await activateRules(engine, { ruleset: impactV2.version, at: 20, rules: bothSets, isRunning });
    await other.append(match(30, { entryId: '2', sinceObservationId: contract.id }, ofOther));
    await other.fold();
    const later = (await other.changes()).find(({ detectedAt }) => detectedAt === 30);
    const evidence = await gatherEvidence(engine, later?.id ?? '', bothSets);
    if (evidence === null) throw new Error('no evidence');
    const findArtifact = async () => ({ state: 'left_out', size: 2 ** 30, reason: 'large' }) as const;
    const made = await makeBundle(evidence, { rules: bothSets, findArtifact, madeBy: 'attestry 2.0.0' });
    assert.equal(
      made.ruleSets.map(({ version }) => version),
      ['impact-v1', 'impact-v2'],
    );
    assert.equal(
      made.observations.map(({ observation }) => observation.subjectKind),
      ['asset', 'list_entry', 'control', 'list_entry'],
    );
    assert.is((await checked(made, bothSets)).isBroken, false);
    assert.match(await messageOf(checked(made)), /^the bundle needs impact-v2, and this program has impact-v1;/);
    const observations = made.observations.filter(({ observation }) => observation.subjectKind !== 'control');
    const uncontrolled = await checked({ ...made, observations }, bothSets);
    assert.equal([uncontrolled.checks.refold, uncontrolled.isBroken], [false, true]);
  } finally {
    await other.close();
  }
});

test('command lines with contradictory options', async () => {
  for (const [line, sentence] of [
    [['explain', change.id, '--check', file], /--check takes a file and nothing else/],
    [['explain', '--check', file, '--bundle', 'x'], /--check takes a file and nothing else/],
    [['explain', change.id, '--force'], /--force goes with --bundle/],
    [['explain', '--check', join(world.config.dataDir, 'none')], /cannot be read: it does not exist/],
    [
      ['explain', change.id, '--bundle', join(world.config.dataDir, 'none', 'x')],
      /cannot be written: its directory does not exist/,
    ],
  ] as const) {
    const { code, stdout, stderr } = await attestry(...line);
    assert.equal([code, stdout], [2, ''], line.join(' '));
    assert.match(stderr, sentence);
  }
});

test('a broken bundle exits 1 and reports the place', async () => {
  const path = join(world.config.dataDir, 'altered.json');
  writeFileSync(path, JSON.stringify(altered(({ changes }) => void Object.assign(changes[1] ?? {}, { title: 'x' }))));
  const { code, stdout, stderr } = await attestry('explain', '--check', path);
  assert.is(code, 1);
  assert.match(stdout, /^Bundle sha256:[0-9a-f]{64} {2}\[BROKEN\]/);
  assert.match(stdout, /2 revisions refolded from 4 observations {2}\[BROKEN\]/);
  assert.match(stderr, /the chain of evidence is broken/);
});

test('text of a bundle cannot hide what the check found, nor pass for a line of it', async () => {
  const path = join(world.config.dataDir, 'hiding.json');
  const hiding = '\u001b[2K\u001b[1A\u009b8m\u202e\nEvidence  [ok]';
  writeFileSync(path, JSON.stringify({ ...bundle, madeBy: `attestry${hiding}` }));
  const { code, stdout } = await attestry('explain', '--check', path);
  assert.is(code, 1);
  assert.ok(
    stdout.includes('made by attestry\\u001b[2K\\u001b[1A\\u009b8m\\u202e\\u000aEvidence  [ok], rule sets'),
    stdout,
  );
  assert.is(stdout.split('\n').filter((line) => line.startsWith('Evidence')).length, 1);
  const json = await attestry('explain', '--check', path, '--json');
  assert.not.match(json.stdout, /[\u0080-\u009f\u202e]/);
  assert.is((JSON.parse(json.stdout) as CheckedBundle).bundle.madeBy, `attestry${hiding}`);
});

test('a refused import line cannot hide its place', async () => {
  const path = join(world.config.dataDir, 'hiding.ndjson');
  writeFileSync(path, JSON.stringify({ type: 'party', 'x\u202e2K': 1, partyId: '\u202e' }));
  const { code, stderr } = await attestry('registry', 'import', path);
  assert.is(code, 1);
  assert.not.match(stderr.replaceAll('\n', ''), /[\u0000-\u001f\u007f-\u009f\u202e]/);
  assert.match(stderr, /:1: x\\u202e2K: unknown member/);
});

test.run();
