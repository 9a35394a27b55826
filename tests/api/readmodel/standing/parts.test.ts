import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { StandingFacts } from '../../../../api/readmodel/standing/facts.ts';
import type { StandingPart, StandingPartName } from '../../../../api/readmodel/standing/part.ts';
import { standingOf } from '../../../../api/readmodel/standing/standing.ts';
import { termsOf } from '../../../../schemas/vocabulary.ts';
import { day, hour, issuer, now } from '../../records.ts';
import { goodFacts, row, withFiles, withRecord, withTables } from './good-facts.ts';

const partOf = (facts: StandingFacts, name: StandingPartName, at = now): StandingPart => {
  const found = standingOf(facts, at).parts.find(({ part }) => part === name);
  if (found === undefined) throw new Error(`no part ${name}`);
  return found;
};

type ExpectedPart = `${'good' | 'open' | 'adverse'} ${string}`;
type Case = readonly [part: StandingPartName, when: string, facts: StandingFacts, expected: ExpectedPart];

const since = { kyiAt: now, kybAt: now };
const issued = (part: Partial<NonNullable<StandingFacts['record']['issuer']>>): StandingFacts =>
  withRecord({ issuer: { ...issuer(), ...since, ...part } });
const unproven = withRecord({ verifications: [] });
const otherNotation = withRecord({
  verifications: goodFacts.record.verifications.map((proof) => ({
    ...proof,
    authorityAddress: proof.authorityAddress.replace(/aa$/, 'AA'),
  })),
});
const away = { ...goodFacts, tables: null, feeds: null };
const nothing = withTables({ compared: { names: 0, wallets: 0, authorities: 0 } });
const match = { changeId: 'sanctions:a', headline: 'h', severity: 'severe' } as const;
const read = { kind: 'page', readAt: now, isUnreachable: false } as const;

