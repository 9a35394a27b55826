import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findInCassette } from '../../../../cli/verify/readings/find-in-cassette.ts';
import type { Observation } from '../../../../schemas/generated/records.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';

const folder = join(import.meta.dirname, '../../../fixtures/chain-readings');
const cassettes = new Map(
  [1, 2, 3].map((number) => {
    const bytes = readFileSync(join(folder, `${number}.cassette.gz`));
    return [sha256Hex(bytes), bytes] as const;
  }),
);
const stated = readFileSync(join(folder, 'observations.ndjson'), 'utf8')
  .trim()
  .split('\n')
  .map((text) => JSON.parse(text) as Observation);
const bytesOf = ({ artifactId }: Observation): Buffer => cassettes.get(artifactId ?? '') ?? Buffer.alloc(0);
const beforeIt = (observation: Observation): readonly Observation[] => stated.slice(0, stated.indexOf(observation));
const found = (observation: Observation, over: Partial<Observation> = {}) =>
  findInCassette({ ...observation, ...over }, bytesOf(observation), beforeIt(observation));
const ofField = (field: string): Observation => {
  const one = stated.find((observation) => observation.field === field);
  if (one === undefined) throw new Error(`nothing states ${field}`);
  return one;
};

test('every observation of a recorded reading is given by its cassette', () => {
  assert.ok(stated.length > 10);
  for (const observation of stated) assert.is(found(observation), 'found', observation.field);
});

const owner = ofField('authority');
const altered: readonly (readonly [string, Partial<Observation>, Observation])[] = [
  ['another holder', { value: (owner.value ?? '').replace(/0x\w{4}/, '0x0000') }, owner],
  ['given up', { value: null }, owner],
  ['gone', { field: 'gone', value: '{"reason":"function_gone"}' }, owner],
  ['another account', { subjectKey: '0x0000000000000000000000000000000000000000' }, ofField('control')],
  ['another block', { place: `block:1:0x${'1'.repeat(64)}` }, owner],
  ['a larger quorum', { quorum: 2 }, owner],
  ['another asset', { assetId: 'x' }, owner],
  ['another chain', { sourceKey: 'chain:eip155:8453' }, owner],
  ['fewer powers', { value: '[]' }, ofField('powers')],
  ['more powers', { value: (ofField('powers').value ?? '').replace(']', ',"burn_any"]') }, ofField('powers')],
  ['another name', { value: (ofField('token').value ?? '').replace('Owned', 'Other') }, ofField('token')],
  ['no contract', { value: '"no_contract"' }, ofField('chain_reading')],
];
for (const [name, over, observation] of altered) {
  test(`a cassette does not give: ${name}`, () => {
    assert.is(found(observation, over), 'not_found');
  });
}

test('whatever the extractor is called, the recorded answers decide', () => {
  assert.is(findInCassette(owner, Buffer.from('{}\n'), []), 'not_readable');
  for (const over of [{ extractor: 'chain' }, { extractorVersion: '2' }, { sourceKey: 'terms' }, { quote: 'a' }]) {
    assert.is(found(owner, over), 'not_found', JSON.stringify(over));
  }
});

test('a cassette in which a member stands twice is not readable', () => {
  const [header = '', ...exchanges] = gunzipSync(bytesOf(owner)).toString('utf8').split('\n');
  const [first = '', ...others] = exchanges;
  const twice = first.replace('"result":', '"result":"0x01","result":');
  assert.is.not(twice, first);
  assert.is(findInCassette(owner, Buffer.from([header, twice, ...others].join('\n')), []), 'not_readable');
});

test.run();
