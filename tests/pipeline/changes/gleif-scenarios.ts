/** GLEIF's record of the issuer over time. */
import type { RegisterColumnValue, RegisterListedValue } from '../../../schemas/facts.ts';
import type { Change, Observation } from '../../../schemas/generated/records.ts';
import { at, cell, declaredAsset, lei, row } from './builders.ts';

const march = at('2026-03-02');
const april = at('2026-04-01');
const september = at('2026-09-15');
const name = 'Circle Internet Financial Europe SAS';

type Cell = Partial<RegisterColumnValue>;

const source = { sourceKey: 'register:gleif-lei', sourceUrl: 'https://goldencopy.gleif.org/lei2.xml.zip' };
const register = "GLEIF's index of LEI records";

export const recordListed = (
  observedAt: number,
  sinceObservationId: string,
  given: Partial<RegisterListedValue> = {},
): Observation =>
  row(
    observedAt,
    {
      register,
      polarity: 'identity',
      entity: name,
      token: lei,
      matchedBy: 'party',
      roles: ['issuer'],
      subjectKey: `lei:${lei}`,
      news: false,
      sinceObservationId,
      ...given,
    },
    source,
  );

export const recordCell = (observedAt: number, column: string, value: Cell | null): Observation =>
  cell(
    observedAt,
    column,
    value === null ? null : { register, entity: name, matchedBy: 'party', label: column, ...value },
    source,
  );

const registration = (text: string, successor?: string): Cell => ({
  meaning: 'lei_status',
  label: 'registration status',
  text,
  ...(successor === undefined ? {} : { successor }),
});
const entity = (text: string): Cell => ({ meaning: 'entity_status', label: 'entity status', text });
const legalName = (text: string, formerly: readonly string[] = []): Cell => ({
  meaning: 'legal_name',
  label: 'legal name',
  text,
  ...(formerly.length === 0 ? {} : { formerly }),
});

/** The record in March, and the column in April. */
export function recordChanges(
  column: string,
  old: Cell | null,
  current: Cell | null,
  roles: readonly string[] = ['issuer'],
): readonly Change[] {
  const { changes, leiSince } = declaredAsset();
  return changes(
    recordListed(march, leiSince, { roles }),
    recordCell(march, column, old),
    recordListed(april, leiSince, { roles }),
    recordCell(april, column, current),
  );
}

/** The record in March, then in the given states in April and September. */
export function recordComesAndGoes(...given: readonly Partial<RegisterListedValue>[]): readonly Change[] {
  const { changes, leiSince } = declaredAsset();
  return changes(
    ...given.map((value, index) => recordListed([march, april, september][index] ?? september, leiSince, value)),
  );
}

const renewal = (date: string): Cell => ({ meaning: 'next_renewal', label: 'next renewal date', text: date, date });
const former = ['Circle Europe SAS'];

export const gleifScenarios = {
  added: () => [
    {
      title: 'A record of the LEI of a party',
      changes: recordComesAndGoes({ news: true, firstSeenAt: march }),
    },
  ],
  removed: () => [
    {
      title: 'A record of the LEI of a party that is gone',
      changes: recordComesAndGoes({}, { status: 'missing' }, { status: 'removed' }),
    },
  ],
  status: () => [
    {
      title: 'An LEI that lapsed',
      changes: recordChanges('RegistrationStatus', registration('ISSUED'), registration('LAPSED')),
    },
    {
      title: 'An LEI that was renewed',
      changes: recordChanges('RegistrationStatus', registration('LAPSED'), registration('ISSUED')),
    },
    {
      title: 'An entity that was merged, with its successor',
      changes: recordChanges(
        'RegistrationStatus',
        registration('ISSUED'),
        registration('MERGED', '969500OYUDADGZKCR583 Circle Holdings Europe SA'),
      ),
    },
    {
      title: 'An entity that ended, without a successor',
      changes: recordChanges('RegistrationStatus', registration('LAPSED'), registration('RETIRED'), [
        'custodian',
        'trustee',
      ]),
    },
    {
      title: 'An LEI that is annulled',
      changes: recordChanges('RegistrationStatus', registration('ISSUED'), registration('ANNULLED')),
    },
    {
      title: 'An LEI that moves to another LEI issuer',
      changes: recordChanges('RegistrationStatus', registration('ISSUED'), registration('PENDING_TRANSFER')),
    },
    {
      title: 'An entity that is inactive',
      changes: recordChanges('EntityStatus', entity('ACTIVE'), entity('INACTIVE')),
    },
  ],
  detail: () => [
    {
      title: 'A legal name, the earlier one stated as previous',
      changes: recordChanges('LegalName', legalName('Circle Europe SAS'), legalName(name, former)),
    },
    { title: 'A legal name', changes: recordChanges('LegalName', legalName('Circle Europe SAS'), legalName(name)) },
    {
      title: 'A legal form in an LEI record',
      changes: recordChanges(
        'LegalForm',
        { meaning: 'legal_form', label: 'legal form', text: '6CHY' },
        { meaning: 'legal_form', label: 'legal form', text: '5RDO' },
      ),
    },
    {
      title: 'A successor stated',
      changes: recordChanges('SuccessorEntity', null, {
        meaning: 'successor',
        label: 'successor',
        text: '969500OYUDADGZKCR583 Circle Holdings Europe SA',
      }),
    },
    {
      title: 'A further previous name',
      changes: recordChanges(
        'PreviousNames',
        { meaning: 'previous_names', label: 'previous legal names', text: 'A', items: ['A'] },
        { meaning: 'previous_names', label: 'previous legal names', text: 'A | B', items: ['A', 'B'] },
      ),
    },
    {
      title: 'A renewal date',
      changes: recordChanges('NextRenewalDate', renewal('2026-05-01'), renewal('2027-05-01')),
    },
  ],
} as const;
