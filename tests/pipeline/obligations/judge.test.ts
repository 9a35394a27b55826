import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createMemoryState } from '../../../infra/state/memory.ts';
import { factsOf, type CurrentFact, storeFact } from '../../../pipeline/obligations/facts.ts';
import { judge } from '../../../pipeline/obligations/judge.ts';
import { obligations } from '../../../pipeline/obligations/v1/rules.ts';
import { at, day } from '../changes/builders.ts';

const registered = at('2026-01-01');
const today = at('2027-06-01');

const fact = (field: string, value: unknown, given: Partial<CurrentFact> = {}): CurrentFact => ({
  subjectKind: 'asset',
  subjectKey: '',
  field,
  sourceKey: 'report',
  since: registered,
  observationId: field,
  sourceUrl: 'https://issuer.example/report',
  value: value === null ? null : JSON.stringify(value),
  ...given,
});

const source = (kind: string, url: string): readonly CurrentFact[] => [
  fact('sources', [{ sourceId: kind, url, kind }], { sourceKey: 'registry' }),
  fact('read', { at: today - day, documentClass: 'pdf' }, { subjectKind: 'source', subjectKey: kind, sourceKey: kind }),
];

/** Verdict and sentence on one obligation. */
function judged(id: string, facts: readonly CurrentFact[], isSignificant = false): string {
  const state = createMemoryState();
  for (const one of [fact('registered_at', registered, { sourceKey: 'registry' }), ...facts])
    storeFact(state, 'a', one);
  const rule = obligations.find((one) => one.id === id);
  if (rule === undefined) throw new Error(`no obligation ${id}`);
  const { verdict, statement } = judge(rule, { facts: factsOf(state, 'a'), today, since: registered, isSignificant });
  return `${verdict}. ${statement.slice(rule.title.length + 2)}`;
}

const report = (...classes: readonly (readonly [string, number])[]): readonly CurrentFact[] => [
  ...source('report', 'https://issuer.example/report'),
  fact('report', {
    asOf: '2027-04-30',
    publishedAt: null,
    currency: 'EUR',
    tokens: '9',
    totalSupply: '9',
    reserves: '9',
    classes: classes.map(([code, share]) => ({ code, share })),
    longestDays: null,
  }),
];

