/** Changes that sequences of readings of one disclosed field raise (conformance B-86, B-91). */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { SourceState } from '../../../../../pipeline/changes/families/source/source-state.ts';
import { fieldFold, hour, type Overrides, reading, start } from './field-harness.ts';
import { bytes, type Stories, storyOf } from './field-stories.ts';

const hashes = [`sha256:${'b'.repeat(64)}`];
const suspect: Partial<SourceState> = { suspectHashes: hashes };
const settled: Partial<SourceState> = { settledHashes: hashes };
const rewritten = (hours: number): Partial<SourceState> => ({ rewrittenAt: start + hours * hour });

/** Values that change. */
const values: Stories = {
  'the first reading is the baseline': '0A → nothing → A',
  'not disclosed is a baseline, too': '0- → nothing → -',
  'the same again': '0A 10A 20A → nothing → A',
  'one reading of a text is a draft': '0A 10B → 10 #1.0 draft → A, draft B',
  'seen again after 5 h 59 min: still a draft': '0A 10B 15:59B → 10 #1.0 draft → A, draft B',
  'B-91 seen again after 6 h: confirmed and notable then': '0A 10B 16B → 10 #1.0 draft, 16 #1.1 confirmed → B',
  'several captures within 6 h confirm nothing, the first one after does':
    '0A 10B 12B 15B 17B → 10 #1.0 draft, 17 #1.1 confirmed → B',
  'the same bytes 6 h later are a second capture': '0A 10B:b 16B:b → 10 #1.0 draft, 16 #1.1 confirmed → B',
  'PDF, then HTML an hour later: confirmed': '0A 10B:pdf 11B → 10 #1.0 draft, 11 #1.1 confirmed → B',
  'PDF, then a document of unknown class: not another medium': '0A 10B:pdf 11B:unclassed → 10 #1.0 draft → A, draft B',
  'unknown class twice: the same medium': '0A 10B:unclassed 11B:unclassed → 10 #1.0 draft → A, draft B',
  'the same bytes under another class of document: no other medium': '0A 10B:b+pdf 11B:b → 10 #1.0 draft → A, draft B',
  'a page in other mark-up: no other medium': '0A 10B:xhtml 11B:ixbrl_other 12B → 10 #1.0 draft → A, draft B',
  'the draft in other words is confirmed': '0A 10B 16B:fifty → 10 #1.0 draft, 16 #1.1 confirmed → B',
  'confirmed, then seen again': '0A 10B 16B 30B 200B → 10 #1.0 draft, 16 #1.1 confirmed → B',
  'a tagged fact of iXBRL is confirmed at once': '0A:tagged 10B:tagged → 10 #1.0 confirmed → B',
  'a tagged fact after a text confirms the draft': '0A 10B 11B:tagged → 10 #1.0 draft, 11 #1.1 confirmed → B',
  'a field that is newly stated': '0- 10B 16B → 10 #1.0 draft added, 16 #1.1 added → B',
  'a field that is no longer stated': '0A 10- 16- → 10 #1.0 draft removed, 16 #1.1 removed → -',
};

/** Values that go back. */
const returns: Stories = {
  'A, B, A: the draft is withdrawn': '0A 10B 12A → 10 #1.0 draft, 12 #1.1 withdrawn → A',
  'A, B, A a week later: the draft is withdrawn': '0A 10B 178A → 10 #1.0 draft, 178 #1.1 withdrawn → A',
  'A, B, C: withdrawn, and another draft from A':
    '0A 10B 12C → 10 #1.0 draft, 12 #1.1 withdrawn, 12 #2.0 draft → A, draft C',
  'A, B, A, B, B: the second draft is another change':
    '0A 10B 12A 14B 20B → 10 #1.0 draft, 12 #1.1 withdrawn, 14 #2.0 draft, 20 #2.1 confirmed → B',
  'A, B, A in other words: withdrawn, and reworded':
    '0A 10B 12A:ten → 10 #1.0 draft, 12 #1.1 withdrawn, 12 #2.0 reworded → A',
  'confirmed and back within 72 h: one change, collapsed':
    '0A 10B 16B 82A → 10 #1.0 draft, 16 #1.1 confirmed, 82 #1.2 returned → A',
  'confirmed and back after 72 h: another change':
    '0A 10B 16B 82.01A → 10 #1.0 draft, 16 #1.1 confirmed, 82.01 #2.0 draft → B, draft A',
  'back within 72 h, then B again and again':
    '0A 10B 16B 20A 30B 36B → 10 #1.0 draft, 16 #1.1 confirmed, 20 #1.2 returned, 30 #2.0 draft, 36 #2.1 confirmed → B',
  'confirmed, another draft, back to the first value within 72 h':
    '0A 10B 16B 20C 22A → 10 #1.0 draft, 16 #1.1 confirmed, 20 #2.0 draft, 22 #2.1 withdrawn, 22 #1.2 returned → A',
  'structured facts that go back are two changes':
    '0A:tagged 10B:tagged 12A:tagged → 10 #1.0 confirmed, 12 #2.0 confirmed → A',
};