const cases: readonly Case[] = [
  ['issuer', 'it is verified', goodFacts, 'good - Verified'],
  ['issuer', 'no issuer is declared', withRecord({ issuer: null }), 'open medium Unknown'],
  ['issuer', 'its check is pending', issued({ kyiStatus: 'pending' }), 'open medium Pending'],
  ['issuer', 'the record alone states that it passed', issued({ kyiStatus: 'none' }), 'open medium Not verified'],
  ['issuer', 'it was rejected', issued({ kyiStatus: 'rejected' }), 'adverse high Rejected'],
  ['issuer', 'its verification ended', issued({ kyiStatus: 'revoked' }), 'adverse high Ended'],
  ['issuer', 'the tables are away', away, 'good - Verified'],
  ['business', 'it passed on a day', goodFacts, 'good - Verified'],
  ['business', 'no day is stated', issued({ kybAt: null }), 'open medium Passed, date not stated'],
  ['business', 'a record does not state days', withRecord({ issuer: issuer() }), 'open medium Passed, date not stated'],
  ['business', 'it did not pass', issued({ kybVerified: false }), 'open medium Not verified'],
  ['control', 'every authority is proven', goodFacts, 'good - 1 of 1 proven'],
  ['control', 'a proof writes the address in capitals', otherNotation, 'good - 1 of 1 proven'],
  ['control', 'a proof is missing', unproven, 'open medium 0 of 1 proven'],
  ['control', 'none was observed', withRecord({ authorities: [] }), 'open medium None observed'],
  [
    'control',
    'the chain was not read',
    withTables({ chainStatedAt: null }),
    'open medium 1 of 1 proven, chain not read',
  ],
  ['control', 'the contract is gone', withTables({ hasNoContract: true }), 'open medium 1 of 1 proven, no contract'],
  ['control', 'the tables are away', away, 'open medium 1 of 1 proven, unknown now'],
  ['lists', 'each list is young', goodFacts, 'good - No match'],
  ['lists', 'one was never read', withFiles({ 'un-sc': null }), 'open medium No match in the lists read'],
  ['lists', 'none was read', withFiles({ 'un-sc': null, 'ofac-addresses': null }), 'open medium Not checked'],
  ['lists', 'none is required', { ...goodFacts, required: [] }, 'open medium Not checked'],
  ['lists', 'nothing of the token was compared', withTables({ compared: null }), 'open medium Nothing to compare yet'],
  ['lists', 'the token names nothing', nothing, 'open medium Nothing to compare yet'],
  ['lists', 'matches are not published', { ...goodFacts, hidesMatches: true }, 'open medium Not shown'],
  ['lists', 'there is a match', withTables({ matches: [match] }), 'adverse severe 1 match'],
  ['lists', 'a parent matches', withTables({ matches: [{ ...match, severity: 'high' }] }), 'adverse high 1 match'],
  [
    'lists',
    'a candidate is open',
    withTables({ candidates: ['sanctions:b'] }),
    'open high 1 possible match, not confirmed',
  ],
  ['lists', 'the tables are away', away, 'open medium Unknown now'],
  ['transfers', 'it is not paused', goodFacts, 'good - Not paused'],
  ['transfers', 'it is paused', withTables({ isPaused: true }), 'adverse severe Paused'],
  ['transfers', 'it states nothing', withTables({ isPaused: null }), 'open medium Not stated'],
  ['transfers', 'the chain was not read', withTables({ chainStatedAt: null }), 'open medium Not read'],
  ['transfers', 'the contract is gone', withTables({ hasNoContract: true }), 'open medium No contract'],
  ['transfers', 'the tables are away', away, 'open medium Unknown now'],
  ['register', 'a row names the token', goodFacts, 'good - In the register'],
  ['register', 'no row names it', withTables({ rows: [] }), 'open medium Not found'],
  [
    'register',
    'no regime is declared',
    { ...withTables({ rows: [] }), record: { ...goodFacts.record, regimes: [] } },
    'open medium No regime',
  ],
  ['register', 'the register was never read', withFiles({ 'esma-emtwp': null }), 'open medium Not read'],
  [
    'register',
    'an end is ahead',
    withTables({ rows: [{ ...row, endsAt: now + 1 }] }),
    'open medium Authorised until 1 Jun 2026',
  ],
  ['register', 'the end is now', withTables({ rows: [{ ...row, endsAt: now }] }), 'adverse high Authorisation ended'],
  [
    'register',
    'the row was removed',
    withTables({ rows: [{ ...row, status: 'removed' }] }),
    'adverse high Removed from the register',
  ],
  [
    'register',
    'a removed row has a successor',
    withTables({ rows: [{ ...row, status: 'removed' }, row] }),
    'good - In the register',
  ],
  [
    'register',
    'the row matched what the token no longer names',
    withTables({ rows: [{ ...row, isOfToken: false }] }),
    'open medium Not found',
  ],
  [
    'register',
    'the entity is inactive',
    withTables({ rows: [row, { ...row, polarity: 'identity', matchedBy: 'issuer', isInactive: true }] }),
    'adverse high Entity not active',
  ],
  [
    'register',
    'the issuer is on a list of non-compliant ones',
    withTables({ rows: [row, { ...row, polarity: 'non_compliant', matchedBy: 'issuer' }] }),
    'adverse high On a list of non-compliant entities',
  ],
  [
    'register',
    'a custodian is on that list',
    withTables({ rows: [row, { ...row, polarity: 'non_compliant', matchedBy: 'party' }] }),
    'good - In the register',
  ],
  [
    'register',
    'a register of tokens no longer has a row of the issuer about another token',
    withTables({ rows: [row, { ...row, matchedBy: 'issuer', status: 'removed' }] }),
    'good - In the register',
  ],
  [
    'register',
    'a register of entities no longer has the issuer',
    withTables({ rows: [row, { ...row, feed: 'esma-casps', matchedBy: 'issuer', status: 'removed' }] }),
    'adverse high Removed from the register',
  ],
  ['register', 'the tables are away', away, 'open medium Unknown now'],
  ['documents', 'each was read', goodFacts, 'good - 2 of 2 read'],
  ['documents', 'none is declared', withTables({ documents: [] }), 'open medium None declared'],
  ['documents', 'no declaration is established', withTables({ documents: null }), 'open medium None declared'],
  [
    'documents',
    'this process has no fetches',
    { ...goodFacts, feeds: { readAt: new Map(), hasFetches: false } },
    'open medium Not read',
  ],
  [
    'documents',
    'one was never read',
    withTables({ documents: [read, { ...read, readAt: null }] }),
    'open medium Not all read',
  ],
  ['documents', 'no report was read', withTables({ report: null }), 'open medium No report'],
  [
    'documents',
    'one is unreachable',
    withTables({ documents: [{ ...read, isUnreachable: true }] }),
    'adverse medium Unreachable',
  ],
  ['documents', 'the tables are away', away, 'open medium Unknown now'],
  ['agreement', 'the checks agree', goodFacts, 'good - Sources agree'],
  ['agreement', 'nothing can be compared', withTables({ checks: ['not_comparable'] }), 'open medium Not comparable'],
  ['agreement', 'there is no check', withTables({ checks: [] }), 'open medium Not comparable'],
  ['agreement', 'a check differs', withTables({ checks: ['agree', 'differ'] }), 'adverse high Sources differ'],
  ['agreement', 'the chain was not read', withTables({ chainStatedAt: null }), 'open medium Agreed, chain not read'],
  ['agreement', 'the tables are away', away, 'open medium Unknown now'],
  ['duties', 'those that can be checked are evidenced', goodFacts, 'good - 1 duty evidenced'],
  [
    'duties',
    'none is checked',
    withTables({ verdicts: [{ obligationId: 'EMT-02', verdict: 'not_checked' }] }),
    'open medium None checked',
  ],
  ['duties', 'there is none', withTables({ verdicts: [] }), 'open medium None checked'],
  [
    'duties',
    'one is contradicted',
    withTables({ verdicts: [{ obligationId: 'EMT-01', verdict: 'contradicted' }] }),
    'adverse high 1 contradicted',
  ],
  [
    'duties',
    'one is not evidenced',
    withTables({ verdicts: [{ obligationId: 'EMT-01', verdict: 'not_evidenced' }] }),
    'adverse medium 1 not evidenced',
  ],
  [
    'duties',
    'one is stale',
    withTables({ verdicts: [{ obligationId: 'EMT-01', verdict: 'stale' }] }),
    'adverse medium 1 not evidenced',
  ],
  ['duties', 'the tables are away', away, 'open medium Unknown now'],
];

