/** Random rows of lists and registers, with subjects that match some of them. */
import fc from 'fast-check';
import type { RegisterRow, SanctionsEntry, Subject } from '../../../schemas/generated/records.ts';
import { entry, listedWallet, row, subject, wallet } from './harness.ts';

/** One event of a join: a row, the subjects of an asset, the last row once more, or a restart. */
export type Step<V> =
  | { readonly kind: 'row'; readonly make: (time: number) => V }
  | { readonly kind: 'subjects'; readonly assetId: string; readonly subjects: readonly Subject[] }
  | { readonly kind: 'again' }
  | { readonly kind: 'restart' };

const addresses = [
  '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
  '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
] as const;
const ids = ['A', 'B', 'C'] as const;
const leis = ['969500OYUDADGZKCR583', '5493001KJTIIGC8Y1R12'] as const;

const since = fc.constantFrom(
  { since: 50, sinceObservationId: 'one' },
  { since: 350, sinceObservationId: 'two' },
  { since: 5_000, sinceObservationId: 'three' },
);
const roles = fc.constantFrom(['issuer'], ['issuer', 'treasury'], ['custodian']);
const unique = (all: readonly Subject[]): readonly Subject[] =>
  [...new Map(all.map((one) => [one.key, one])).values()].sort((a, b) => (a.key < b.key ? -1 : 1));

const walletSubject = fc
  .tuple(fc.constantFrom(...addresses), since, roles)
  .map(([address, from, role]) => wallet(address, { ...from, roles: role }));
export const identifierSubject = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...ids).map((id) => ['dti', id] as const),
      fc.constantFrom(...leis).map((lei) => ['lei', lei] as const),
    ),
    since,
    roles,
  )
  .map(([[kind, value], from, role]) => subject(kind, value, { ...from, roles: role }));

/** Identifiers of a party: its name, its LEI and its registration number. */
const partySubject = fc
  .record({
    partyId: fc.constantFrom('p1', 'p2'),
    kind: fc.constantFrom('party', 'lei', 'registration'),
    name: fc.constantFrom('Zenithal SAS', 'Zenithal', 'Orthogonal GmbH'),
    lei: fc.constantFrom(...leis),
    country: fc.constantFrom('FR', 'DE', null),
    from: since,
    roles,
  })
  .map(({ partyId, kind, name, lei, country, from, roles: role }) => {
    const owner = { partyId, partyName: name, country, roles: role, ...from };
    if (kind === 'party') return subject('party', partyId, { ...owner, display: name, names: [name, 'Zenith'] });
    if (kind === 'lei') return subject('lei', lei, { ...owner, country: null });
    return subject('registration', `${country}:12345`, { ...owner, display: '12345' });
  });

export const entryStep: fc.Arbitrary<Step<SanctionsEntry>> = fc
  .record({
    entryId: fc.constantFrom('e1', 'e2'),
    status: fc.constantFrom('listed', 'listed', 'removed'),
    wallets: fc.uniqueArray(fc.constantFrom(...addresses), { maxLength: 3 }),
    programs: fc.constantFrom(['P'], ['P', 'Q']),
    names: fc.uniqueArray(fc.constantFrom('ZENITHAL S.A.S.', 'ORTHOGONAL', 'ZENITH', 'ZENITHAL AG'), { maxLength: 2 }),
    entityType: fc.constantFrom('organisation', 'organisation', 'person'),
    countries: fc.constantFrom([], ['FR'], ['DE', 'FR']),
    identifiers: fc.uniqueArray(fc.constantFrom(...leis, '12345'), { maxLength: 2 }),
  })
  .map(({ wallets, names, identifiers, entryId, ...over }) => ({
    kind: 'row',
    make: (asOf) =>
      entry(entryId, {
        ...over,
        asOf,
        wallets: wallets.map((address) => listedWallet('ETH', address)),
        names: names.map((name, index) => ({ name, kind: index === 0 ? 'primary' : 'alias', weak: false })),
        identifiers: identifiers.map((value) => ({
          kind: value === '12345' ? 'registration' : 'lei',
          value,
          country: null,
        })),
      }),
  }));

export const screened = fc.oneof(walletSubject, partySubject);

export const rowStep: fc.Arbitrary<Step<RegisterRow>> = fc
  .record({
    rowId: fc.constantFrom('r1', 'r2', 'r3'),
    status: fc.constantFrom('listed', 'listed', 'missing', 'held', 'removed'),
    lei: fc.option(fc.constantFrom(...leis)),
    dtis: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 2 }),
    note: fc.constantFrom('', 'x', 'y'),
    inFirstSnapshot: fc.boolean(),
  })
  .map(({ rowId, note, ...over }) => ({
    kind: 'row',
    make: (asOf) => row(rowId, { ...over, asOf, columns: { ...row('r').columns, note } }),
  }));

export function steps<V>(
  rowSteps: fc.Arbitrary<Step<V>>,
  one: fc.Arbitrary<Subject>,
): fc.Arbitrary<readonly Step<V>[]> {
  const subjectsStep = fc
    .tuple(fc.constantFrom('asset-1', 'asset-2'), fc.array(one, { maxLength: 4 }))
    .map(([assetId, all]): Step<V> => ({ kind: 'subjects', assetId, subjects: unique(all) }));
  return fc.array(
    fc.oneof(
      { weight: 4, arbitrary: rowSteps },
      { weight: 4, arbitrary: subjectsStep },
      { weight: 1, arbitrary: fc.constant<Step<V>>({ kind: 'again' }) },
      { weight: 1, arbitrary: fc.constant<Step<V>>({ kind: 'restart' }) },
    ),
    { maxLength: 25 },
  );
}
