/**
 * Bundles that an earlier version of this program made must check for ever: their fold, rules and hashes are promises. Only
 * before a release pins them, `UPDATE_BUNDLES=1` gives them the changes and the hashes of the present rules.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { checkBundle } from '../../../../cli/verify/bundle/check-bundle.ts';
import { type Bundle, bundleText, digestOf } from '../../../../cli/verify/bundle/bundle.ts';
import { readBundle } from '../../../../cli/verify/bundle/read-bundle.ts';
import { startRefold } from '../../../../cli/verify/evidence/refold.ts';
import { detectProcessor } from '../../../../pipeline/changes/detect.ts';
import { publishedRules } from '../../../../pipeline/changes/rule-sets.ts';
import { ruleSetOf } from '../../../../pipeline/impact/rulesets.ts';
import { impactV1 } from '../../../../pipeline/impact/v1/rules.ts';
import type { Change } from '../../../../schemas/generated/records.ts';
import { fixturePath } from '../../../support/fixture-path.ts';
import { attestry } from '../../harness.ts';
import { readPublished } from '../../../../tools/release/published/changed-since.ts';
import { ruleSetHash } from '../../../../pipeline/impact/rulesets.ts';

const test = suite('bundles of earlier versions');

const bundlePath = (file: string): string => fixturePath('bundles', file);
const namesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(bundlePath(folder))
    .filter((name) => name.endsWith(ending))
    .sort();
const realFiles = namesIn('', '.json');
const caseFiles = namesIn('cases', '.ndjson.gz');

const casesOf = (file: string): readonly string[] =>
  gunzipSync(readFileSync(bundlePath(join('cases', file))))
    .toString('utf8')
    .trimEnd()
    .split('\n');

/** The bundle with what the fold makes of its observations now, and the hashes of the present rule sets. */
function refolded(bundle: Bundle): Bundle {
  const fold = startRefold(detectProcessor);
  const outputs = bundle.observations.flatMap((placed) => fold(placed));
  const revisions = new Map(
    outputs
      .flatMap((output) => (output.topic === 'changes' ? [output.value] : []))
      .map((change) => [`${change.id}:${change.revision}`, change]),
  );
  const changes = bundle.changes.map((change) => revisions.get(`${change.id}:${change.revision}`) ?? change);
  const ruleSets = bundle.ruleSets.map((named) => {
    const set = ruleSetOf(named.version, publishedRules);
    return { ...named, hash: set === undefined ? named.hash : ruleSetHash(set) };
  });
  const content = { ...bundle, ruleSets, changes };
  return { ...content, digest: digestOf(content) };
}

/** Its changes may lack members that the fold gives them now. */
const uncheckedBundle = (text: string): Bundle => JSON.parse(text) as Bundle;

if (process.env['UPDATE_BUNDLES'] === '1') {
  if (readPublished().bundle !== undefined) throw new Error('these bundles are published: none is written again');
  for (const file of realFiles) {
    const bundle = uncheckedBundle(readFileSync(bundlePath(file), 'utf8'));
    writeFileSync(bundlePath(file), bundleText(refolded(bundle)));
  }
  for (const file of caseFiles) {
    const before = casesOf(file);
    const after = before.map((text) => JSON.stringify(refolded(uncheckedBundle(text))));
    if (after.every((text, index) => text === before[index])) continue;
    writeFileSync(bundlePath(join('cases', file)), gzipSync(`${after.join('\n')}\n`, { level: 9 }));
  }
}

const seen: Change[] = [];

for (const file of realFiles) {
  test(`${file}, made from recorded files, checks`, async () => {
    const { code, stdout, stderr } = await attestry('explain', '--check', bundlePath(file));
    assert.is(code, 0, stderr);
    assert.not.match(stdout, 'BROKEN');
  });
}

for (const file of caseFiles) {
  test(`every bundle of the family ${basename(file, '.ndjson.gz')} folds alike, and nothing proves its made-up readings`, async () => {
    for (const [index, text] of casesOf(file).entries()) {
      const name = `${file}:${index + 1}`;
      const bundle = readBundle(name, text);
      const { ok, checks, bundle: ofFile } = await checkBundle(bundle, publishedRules);
      const { madeBy: _, digest: __, ...flags } = ofFile;
      const holds = Object.values({ ...checks, ...flags }).every(Boolean);
      assert.is(ok, false, name);
      assert.ok(holds, `${name} ${bundle.changes.at(-1)?.title}: ${JSON.stringify({ checks, ofFile })}`);
      seen.push(...bundle.changes);
    }
  });
}

test('they hold a bundle of every family, and a verdict of every rule', () => {
  assert.equal(caseFiles, [
    'chain.ndjson.gz',
    'checks.ndjson.gz',
    'collateral.ndjson.gz',
    'disclosure.ndjson.gz',
    'edges.ndjson.gz',
    'own.ndjson.gz',
    'register-column.ndjson.gz',
    'register-row.ndjson.gz',
    'sanctions.ndjson.gz',
    'source.ndjson.gz',
  ]);
  const rules = new Set(seen.flatMap(({ assessment }) => assessment.trail.map(({ rule }) => rule)));
  assert.equal([...rules].sort(), impactV1.rules.map(({ id }) => id).sort());
});

test('a bundle of a change of a chain reaches down to the answers of the nodes', async () => {
  const ofChains = realFiles.filter((file) => file.startsWith('chain-'));
  assert.equal(ofChains, ['chain-ownership-offered.json', 'chain-threshold-proven.json', 'chain-token-paused.json']);
  for (const file of ofChains) {
    const bundle = readBundle(file, readFileSync(bundlePath(file), 'utf8'));
    const { ok, observations } = await checkBundle(bundle, publishedRules);
    assert.ok(ok, file);
    assert.ok(observations.length > 0);
    for (const { again, observation } of observations.filter(
      ({ observation: { artifactId } }) => artifactId !== null,
    )) {
      const isProven = observation.place?.endsWith(';proof') === true;
      assert.is(again.state, isProven ? 'proven' : 'given', `${file} ${observation.field}`);
    }
    const [artifact] = bundle.artifacts;
    if (artifact === undefined || !('gzip' in artifact)) throw new Error(`${file} has no cassette`);
    const stored = gunzipSync(Buffer.from(artifact.gzip, 'base64'));
    // Rounds store a cassette compressed.
    const lines = (stored[0] === 0x1f ? gunzipSync(stored) : stored).toString('utf8').split('\n');
    const at = lines.findIndex((line) => line.includes('eth_call') && line.includes('"result":"0x0'));
    const answer = lines[at] ?? '';
    lines[at] = answer.replace(/"result":"0x0/, '"result":"0x1');
    assert.is.not(lines[at], answer, 'an answer was altered');
    const cassette = gzipSync(Buffer.from(lines.join('\n'))).toString('base64');
    const altered = { ...bundle, artifacts: [{ ...artifact, gzip: cassette }, ...bundle.artifacts.slice(1)] };
    assert.is((await checkBundle(altered, publishedRules)).ok, false, `${file} with another answer`);
  }
});

test.run();