/** The same value in other words. */
const wordings: Stories = {
  'other words': '0A 10A:ten → 10 #1.0 reworded → A',
  'another spelling of the passage': '0A 10A:respelled → 10 #1.0 respelled → A',
  'the passage in decomposed characters': '0A:composed 10A:decomposed → nothing → A',
  'no passage before': '0A:unquoted 10A → nothing → A',
  'no passage in between; the next one is compared with the first':
    '0A 10A:unquoted 20A 30A:ten → 30 #1.0 reworded → A',
  'another passage of the same bytes': '0A:a 10A:a+ten → nothing → A',
  'another passage of bytes that were seen again': '0A:a 10A:b 20A:b+ten → nothing → A',
  'other words of a field that is not disclosed': '0-:one 10-:two → nothing → -',
  'other words and back within 72 h: one change, collapsed':
    '0A 10A:ten 82A → 10 #1.0 reworded, 82 #1.1 wording returned → A',
  'other words and back after 72 h: two changes': '0A 10A:ten 82.01A → 10 #1.0 reworded, 82.01 #2.0 reworded → A',
  'other words between a value and its return':
    '0A 10B 16B 20B:fifty 30A → 10 #1.0 draft, 16 #1.1 confirmed, 20 #2.0 reworded, 30 #1.2 returned → A',
};

/** Readings by another version of the extractor. */
const lineage: Stories = {
  'another extractor, the same bytes, the same value': '0A:a 10A:a+v2+ten 20A:v2+ten → nothing → A',
  'another extractor, the same bytes, another value: corrected': '0A:a 10B:a+v2 20B:v2 → 10 #1.0 corrected → B',
  'another extractor, the bytes that were seen again, another value: corrected':
    '0A:a 5A:b 10B:b+v2 → 10 #1.0 corrected → B',
  'another extractor, other bytes, another value: not comparable': '0A 10B:v2 20B:v2 → 10 #1.0 suppressed → B',
  'another extractor, other bytes, no value any more: not comparable': '0A 10-:v2 → 10 #1.0 suppressed removal → -',
  'another extractor, other bytes, the same value in other words': '0A 10A:v2+ten 20A:v2+ten → nothing → A',
  'a draft, and the same value by another extractor: confirmed': '0A 10B 16B:v2 → 10 #1.0 draft, 16 #1.1 confirmed → B',
  'a draft, and the same bytes by another extractor: no second capture':
    '0A 10B:b 16B:b+v2 17B:v2 → 10 #1.0 draft, 17 #1.1 confirmed → B',
  'a draft, and another value by another extractor: withdrawn, not comparable':
    '0A 10B 16C:v2 → 10 #1.0 draft, 16 #1.1 withdrawn, 16 #2.0 suppressed → C',
  'a draft, and the old value by another extractor: withdrawn': '0A 10B 16A:v2 → 10 #1.0 draft, 16 #1.1 withdrawn → A',
  'confirmed, and back by another extractor: collapsed':
    '0A 10B 16B 20A:v2 → 10 #1.0 draft, 16 #1.1 confirmed, 20 #1.2 returned → A',
};

/** Partial and failed readings. */
const partial: Stories = {
  'a partial first reading': '0A:partial → nothing → nothing',
  'one change for a run of partial readings': '0A 10A:partial 20A:partial 30A → 10 #1.0 suppressed → A',
  'a second run': '0A 10A:partial 20A 30A:partial → 10 #1.0 suppressed, 30 #2.0 suppressed → A',
  'a value that does not fit the field is a partial reading': '0A 10B:wordy 20B:number 30A → 10 #1.0 suppressed → A',
  'a first value that does not fit': '0A:list → nothing → nothing',
  'a draft survives a partial reading':
    '0A 10B 12B:partial 16B → 10 #1.0 draft, 12 #2.0 suppressed, 16 #1.1 confirmed → B',
  'readings that failed': '0A 10-:failed 11-:gone 12-:empty → nothing → A',
  'not modified': '0A 10B:not_modified → nothing → A',
};

/** Readings that arrive late. */
const late: Stories = {
  'an older reading changes nothing': '10A 5B → nothing → A',
  'an older reading does not withdraw a draft': '0A 10B 5A 16B 12A → 10 #1.0 draft, 16 #1.1 confirmed → B',
  'an older partial reading': '10A 5A:partial → nothing → A',
};

