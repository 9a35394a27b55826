import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { observationIdOf } from '../../../../schemas/values/observation.ts';
import {
  a,
  answered,
  artifactOf,
  assetFact,
  authority,
  b,
  code,
  control,
  day,
  firstBlock,
  hashOfBlock,
  named,
  openFold,
  secondsPerBlock,
  stated,
  timeOf,
} from './harness.ts';

const facts = [named('Token'), assetFact('supply', '100'), code('0x02'), authority('owner', a), control(a)];
const x = stated('x', ...facts);
const moved = stated('x', named('Token'), assetFact('supply', '100'), code('0x02'), authority('owner', b), control(b));
const blocksADay = day / 1000 / secondsPerBlock;

test('the first reading states every fact, and ends with chain_reading', () => {
  const { written, shown, outcome } = openFold().take({ states: [x], block: 0 });
  assert.equal(
    written.map(({ field }) => field),
    ['token', 'code', 'authority', 'control', 'supply', 'chain_reading'],
  );
  assert.is(shown.at(-1), 'chain_reading "stated"');
  assert.equal([outcome.status, outcome.rows, outcome.added, outcome.changed], ['accepted', 1, 1, 0]);
});

test('an observation names block, quorum and cassette, and its id follows from its content', () => {
  const given = { states: [x], block: 0 };
  const { written } = openFold().take(given);
  for (const observation of written) {
    assert.is(observation.id, observationIdOf(observation));
    assert.is(observation.place, `block:${firstBlock}:${hashOfBlock(firstBlock)}`);
    assert.equal(
      [observation.quorum, observation.artifactId, observation.sourceHash, observation.quote],
      [2, artifactOf(given), `sha256:${artifactOf(given)}`, null],
    );
    assert.equal(
      [observation.sourceKey, observation.extractor, observation.observedAt],
      ['chain:eip155:1', 'evm-1', timeOf(0)],
    );
  }
});

test('an equal reading writes nothing, and once a day moves the time of the asset', () => {
  const fold = openFold();
  fold.take({ states: [x], block: 0 });
  const equal = fold.take({ states: [x], block: 1 });
  assert.equal([equal.shown, equal.outcome.status, equal.outcome.changed], [[], 'accepted', 0]);
  assert.equal(fold.take({ states: [x], block: blocksADay - 1 }).shown, []);
  const heartbeat = fold.take({ states: [x], block: blocksADay });
  assert.equal(heartbeat.shown, ['chain_reading "stated"']);
  assert.is(heartbeat.written[0]?.observedAt, timeOf(blocksADay));
  assert.equal(fold.take({ states: [x], block: blocksADay + 1 }).shown, []);
});

test('a changed fact is written alone, with the mark of its reading', () => {
  const fold = openFold();
  fold.take({ states: [x], block: 0 });
  const { shown, outcome } = fold.take({ states: [moved], block: 1 });
  assert.equal(shown, [`owner authority ${b}`, `${b} control key`, `${a} control null`, 'chain_reading "stated"']);
  assert.is(outcome.changed, 1);
});

test('supply alone moves no time, and counts as a change of the run alone', () => {
  const fold = openFold();
  fold.take({ states: [x], block: 0 });
  const more = stated('x', ...facts.map((fact) => (fact.field === 'supply' ? assetFact('supply', '101') : fact)));
  assert.equal(fold.take({ states: [more], block: 1, agreed: 1 }).shown, ['supply "101"']);
  assert.equal(fold.take({ states: [more], block: 2, agreed: 1 }).shown, []);
});

test('a difference that one provider gave alone is written once more when a later block gives it again', () => {
  const fold = openFold();
  fold.take({ states: [x], block: 0, agreed: 1 });
  assert.is(fold.take({ states: [moved], block: 1, agreed: 1 }).shown.length, 4);
  assert.equal(fold.take({ states: [moved], block: 1, agreed: 1 }).shown, [], 'the same block confirms nothing');
  const confirmed = fold.take({ states: [moved], block: 2, agreed: 1 });
  assert.equal(confirmed.shown, [`owner authority ${b}`, `${b} control key`, 'chain_reading "stated"']);
  assert.equal(fold.take({ states: [moved], block: 3, agreed: 1 }).shown, []);
});

test('what two providers gave is written once', () => {
  const fold = openFold();
  fold.take({ states: [x], block: 0 });
  fold.take({ states: [moved], block: 1 });
  assert.equal(fold.take({ states: [moved], block: 2 }).shown, []);
});

test('a failed reading changes no fact of an asset that was read before, and is stated for a new one', () => {
  const fold = openFold();
  fold.take({ states: [x], block: 0 });
  const failed = fold.take({
    states: [answered('x', 'unreadable', ['0x01 owner']), answered('y', 'unreadable')],
    block: 1,
  });
  assert.equal(failed.shown, ['chain_reading "unreadable"']);
  assert.is(failed.written[0]?.assetId, 'y');
  assert.match(failed.outcome.alarms?.[0] ?? '', 'x could not be read in full: 0x01 owner.');
  assert.equal(fold.take({ states: [answered('y', 'unreadable')], block: 2 }).shown, []);
});

test('an asset that is not observed is answered once, and a later reading is never older than that answer', () => {
  const fold = openFold();
  const statedAt = timeOf(100);
  const unanswered = fold.take({ states: [answered('x', 'not_observed')], block: null, at: statedAt });
  assert.equal(unanswered.shown, ['chain_reading "not_observed"']);
  assert.equal([unanswered.written[0]?.place, unanswered.written[0]?.quorum], [null, null]);
  assert.equal(fold.take({ states: [answered('x', 'not_observed')], block: null, at: statedAt + day }).shown, []);
  const { written } = fold.take({ states: [x], block: 50 });
  assert.equal([...new Set(written.slice(0, -1).map(({ observedAt }) => observedAt))], [timeOf(50)]);
  assert.is(written.at(-1)?.observedAt, statedAt);
});

test('a contract that is no longer there takes its authorities with it: gone, not given up', () => {
  const fold = openFold();
  fold.take({ states: [x], block: 0 });
  const { shown, outcome } = fold.take({ states: [answered('x', 'no_contract')], block: 1 });
  assert.equal(shown, ['owner gone {"reason":"contract_gone"}', 'chain_reading "no_contract"']);
  assert.equal([outcome.removed, outcome.alarms?.length], [1, 1]);
  assert.equal(fold.take({ states: [answered('x', 'no_contract')], block: 2 }).shown, []);
  assert.equal(fold.take({ states: [x], block: 3 }).shown, [
    `owner authority ${a}`,
    'owner gone null',
    'chain_reading "stated"',
  ]);
});

test('no contract where none was ever read is an answer alone', () => {
  const { shown, outcome } = openFold().take({ states: [answered('x', 'no_contract')], block: 0 });
  assert.equal([shown, outcome.alarms], [['chain_reading "no_contract"'], []]);
});

test('another read plan states everything again, and nothing of it counts as a change', () => {
  const fold = openFold();
  fold.take({ states: [x], block: 0 });
  const { shown, outcome } = fold.take({ states: [x], block: 1, plan: 'evm-2' });
  assert.equal([shown.length, outcome.changed], [6, 0]);
  assert.equal(fold.take({ states: [x], block: 2, plan: 'evm-2' }).shown, []);
});

test.run();
