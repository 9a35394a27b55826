/** The sentence of a token for each row of the standing table, as people read it. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { StandingFacts } from '../../../../api/readmodel/standing/facts.ts';
import { sentenceOf } from '../../../../api/readmodel/standing/sentence.ts';
import { publicStandingOf } from '../../../../api/readmodel/standing/standing.ts';
import { approve } from '../../../pipeline/changes/approve.ts';
import { day, issuer, now } from '../../records.ts';
import { goodFacts, row, withFiles, withRecord, withTables } from './good-facts.ts';

const token = { symbol: 'TK1', chain: 'Ethereum' };

const issued = (part: Partial<NonNullable<StandingFacts['record']['issuer']>>): StandingFacts =>
  withRecord({ issuer: { ...issuer(), kyiAt: now - 9 * day, kybAt: now, ...part } });
const [owner] = goodFacts.record.authorities;
if (owner === undefined) throw new Error('the good facts have no authority');
const second = { ...owner, id: 'b', type: 'mint_authority', address: `0x${'b'.repeat(40)}` };
const third = { ...owner, id: 'c', type: 'freeze_authority', address: `0x${'c'.repeat(40)}` };
const proofs = (...of: readonly (typeof owner)[]): StandingFacts['record']['verifications'] =>
  of.map((one) => ({
    proofId: one.id,
    authorityType: one.type,
    authorityAddress: one.address,
    method: '{"type":"signature","scheme":"eip191"}',
    provedAt: now - day,
    verifiedBy: 'attestry eip191',
    lapsed: null,
  }));
const held = (authorities: readonly (typeof owner)[], proved: readonly (typeof owner)[]): StandingFacts =>
  withRecord({ authorities, verifications: proofs(...proved) });
const match = (headline: string, changeId = 'sanctions:a') => ({ changeId, headline, severity: 'severe' }) as const;
const named = match("OFAC's list of addresses names a wallet of the issuer Acme Euro S.A.");
const away = { ...goodFacts, tables: null, feeds: null };

/** By part, state, and what it rests on. */
const cases: readonly (readonly [when: string, facts: StandingFacts])[] = [
  ['all is good', goodFacts],
  ['issuer: with a legal name', issued({ legalName: 'Acme Euro Société Anonyme' })],
  ['issuer: none is declared', withRecord({ issuer: null })],
  ['issuer: its check is pending', issued({ kyiStatus: 'pending' })],
  ['issuer: it was not checked', issued({ kyiStatus: 'none' })],
  ['issuer: it was rejected', issued({ kyiStatus: 'rejected' })],
  ['issuer: its verification ended', issued({ kyiStatus: 'revoked' })],
  ['issuer: its verification ended on no stated day', issued({ kyiStatus: 'revoked', kyiAt: null })],
  ['control: two of two proven', held([owner, second], [owner, second])],
  ['control: two of three proven', held([owner, second, third], [owner, second])],
  ['control: one of three proven', held([owner, second, third], [owner])],
  ['control: none of two proven', held([owner, second], [])],
  ['control: the one authority is not proven', held([owner], [])],
  ['control: none observed', held([], [])],
  ['control: the reading is old', withTables({ chainStatedAt: now - 30 * day })],
  ['control: the chain was not read', withTables({ chainStatedAt: null })],
  ['control: no contract', withTables({ hasNoContract: true })],
  ['lists: one is old', withFiles({ 'un-sc': now - 30 * day })],
  ['lists: one was never read', withFiles({ 'un-sc': null })],
  ['lists: none was read', withFiles({ 'un-sc': null, 'ofac-addresses': null })],
  ['lists: nothing to compare', withTables({ compared: { names: 0, wallets: 0, authorities: 0 } })],
  ['lists: not published', { ...goodFacts, hidesMatches: true }],
  ['lists: a candidate is no part of it', withTables({ candidates: ['sanctions:a'] })],
  ['lists: a match', withTables({ matches: [named] })],
  ['lists: two matches', withTables({ matches: [named, match('Another.', 'sanctions:b')] })],
  ['lists: three matches', withTables({ matches: [named, match('B', 'sanctions:b'), match('C', 'sanctions:c')] })],
  ['transfers: paused', withTables({ isPaused: true, pausedSince: now - 3 * day })],
  ['register: the authorisation ended', withTables({ rows: [{ ...row, endsAt: now - day }] })],
  ['register: the row is gone', withTables({ rows: [{ ...row, status: 'removed' }] })],
  [
    'register: the entity is not active',
    withTables({ rows: [{ ...row, polarity: 'identity', matchedBy: 'issuer', isInactive: true }] }),
  ],
  [
    'register: a list of non-compliant entities',
    withTables({ rows: [{ ...row, polarity: 'non_compliant', matchedBy: 'issuer' }] }),
  ],
  [
    'documents: unreachable',
    withTables({ documents: [{ kind: 'terms', readAt: now - 9 * day, isUnreachable: true }] }),
  ],
  ['agreement: sources differ', withTables({ checks: ['differ'] })],
  [
    'all that can be is against it',
    {
      ...issued({ kyiStatus: 'revoked' }),
      tables: { ...withTables({ matches: [named], isPaused: true, checks: ['differ'] }).tables },
    } as StandingFacts,
  ],
  ['the tables are away', away],
];

const sentenceAt = (facts: StandingFacts) => sentenceOf({ facts, standing: publicStandingOf(facts, now), token });

test('PG-1 the sentence for each row of the standing table is the approved one', () => {
  const text = cases.map(([when, facts]) => {
    const { title, parts } = sentenceAt(facts);
    return `${when}\n  ${title}\n${parts.map((part) => `  - ${part}`).join('\n')}\n`;
  });
  approve('standing-sentences.txt', text.join('\n'));
});

test('PG-1 a sentence has at most four parts, states what is against the token first, and no candidate', () => {
  for (const [when, facts] of cases) {
    const { parts } = sentenceAt(facts);
    assert.ok(parts.length >= 2 && parts.length <= 4, when);
    assert.not.match(parts.join(' '), /possible|candidate|undefined|NaN/, when);
    const adverse = publicStandingOf(facts, now).parts.filter(({ state }) => state === 'adverse');
    if (adverse.length > 0) assert.not.match(parts[0] ?? '', /verified on|No match|authorities have/, when);
  }
});

test.run();