/** Stories with the state of the document before the last reading. */
const standings: readonly (readonly [name: string, story: string, trust: Partial<SourceState>])[] = [
  ['a suspect capture raises nothing', '0A 10-:b → nothing → A', suspect],
  ['a suspect capture confirms no draft', '0A 10B 16B:b → 10 #1.0 draft → A, draft B', suspect],
  ['a suspect first capture is no baseline', '0A:b → nothing → nothing', suspect],
  ['a partial suspect capture', '0A 10A:b+partial → nothing → A', suspect],
  ['a settled capture confirms a removal at once', '0A 10-:b → 10 #1.0 removed → -', settled],
  ['a settled capture confirms a draft', '0A 10B 11B:b → 10 #1.0 draft, 11 #1.1 confirmed → B', settled],
  ['another value after a rewrite: not comparable', '0A 10B → 10 #1.0 suppressed → B', rewritten(10)],
  ['the same value in other words after a rewrite', '0A 10A:ten → nothing → A', rewritten(10)],
  ['a rewrite before the value was last seen', '0A 10A 20B → 20 #1.0 draft → A, draft B', rewritten(10)],
  ['a draft that survives a rewrite', '0A 10B 16B → 10 #1.0 draft, 16 #1.1 confirmed → B', rewritten(16)],
  [
    'a draft and another value after a rewrite',
    '0A 10B 16C → 10 #1.0 draft, 16 #1.1 withdrawn, 16 #2.0 suppressed → C',
    rewritten(16),
  ],
];

const withoutStanding = Object.entries({ ...values, ...returns, ...wordings, ...lineage, ...partial, ...late });

for (const [name, story, trust] of [...withoutStanding.map((one) => [...one, undefined] as const), ...standings]) {
  test(name, () => {
    const { steps, raised, holds } = storyOf(story);
    const folding = fieldFold();
    const readings = steps.map((step) => reading(...step));
    const before = folding.raised(...readings.slice(0, -1));
    if (trust !== undefined) folding.stands(trust);
    assert.equal([...before, ...folding.raised(...readings.slice(-1))], raised);
    assert.is(folding.holds(), holds);
    const { state } = folding;
    const writes = state.writes();
    assert.equal(folding.raised(...readings), [], 'repeated readings raise no change');
    if (trust === undefined) assert.is(state.writes(), writes, 'and write no state');
  });
}

const version2 = (given: Overrides): Overrides => ({ extractorVersion: '2', ...given });
const chain: Overrides = { sourceKey: 'chain:eip155:1', extractionRule: null, documentClass: null };

test('another extractor re-reads the newest bytes at the time of their capture, for any order of ids', () => {
  for (const sourceUrl of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    const folding = fieldFold();
    const given: Overrides = { ...bytes('a'), sourceUrl: `https://example.com/${sourceUrl}` };
    assert.equal(folding.raised(reading(0, 'A', given), reading(0, 'B', version2(given))), [
      '0 #1.0 value_corrected/corrected low suppressed',
    ]);
  }
});

test('chain state is confirmed at once, and its passage is not compared', () => {
  const folding = fieldFold();
  const of = (hours: number, letter: string, quote: string) => reading(hours, letter, { ...chain, quote });
  assert.equal(
    folding.raised(of(0, 'A', 'block 1'), of(1, 'A', 'block 2'), of(2, 'B', 'block 3'), of(3, 'A', 'block 4')),
    [
      '2 #1.0 value_changed/changed confirmed material, notable',
      '3 #2.0 value_changed/changed confirmed material, notable',
    ],
  );
});

test('each source has a fact of its own', () => {
  const folding = fieldFold();
  const other: Overrides = { sourceKey: 'whitepaper' };
  const raised = folding.raised(reading(0, 'A'), reading(0, 'B', other), reading(10, 'A'), reading(10, 'A', other));
  assert.equal(raised, ['10 #1.0 value_changed/changed draft']);
  assert.equal([folding.holds(), folding.holds(reading(0, 'A', other))], ['A', 'B, draft A']);
});

test('another spelling of the value is editorial, and collapses when it returns', () => {
  const folding = fieldFold();
  const contact = (hours: number, text: string) =>
    reading(hours, 'A', { field: 'complaints_contact', value: { contact: text }, quote: `Write to ${text}` });
  assert.equal(
    folding.raised(contact(0, 'help@example.com'), contact(10, 'Help@example.com'), contact(20, 'help@example.com')),
    ['10 #1.0 wording_changed/changed confirmed editorial', '20 #1.1 wording_changed/restored low collapsed'],
  );
});

test.run();