for (const [name, when, facts, expected] of cases) {
  test(`PE-6: ${name}, when ${when}`, () => {
    const { state, severity, word, note } = partOf(facts, name);
    assert.is(`${state} ${severity ?? '-'} ${word}`, expected);
    assert.not.match(note, /\s$|^\s|undefined|null/);
  });
}

test('PE-6: the table has good and open of each part, and adverse of each that can be', () => {
  const reached = new Set(cases.map(([part, , , expected]) => `${part} ${expected.split(' ')[0]}`));
  const never = ['business adverse', 'control adverse'];
  const all = termsOf('standingPart').flatMap((part) => termsOf('standingState').map((state) => `${part} ${state}`));
  assert.equal(
    [...all].filter((one) => !reached.has(one)),
    never,
  );
});

/** Parts that age, with the data whose limit ends first. */
const aging: readonly (readonly [StandingPartName, dated: string, limitAt: number, word: string])[] = [
  ['control', 'the reading of its chain', now - day + 9 * day, '1 of 1 proven, reading old'],
  ['lists', 'a list', now - 2 * hour + 2 * day, 'No match in old lists'],
  ['transfers', 'the reading of its chain', now - day + 9 * day, 'Not paused, reading old'],
  ['register', 'the register', now - day + 3 * day, 'In the register, read long ago'],
  ['documents', 'a document', now - hour + 2 * day, 'Read, old'],
  ['agreement', 'the reading of its chain', now - day + 9 * day, 'Agreed, reading old'],
];

for (const [name, dated, limitAt, word] of aging) {
  test(`PE-6: ${name} is open one millisecond after the limit of ${dated}`, () => {
    assert.is(partOf(goodFacts, name).limitAt, limitAt);
    assert.is(partOf(goodFacts, name, limitAt).state, 'good');
    const old = partOf(goodFacts, name, limitAt + 1);
    assert.equal([old.state, old.word], ['open', word]);
  });
}

test('PE-6: documents is open one millisecond after the newest report is overdue', () => {
  const asOf = now - 60 * day;
  const limitAt = asOf + 66 * day;
  const documents = [{ ...read, readAt: limitAt }];
  const facts = withTables({ documents, report: { asOf, periodMs: 31 * day } });
  assert.is(partOf(facts, 'documents', limitAt).state, 'good');
  assert.is(partOf(facts, 'documents', limitAt + 1).word, 'Report overdue');
});

test('PE-6: no match in an old list is open, and its note names the list, those never read and what was compared', () => {
  const facts = withFiles({ 'un-sc': Date.UTC(2026, 1, 27), 'ofac-addresses': null });
  const { word, note, asOf, compared } = partOf(facts, 'lists');
  assert.is(word, 'No match in old lists');
  assert.is(
    note,
    '1 of 2 lists read. Old: UN 27 Feb 2026. Never read: OFAC wallets. Compared: 1 name, 1 wallet, 1 authority.',
  );
  assert.is(asOf, Date.UTC(2026, 1, 27));
  assert.equal(compared, { names: 1, wallets: 1, authorities: 1 });
});

test('PE-6: a match stays one, however old the list is, and a list that is required alone is named', () => {
  const old = { ...withFiles({ 'un-sc': 1 }), isNarrowed: true };
  const { state, note } = partOf({ ...old, tables: withTables({ matches: [match] }).tables }, 'lists');
  assert.is(state, 'adverse');
  assert.match(note, /The operator requires only: OFAC wallets, UN\./);
});

test.run();
