/** Observations of one asset as fast-check makes them: few values, so that they repeat, return and collide. */
import fc from 'fast-check';
import type { ListMatchValue, RegisterColumnValue, RegisterListedValue, RowNames } from '../../../schemas/facts.ts';
import type { Observation } from '../../../schemas/generated/records.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { authority, cell, contractKey, declared, declaredParty, kyi, match, proof, row, status } from './builders.ts';

/** Texts of a source: spaces, marks, braces, letters that spell none of our words. */
const sourceText = fc.string({
  unit: fc.constantFrom(...Array.from('abcé '), '\u00a0', '\n', '"', '<', '{', '}', '$', '&', '😀', '.'),
  maxLength: 12,
});
const time = fc.integer({ min: -8.64e15, max: 8.64e15 });
const smallTime = fc.integer({ min: 0, max: 20 });
const meaning = fc.constantFrom<RegisterColumnValue['meaning'] | 'moon_phase'>(
  'authority',
  'country',
  'legal_name',
  'commercial_name',
  'lei',
  'address',
  'website',
  'authorisation_date',
  'authorisation_end',
  'authorisation_kind',
  'exemption',
  'services',
  'passport',
  'dti',
  'ffg',
  'white_paper_link',
  'white_paper_date',
  'infringement',
  'reason',
  'decision_date',
  'comments',
  'last_update',
  'moon_phase',
);
const cellText = fc.oneof(
  sourceText,
  fc.constantFrom('YES', 'NO', 'EMT_NO_WP', 'https://a.b/c', 'https://b.b/c', 'https://'),
);

const columnValue: fc.Arbitrary<RegisterColumnValue | null> = fc.option(
  fc
    .record(
      {
        meaning,
        label: sourceText,
        register: sourceText,
        entity: sourceText,
        matchedBy: fc.constantFrom('identifier', 'issuer'),
        text: cellText,
        items: fc.array(sourceText, { maxLength: 3 }),
        elsewhere: fc.array(sourceText, { maxLength: 2 }),
        date: fc.oneof(fc.constantFrom('2026-01-29', '2026-02-30', '2027-01-01', ''), sourceText),
      },
      { requiredKeys: ['meaning', 'label', 'register', 'entity', 'matchedBy', 'text'] },
    )
    .map((value) => value as RegisterColumnValue),
);

const rowNames: fc.Arbitrary<RowNames> = fc.record({
  entity: sourceText,
  lei: fc.option(sourceText),
  identifiers: fc.array(sourceText, { maxLength: 2 }),
});

const listedValues: fc.Arbitrary<Omit<RegisterListedValue, 'subjectKey' | 'sinceObservationId'>> = fc
  .record(
    {
      status: fc.constantFrom(...termsOf('rowStatus')),
      news: fc.boolean(),
      register: sourceText,
      polarity: fc.constantFrom<'authorised' | 'non_compliant'>('authorised', 'non_compliant'),
      entity: sourceText,
      token: sourceText,
      matchedBy: fc.constantFrom<'identifier' | 'issuer'>('identifier', 'issuer'),
      asOf: time,
      firstSeenAt: time,
      successorRowIds: fc.array(sourceText, { maxLength: 3 }),
      nowNames: fc.option(rowNames, { freq: 2 }),
    },
    { noNullPrototype: true },
  )
  .map(({ nowNames, ...value }) => (nowNames === null || value.news ? value : { ...value, nowNames }));

const particular = fc.option(
  fc.record({ kind: fc.constantFrom<'country' | 'date'>('country', 'date'), value: sourceText }),
);

const matchMembers = {
  status: fc.constantFrom<'matched' | 'cleared'>('matched', 'cleared'),
  level: fc.constantFrom(...termsOf('matchLevel')),
  list: sourceText,
  entryId: fc.constant('entry'),
  entryName: sourceText,
  programs: fc.array(sourceText, { maxLength: 2 }),
  listedAs: fc.array(sourceText, { maxLength: 2 }),
  subject: fc.record({
    key: fc.constant(contractKey),
    kind: fc.constantFrom('wallet', 'lei', 'isin', 'dti', 'ffg', 'party', 'constructor'),
    display: sourceText,
    roles: fc.array(fc.constantFrom('contract', 'authority:owner', 'custodian', 'toString', 'signer:x', ''), {
      maxLength: 2,
    }),
    partyName: fc.option(sourceText),
  }),
  otherEncoding: fc.boolean(),
  asOf: time,
  listedSince: time,
  inFirstSnapshot: fc.boolean(),
  byName: fc.record({ ours: sourceText, particular }),
  listedOn: fc.oneof(fc.constant('2026-01-29'), sourceText),
  countries: fc.array(sourceText, { maxLength: 2 }),
  dates: fc.array(sourceText, { maxLength: 2 }),
} as const;
const optionalMembers = ['byName', 'listedOn', 'countries', 'dates'] as const;