const deposits = [
  ['30 % of deposits, and the rest low-risk', 'bank_deposit', 3_000, 'govt_bill_le93d', false, /^evidenced/],
  [
    'less than 30 %',
    'bank_deposit',
    2_999,
    'govt_mmf',
    false,
    /^contradicted.*29\.99 % of the reserve; the rule names 30 %/,
  ],
  ['of a significant token, less than 60 %', 'bank_deposit', 5_999, 'govt_mmf', true, /^contradicted.*names 60 %/],
  ['of a significant token, 60 %', 'central_bank_balance', 6_000, 'govt_mmf', true, /^evidenced/],
  ['the rest is at risk', 'bank_deposit', 9_900, 'crypto', false, /^contradicted.*\(the reserve has crypto/],
  ['the rest has no class', 'bank_deposit', 9_900, 'unspecified', false, /^not_checked.*is open/],
  ['the rest may be low-risk', 'bank_deposit', 9_900, 'govt_note', false, /^not_checked.*government notes/],
] as const;

for (const [what, code, share, rest, isSignificant, expected] of deposits) {
  test(`EMT-06: ${what}`, () =>
    assert.match(judged('EMT-06', report([code, share], [rest, 10_000 - share]), isSignificant), expected));
}

test('EMT-06 is checked only where a report is declared', () =>
  assert.match(judged('EMT-06', source('terms', 'https://issuer.example/terms')), /^not_checked.*no declared source/));

const reserve = (days: string, codes = ['bank_deposit']): readonly CurrentFact[] => [
  ...source('report', 'https://issuer.example/report'),
  fact('reserve_asset_classes', { codes }),
  fact('reserve_coverage_ratio', { percent: '100' }),
  fact('reserve_max_maturity', { days, count: 'calendar' }),
];

for (const [days, expected] of [
  ['93', /^evidenced/],
  ['94', /^not_checked.*longest reserve maturity: 94 days, and how days count between 93 and 96 is a question of law/],
  ['96', /^not_checked/],
  ['97', /^contradicted.*97 days; the rule names 93 days/],
] as const) {
  test(`GEN-03: a longest maturity of ${days} days`, () => assert.match(judged('GEN-03', reserve(days)), expected));
}

test('GEN-03: what another field contradicts is contradicted, whatever the maturity', () =>
  assert.match(judged('GEN-03', reserve('94', ['crypto'])), /^contradicted/));

const policy = (fee: string, since = registered): CurrentFact =>
  fact('redemption_fee', { bps: fee }, { sourceKey: 'terms', since });
const terms: readonly CurrentFact[] = [
  ...source('terms', 'https://issuer.example/terms'),
  fact('redemption_right', { code: 'any_holder_par_any_time' }, { sourceKey: 'terms' }),
  fact('redemption_settlement_time', { days: '1', count: 'business' }, { sourceKey: 'terms' }),
];

test('GEN-04: right, time and fee are stated, and a fee that changed before the rule counts is no matter', () => {
  assert.match(judged('GEN-04', [...terms, policy('0')]), /^evidenced/);
  assert.match(judged('GEN-04', [...terms, policy('0'), policy('10', at('2027-01-17'))]), /^evidenced/);
  assert.match(judged('GEN-04', terms), /^not_evidenced. not found in the terms document of issuer.example/);
});

test('GEN-04: the notice of a change of the fee is not checked, also after the fee was not stated for a while', () => {
  const changed =
    /^not_checked.*the redemption fee changed on 2 March 2027, and no source states when that was published/;
  assert.match(judged('GEN-04', [...terms, policy('0'), policy('10', at('2027-03-02'))]), changed);
  const gone = fact('redemption_fee', null, { sourceKey: 'terms', since: at('2027-02-01') });
  assert.match(judged('GEN-04', [...terms, policy('0'), gone, policy('10', at('2027-03-02'))]), changed);
  assert.match(judged('GEN-04', [...terms, policy('0'), gone, policy('0', at('2027-03-02'))]), /^evidenced/);
});

for (const id of ['EMT-08', 'GEN-01', 'GEN-02', 'OTH-03', 'OTH-04']) {
  test(`${id} has no reader: it is never anything but not checked, with the reason`, () =>
    assert.match(
      judged(id, [...report(['bank_deposit', 10_000]), ...reserve('10'), policy('0')]),
      /^not_checked. not checked, because no /,
    ));
}

const row = (field: string, value: object): CurrentFact =>
  fact(field, value, { subjectKind: 'register_row', subjectKey: 'row', sourceKey: 'register:esma-emtwp' });
const paper = (notified: string | null): readonly CurrentFact[] => [
  ...source('whitepaper', 'https://issuer.example/paper'),
  row('listed', { status: 'listed', register: 'a register' }),
  row('wp_url', { meaning: 'white_paper_link', text: 'https://issuer.example/paper', register: 'a register' }),
  ...(notified === null ? [] : [row('wp_date', { meaning: 'white_paper_date', text: notified, date: notified })]),
];

for (const [notified, expected] of [
  [null, /^not_checked.*the register states no day on which the white paper was notified/],
  ['2025-12-22', /^not_applicable. the white paper was notified on 22 December 2025, before 23 December 2025/],
  ['2025-12-23', /^not_evidenced. not found in .*; the document there has another form/],
  ['2027-05-02', /^not_evidenced/],
  ['2027-05-03', /^not_checked.*its evidence is due on 2 June 2027/],
] as const) {
  test(`EMT-07: a paper notified ${notified ?? 'on no stated day'}`, () =>
    assert.match(judged('EMT-07', paper(notified)), expected));
}

const entity = (key: string, roles: readonly string[], text: string): readonly CurrentFact[] => {
  const place = { subjectKind: 'register_row', subjectKey: key, sourceKey: 'register:gleif-lei' };
  return [
    fact('listed', { status: 'listed', register: 'GLEIF’s index', roles }, place),
    fact('status', { meaning: 'lei_status', text, register: 'GLEIF’s index' }, place),
  ];
};

test('ALL-01: the LEI of the issuer counts, whatever that of a custodian or of a parent is', () => {
  const others = [...entity('custodian', ['custodian'], 'LAPSED'), ...entity('parent', ['linked:parent'], 'LAPSED')];
  assert.match(judged('ALL-01', others), /^not_checked/);
  assert.is(
    judged('ALL-01', [...others, ...entity('i', ['issuer'], 'ISSUED')]),
    'evidenced. evidenced by GLEIF’s index.',
  );
  const lapsed = judged('ALL-01', entity('i', ['custodian', 'issuer'], 'LAPSED'));
  assert.is(
    lapsed,
    'contradicted. GLEIF’s index states otherwise (the LEI has the status LAPSED, first read on 1 January 2026).',
  );
});

const stated = source('terms', 'https://issuer.example/terms');
const ended = (field: string, value: unknown): readonly CurrentFact[] => [
  fact(field, value, { sourceKey: 'terms' }),
  fact(field, null, { sourceKey: 'terms', since: at('2027-02-01') }),
];

// Each was evidenced before: what ends is the evidence, and nothing states the opposite.
const noLonger: readonly (readonly [id: string, field: string, value: unknown, others: readonly CurrentFact[]])[] = [
  ['ART-04', 'redemption_fee', { bps: 0 }, [fact('redemption_right', { code: 'any_holder_par_any_time' })]],
  ['ART-04', 'redemption_right', { code: 'any_holder_par_any_time' }, [fact('redemption_fee', { bps: 0 })]],
  ['ART-05', 'yield_to_holders', { code: 'none' }, []],
  ['ART-07', 'complaints_contact', { text: 'complaints@issuer.example' }, []],
  ['EMT-03', 'redemption_right', { code: 'any_holder_par_any_time' }, [fact('redemption_fee', { bps: 0 })]],
];
for (const [id, field, value, others] of noLonger) {
  test(`${id}: a ${field} that is no longer disclosed is not evidenced, and the sentence names the day`, () => {
    const before = judged(id, [...stated, ...others, fact(field, value, { sourceKey: 'terms' })]);
    const after = judged(id, [...stated, ...others, ...ended(field, value)]);
    assert.match(before, /^evidenced/);
    assert.match(after, /^not_evidenced\. not found in the .* is no longer stated, first read on 1 February 2027\.$/);
  });
}

test('ART-06: a list that names no custodian any more is not evidenced', () => {
  const custodians = (...parties: readonly object[]): readonly CurrentFact[] => [
    fact('reserve_custodians', { parties }, { sourceKey: 'terms', since: at('2027-02-01') }),
    fact('custodian_status', { code: 'credit_institution' }, { sourceKey: 'terms' }),
  ];
  assert.match(judged('ART-06', [...stated, ...custodians({ name: 'Bank' })]), /^evidenced/);
  assert.match(judged('ART-06', [...stated, ...custodians()]), /^not_evidenced.* first read on 1 February 2027\.$/);
});

const held = (...authorities: readonly (readonly [type: string, isProved: boolean, address?: string])[]): CurrentFact =>
  fact(
    'authorities',
    authorities.map(([type, isProved, address = type]) => ({ type, address, isProved })),
    { sourceKey: 'registry', sourceUrl: null },
  );

for (const [what, facts, expected] of [
  ['the chain was not read', [], 'not_checked. not checked, because its chain has not been read whole.'],
  ['no account', [held()], 'not_applicable. the chain states no account with an authority.'],
  [
    'all are proved',
    [held(['owner', true], ['mint_authority', true])],
    'evidenced. evidenced by the proofs that this registry accepted.',
  ],
  [
    'some are not',
    [held(['mint_authority', false, 'a'], ['mint_authority', false, 'b'], ['owner', true], ['oracle', false])],
    'not_evidenced. not found; no current proof shows control of the mint authority and the oracle.',
  ],
  [
    'anyone can mint',
    [held(['mint_authority', false, 'anyone'], ['owner', true])],
    'not_checked. not checked, because anyone can use the mint authority, so that no account proves control.',
  ],
] as const) {
  test(`ALL-03: ${what}`, () => assert.is(judged('ALL-03', facts), expected));
}

test.run();