const matchValues: fc.Arbitrary<Omit<ListMatchValue, 'sinceObservationId'>> = fc
  .record(matchMembers, {
    requiredKeys: (Object.keys(matchMembers) as (keyof typeof matchMembers)[]).filter(
      (name) => !optionalMembers.includes(name as 'byName'),
    ),
    noNullPrototype: true,
  })
  .chain((value) =>
    fc.nat(9).map((n) => (n === 0 && value.status === 'cleared' ? { ...value, clearedBy: 'asset' as const } : value)),
  )
  .map((value) => value as Omit<ListMatchValue, 'sinceObservationId'>);

const wallet = fc.constantFrom(...['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}`));
const authorityValue = fc.option(
  fc.record({
    address: wallet,
    accountType: fc.constantFrom('regular', 'multisig'),
    signers: fc.uniqueArray(wallet, { maxLength: 2 }),
    threshold: fc.option(fc.integer({ min: 0, max: 2 })),
  }),
);

const kyiStatus = fc.option(fc.constantFrom(...termsOf('kyiStatus')));
const version = fc.constantFrom({ extractorVersion: '1' }, { extractorVersion: '1' }, { extractorVersion: '2' });
const identifiers = fc.constantFrom('DZNBQ9SG9', '3KL7N1R92', '3KL7N1R92');
const withDti = (dti: string) => ({ identifiers: { dti: [dti], ffg: [], isin: [] } });
const partyValue = fc.option(
  fc.record({
    lei: fc.option(fc.constant('5493001KJTIIGC8Y1R12')),
    wallets: fc.array(
      wallet.map((one) => `eip155:1:${one}`),
      { maxLength: 2 },
    ),
  }),
);

/** Cells of a few columns, each column with its meaning but for a stray one. */
const cells = fc
  .tuple(
    smallTime,
    fc.constantFrom('authorisation_end', 'exemption', 'white_paper_link', 'dti', 'comments', 'white_paper_date'),
    columnValue,
    fc.nat(9),
  )
  .map(([at, column, value, stray]) =>
    cell(at, column, value === null || stray === 0 ? value : { ...value, meaning: column as 'comments' }),
  );

/** Observations of an asset whose declaration is the observation `since`. */
export const observationsOf = (since: string): fc.Arbitrary<readonly Observation[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 2,
        arbitrary: fc.tuple(smallTime, fc.constantFrom('active', 'withdrawn')).map(([at, to]) => status(to, at)),
      },
      { weight: 2, arbitrary: fc.tuple(smallTime, kyiStatus).map(([at, to]) => kyi(to, at)) },
      {
        weight: 4,
        arbitrary: fc
          .tuple(smallTime, listedValues, version)
          .map(([at, value, by]) => row(at, { ...value, sinceObservationId: since }, by)),
      },
      { weight: 12, arbitrary: cells },
      {
        weight: 4,
        arbitrary: fc
          .tuple(smallTime, matchValues, version)
          .map(([at, value, by]) => match(at, { ...value, sinceObservationId: since }, by)),
      },
      { weight: 2, arbitrary: fc.tuple(smallTime, authorityValue).map(([at, value]) => authority(at, value)) },
      { weight: 1, arbitrary: fc.tuple(smallTime, wallet).map(([at, provedBy]) => proof(at, { provedBy })) },
      { weight: 1, arbitrary: fc.tuple(smallTime, identifiers).map(([at, dti]) => declared(at, withDti(dti))) },
      { weight: 1, arbitrary: fc.tuple(smallTime, partyValue).map(([at, value]) => declaredParty(at, value)) },
    ),
    { maxLength: 60 },
  );

/** Subject kinds, fields and sources that the fold knows, and some it does not. */
export const addresses = fc.constantFrom(
  ...([
    ['asset', 'declaration', 'registry'],
    ['asset', 'status', 'registry'],
    ['party', 'declaration', 'registry'],
    ['issuer', 'kyi', 'registry'],
    ['authority', 'authority', 'chain:eip155:1'],
    ['proof', 'proof', 'proof'],
    ['register_row', 'listed', 'register:r'],
    ['register_row', 'c', 'register:r'],
    ['list_entry', 'match', 'list:l'],
    ['control', 'rules', 'control'],
    ['review', 'match', 'review'],
    ['review', 'review', 'operator'],
    ['asset', 'redemption_fee', 'terms'],
    ['instrument', 'x', 'y'],
  ] as const),
);
