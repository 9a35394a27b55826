/** Changes of one asset by explanation kind, for the approved texts. */
import { reviewedPairs, type ReviewGiven, reviewObservation } from '../../../pipeline/changes/reviews.ts';
import type { ListMatchValue } from '../../../schemas/facts.ts';
import type { Change, Observation } from '../../../schemas/generated/records.ts';
import type { ExplanationKind } from '../../../schemas/vocabulary.ts';
import {
  at,
  authority,
  cell,
  changesIn,
  declaredAsset,
  declaredParty,
  kyi,
  issuerId,
  lei,
  listedWallet,
  match,
  row,
  status,
  subjectsIn,
  usdc,
} from './builders.ts';
import { chainScenarios, tokenScenarios } from './families/chain/chain-scenarios.ts';
import { collateralScenarios, reserveMatchScenarios } from './families/collateral/collateral-scenarios.ts';
import { checkScenarios } from './families/checks/check-scenarios.ts';
import { edgeScenarios } from './families/edges/edge-scenarios.ts';
import { fieldScenarios } from './families/disclosure/field-scenarios.ts';
import { gleifScenarios } from './gleif-scenarios.ts';
import { sourceScenarios } from './families/source/source-scenarios.ts';

export interface Scenario {
  readonly title: string;
  readonly changes: readonly Change[];
}

const january = at('2026-01-29');
const february = at('2026-02-09');
const august = at('2026-08-21');
const allUnity = { entity: 'AllUnity GmbH', token: 'https://allunity.com/whitepaper, CHFAU' };
const inFebruary = { firstSeenAt: february };

const nonCompliant = {
  register: "ESMA's register of non-compliant entities",
  polarity: 'non_compliant',
  entity: 'Example Exchange',
  token: '',
} as const;

/** Applies the steps after the asset was declared; `since` introduced its contract and identifiers. */
function raised(steps: (since: string, leiSince: string) => readonly Observation[]): readonly Change[] {
  const { changes, since, leiSince } = declaredAsset();
  return changes(...steps(since, leiSince));
}

const ofIssuer = (sinceObservationId: string) =>
  ({ matchedBy: 'issuer', subjectKey: 'lei:5493001KJTIIGC8Y1R12', sinceObservationId }) as const;

type CellValue = NonNullable<Parameters<typeof cell>[2]>;

const column = (name: string, old: CellValue | null, current: CellValue | null): readonly Change[] =>
  raised(() => [cell(february, name, old), cell(august, name, current)]);

const exemption = (text: string): CellValue => ({ meaning: 'exemption', label: 'Exemption under Article 48(4)', text });
const link = (text: string): CellValue => ({ meaning: 'white_paper_link', label: 'White paper link', text });
const identifiers = (
  meaning: 'dti' | 'ffg',
  label: string,
  items: readonly string[],
  elsewhere: readonly string[] = [],
) =>
  ({
    meaning,
    label,
    text: items.join(' | '),
    items,
    ...(elsewhere.length === 0 ? {} : { elsewhere }),
  }) satisfies CellValue;
const tokens = (items: readonly string[], elsewhere?: readonly string[]): CellValue =>
  identifiers('dti', 'token identifiers', items, elsewhere);
const group = (items: readonly string[], elsewhere?: readonly string[]): CellValue =>
  identifiers('ffg', 'functionally fungible group', items, elsewhere);
const services = (items: readonly string[]): CellValue => ({
  meaning: 'services',
  label: 'authorised services',
  text: items.join(' | '),
  items,
});
const countries = (items: readonly string[]): CellValue => ({
  meaning: 'passport',
  label: 'countries of the services',
  text: items.join(' | '),
  items,
});
const dated = (meaning: 'authorisation_end' | 'white_paper_date', label: string, date: string): CellValue => ({
  meaning,
  label,
  text: date.split('-').reverse().join('/'),
  date,
});

const otherTokens = { entity: 'Circle Internet Financial Europe SAS', lei, identifiers: ['8F9FV1RW0', 'D1PFLVZDZ'] };

/** The list names the contract of the token. */
const ownContract = { entryId: usdc.toLowerCase(), entryName: usdc, listedAs: [`ETH ${usdc}`] };
/** The list names the key bytes of the contract as a Tron address. */
const tronForm = {
  level: 'L3',
  otherEncoding: true,
  encodings: { listed: ['tron'], ours: 'evm' },
  listedAs: ['TRX TQd22wygQNcAJt1yRwtPj8wApXtUHYXGhN'],
  entryName: 'TQd22wygQNcAJt1yRwtPj8wApXtUHYXGhN',
  programs: [],
} as const;
const issuersLei = { key: `lei:${lei}`, kind: 'lei', display: lei, roles: ['issuer'], partyName: 'Circle' };

const sdn = "OFAC's list of specially designated nationals";
/** An entry of the issuer's legal name. */
const sameName = {
  list: sdn,
  entryId: '12345',
  entryName: 'CIRCLE INTERNET FINANCIAL EUROPE',
  listedAs: ['NAME CIRCLE INTERNET FINANCIAL EUROPE'],
  level: 'L2',
  subject: {
    key: `party:${issuerId}`,
    kind: 'party',
    display: 'Circle Internet Financial Europe SAS',
    roles: ['issuer'],
    partyName: 'Circle',
    partyId: issuerId,
  },
  byName: { ours: 'Circle Internet Financial Europe SAS', particular: { kind: 'country', value: 'FR' } },
  listedOn: '2026-01-15',
} as const;
/** An alias of the entry is a name of the issuer; nothing else is equal. */
const sameAlias = {
  ...sameName,
  level: 'L3',
  entryName: 'SOMEBODY ELSE',
  listedAs: ['ALIAS CIRCLE', 'FORMER Circle Ltd'],
  byName: { ours: 'Circle', particular: null },
} as const;

/** The list states the name as a former one, in a name of its own and inside another one. */
const formerName = { ...sameAlias, listedAs: ['FORMER Circle Ltd'] } as const;
const formerNameInside = {
  ...sameAlias,
  entryName: 'BRINDLEMOOR (formerly Circle Ltd)',
  listedAs: ['NAME BRINDLEMOOR (formerly Circle Ltd)'],
  byName: { ours: 'Circle', particular: null, part: { name: 'Circle Ltd', mark: 'formerly', place: 'after' } },
} as const;

/** A listed name is similar to the legal name, and the entry states another country. */
const similarName = {
  ...sameName,
  level: 'L4',
  entryName: 'CIRCEL INTERNET FINANCE EUROPA',
  listedAs: ['NAME CIRCEL INTERNET FINANCE EUROPA'],
  countries: ['KP'],
  byName: {
    ours: 'Circle Internet Financial Europe SAS',
    particular: null,
    similar: {
      rules: 'match-v1',
      agreement: [
        { ours: 'Circle', listed: 'CIRCEL', by: 'spelling' },
        { ours: 'Internet', listed: 'INTERNET', by: 'same' },
        { ours: 'Financial', listed: 'FINANCE', by: 'meaning' },
        { ours: 'Europe', listed: 'EUROPA', by: 'meaning' },
      ],
      onlyOurs: [],
      onlyListed: [],
      pairs: [['Circle Internet Financial Europe SAS', 'CIRCEL INTERNET FINANCE EUROPA']],
      country: 'FR',
    },
  },
} satisfies Partial<ListMatchValue>;
/** Every other way in which words agree. */
const otherSimilarName = {
  ...similarName,
  countries: [],
  byName: {
    ...similarName.byName,
    similar: {
      ...similarName.byName.similar,
      agreement: [
        { ours: 'Газпром', listed: 'Gazprom', by: 'script' },
        { ours: 'محمد', listed: 'Mohammed', by: 'sound' },
        { ours: 'Good Will', listed: 'Goodwill', by: 'joined' },
        { ours: 'Good Wil', listed: 'Goodwill', by: 'joined' },
        { ours: 'Good Will', listed: 'Goo Dwill', by: 'joined' },
        { ours: 'V', listed: 'Viktorovich', by: 'initial' },
        { ours: 'Bill', listed: 'William', by: 'nickname' },
        { ours: 'III', listed: 'IV', by: 'number' },
      ],
      onlyOurs: ['Solutions'],
      onlyListed: ['Group', 'Trust'],
    },
  },
} satisfies Partial<ListMatchValue>;

function dismissedSimilarName(): readonly Change[] {
  const { change, changes, leiSince } = declaredAsset();
  const first = match(february, { ...similarName, sinceObservationId: leiSince });
  const candidate = change(first);
  const why = 'The entry is a shipyard that was founded in 1972.';
  const pairs = reviewedPairs(candidate, first);
  const given = { verdict: 'dismissed', by: 'A. Analyst', why, at: at('2026-02-11') } as const;
  const dismissed = change(reviewObservation(candidate, { ...given, ...(pairs === undefined ? {} : { pairs }) }));
  const further = { ...similarName.byName.similar, pairs: [...similarName.byName.similar.pairs, ['Circle', 'CIRCEL']] };
  const again = { ...similarName, byName: { ...similarName.byName, similar: further } };
  const gone = { ...similarName, sinceObservationId: leiSince };
  return [
    dismissed,
    ...changes(match(august, { ...again, sinceObservationId: leiSince }), match(august + 86_400_000, gone)),
  ];
}

function confirmedSimilarName(): readonly Change[] {
  const { change, changes, leiSince } = declaredAsset();
  const candidate = change(match(february, { ...similarName, sinceObservationId: leiSince }));
  const given = { verdict: 'confirmed', by: 'A. Analyst', why: 'Same address.', at: at('2026-02-11') } as const;
  change(reviewObservation(candidate, given));
  const cleared = { ...similarName, status: 'cleared', clearedBy: 'asset', sinceObservationId: leiSince } as const;
  return changes(match(august, cleared));
}

/** The candidate, and its later revisions. */
function reviewedName(verdict: ReviewGiven['verdict'], then: Partial<ListMatchValue> | null = null): readonly Change[] {
  const { change, changes, leiSince } = declaredAsset();
  const candidate = change(match(february, { ...sameName, sinceObservationId: leiSince }));
  const why =
    verdict === 'confirmed' ? 'Same address, same directors.' : 'The entry is a shipyard that was founded in 1972.';
  const given = { verdict, by: 'A. Analyst', why, at: at('2026-02-11') };
  const reviewed = change(reviewObservation(candidate, given));
  if (then === null) return [reviewed];
  return changes(match(august, { ...sameName, ...then, sinceObservationId: leiSince }));
}

/** What taking back its review made of a candidate. */
function reopenedName(verdict: 'confirmed' | 'dismissed'): readonly Change[] {
  const { change, changes, leiSince } = declaredAsset();
  const candidate = change(match(february, { ...sameName, sinceObservationId: leiSince }));
  change(reviewObservation(candidate, { verdict, by: 'A. Analyst', why: 'As its address is.', at: at('2026-02-11') }));
  const why = 'The address of the entry is that of a warehouse.';
  return changes(reviewObservation(candidate, { verdict: 'reopened', by: 'B. Analyst', why, at: at('2026-02-12') }));
}

function rotatedWallet(): readonly Change[] {
  const { outputs, changes } = declaredAsset();
  const owner = authority(january, { address: listedWallet });
  const [written] = subjectsIn(outputs(owner));
  const subject = written?.subjects.find((one) => one.sinceObservationId === owner.id);
  const given = {
    subject: {
      key: subject?.key ?? '',
      kind: 'wallet',
      display: listedWallet,
      roles: subject?.roles ?? [],
      partyName: null,
    },
    sinceObservationId: owner.id,
  };
  changes(match(february, given));
  const rotated = changesIn(outputs(authority(august, { address: '0x1111111111111111111111111111111111111111' })));
  return rotated.filter(({ category }) => category === 'sanctions');
}

/** Scenarios of every explanation kind that can occur now. */
export const scenarios: Partial<Record<ExplanationKind, () => readonly Scenario[]>> = {
  ...sourceScenarios,
  ...chainScenarios,
  ...collateralScenarios,
  ...edgeScenarios,
  ...checkScenarios,
  ...Object.fromEntries(
    Object.entries(fieldScenarios).map(([kind, make]) => [
      kind,
      () => [...make(), ...(tokenScenarios[kind as ExplanationKind]?.() ?? [])],
    ]),
  ),
  register_added: () => [
    {
      title: 'A row that names the token',
      changes: raised((since) => [row(february, { ...inFebruary, sinceObservationId: since })]),
    },
    {
      title: 'A row of the issuer',
      changes: raised((_, leiSince) => [row(february, { ...allUnity, ...inFebruary, ...ofIssuer(leiSince) })]),
    },
    {
      title: 'A row of a register of non-compliant entities',
      changes: raised((_, leiSince) => [
        row(february, {
          ...nonCompliant,
          ...inFebruary,
          ...ofIssuer(leiSince),
        }),
      ]),
    },
    {
      title: 'A row of a register of non-compliant entities that was gone for a time',
      changes: raised((_, leiSince) => [
        row(january, { ...nonCompliant, news: false, ...ofIssuer(leiSince) }),
        row(february, { ...nonCompliant, status: 'removed', ...ofIssuer(leiSince) }),
        row(august, { ...nonCompliant, ...ofIssuer(leiSince) }),
      ]).slice(1),
    },
    {
      title: 'A row that is held, then released as new',
      changes: raised((since) => [
        row(february, { status: 'held', ...inFebruary, sinceObservationId: since }),
        row(august, { ...inFebruary, sinceObservationId: since }),
      ]),
    },
    {
      title: 'A row that is held, then part of another',
      changes: raised((since) => [
        row(february, { status: 'held', ...inFebruary, sinceObservationId: since }),
        row(august, { status: 'removed', ...inFebruary, sinceObservationId: since }),
      ]),
    },
    {
      title: 'A row that was removed and returns',
      changes: raised((since) => [
        row(january, { news: false, sinceObservationId: since }),
        row(february, { status: 'removed', sinceObservationId: since }),
        row(august, { sinceObservationId: since }),
      ]).slice(1),
    },
    ...gleifScenarios.added(),
  ],
  register_removed: () => [
    {
      title: 'A row that left the register',
      changes: raised((since) => [
        row(january, { news: false, sinceObservationId: since }),
        row(february, { status: 'missing', sinceObservationId: since }),
        row(august, { status: 'removed', sinceObservationId: since }),
      ]),
    },
    {
      title: 'A row that left a register of non-compliant entities',
      changes: raised((_, leiSince) => [
        row(january, { ...nonCompliant, news: false, ...ofIssuer(leiSince) }),
        row(february, { ...nonCompliant, status: 'missing', ...ofIssuer(leiSince) }),
        row(august, { ...nonCompliant, status: 'removed', ...ofIssuer(leiSince) }),
      ]),
    },
    {
      title: 'A suspected new key, then the row is found',
      changes: raised((_, leiSince) => [
        row(january, { ...allUnity, news: false, ...ofIssuer(leiSince) }),
        row(february, { ...allUnity, status: 'held', successorRowIds: ['a', 'b', 'c'], ...ofIssuer(leiSince) }),
        row(august, { ...allUnity, ...ofIssuer(leiSince) }),
      ]),
    },
    {
      title: 'A suspected new key, then the row is gone',
      changes: raised((since) => [
        row(january, { news: false, sinceObservationId: since }),
        row(february, { status: 'held', successorRowIds: ['a'], sinceObservationId: since }),
        row(august, { status: 'removed', sinceObservationId: since }),
      ]),
    },
    {
      title: 'A suspected new key, then the row is about other tokens',
      changes: raised((_, leiSince) => [
        row(january, { ...allUnity, news: false, ...ofIssuer(leiSince) }),
        row(february, { ...allUnity, status: 'held', successorRowIds: ['a', 'b'], ...ofIssuer(leiSince) }),
        row(august, { ...allUnity, nowNames: otherTokens, ...ofIssuer(leiSince) }),
      ]),
    },
    { title: 'A suspected new key, then the asset no longer names the issuer', changes: issuerLeft() },
    ...gleifScenarios.removed(),
  ],
  register_status_changed: () => [
    {
      title: 'The asset is withdrawn from this registry',
      changes: raised(() => [status('active', january), status('withdrawn', february)]),
    },
    {
      title: 'The asset is active again',
      changes: raised(() => [status('withdrawn', january), status('active', february)]),
    },
    {
      title: 'The KYI verification of the issuer ends',
      changes: raised(() => [kyi('verified', january), kyi('revoked', february)]),
    },
    {
      title: 'The issuer is verified',
      changes: raised(() => [kyi(null, january), kyi('verified', february)]),
    },
    {
      title: 'A register states the end of the authorisation',
      changes: column(
        'ac_authorisationEndDate',
        null,
        dated('authorisation_end', 'Authorisation end date', '2026-06-30'),
      ),
    },
    ...gleifScenarios.status(),
  ],
  register_detail_changed: () => [
    {
      title: 'White paper link, same host',
      changes: column('wp_url', link('https://a.example/x.pdf'), link('https://a.example/y.pdf')),
    },
    { title: 'White paper link stated', changes: column('wp_url', null, link('https://a.example/x.pdf')) },
    {
      title: 'White paper link replaced by a code',
      changes: column('wp_url', link('https://a.example/x.pdf'), link('EMT_NO_WP')),
    },
    {
      title: 'A further token identifier',
      changes: column('ae_DTI', tokens(['3KL7N1R92']), tokens(['3KL7N1R92', 'B1QZ4MSWM'])),
    },
    {
      title: 'Token identifiers, the first ones',
      changes: column('ae_DTI', null, tokens(['3KL7N1R92', 'B1QZ4MSWM'])),
    },
    {
      title: 'Token identifiers, none left',
      changes: column('ae_DTI', tokens(['3KL7N1R92', 'B1QZ4MSWM']), null),
    },
    {
      title: 'An identifier that moves to the other column',
      changes: column('ae_DTI_FFG', group(['VP84J2JSS']), group([], ['VP84J2JSS'])),
    },
    {
      title: 'An identifier that changes places with others',
      changes: column(
        'ae_DTI',
        tokens(['3KL7N1R92'], ['VP84J2JSS', 'D1PFLVZDZ']),
        tokens(['VP84J2JSS', 'D1PFLVZDZ'], ['3KL7N1R92']),
      ),
    },
    {
      title: 'A row that names other tokens, then the token again',
      changes: raised((since) => [
        row(january, { news: false, sinceObservationId: since }),
        row(february, { nowNames: otherTokens, sinceObservationId: since }),
        row(august, { news: false, sinceObservationId: since }),
      ]),
    },
    {
      title: 'A row that names no token any more',
      changes: raised((since) => [
        row(january, { news: false, sinceObservationId: since }),
        row(february, { nowNames: { ...otherTokens, identifiers: [] }, sinceObservationId: since }),
      ]),
    },
    {
      title: 'A row of the issuer that names another entity, then the issuer again',
      changes: raised((_, leiSince) => [
        row(january, { ...allUnity, news: false, ...ofIssuer(leiSince) }),
        row(february, {
          ...allUnity,
          nowNames: { entity: 'Example GmbH', lei: '96950001WI712W7PQG45', identifiers: [] },
          ...ofIssuer(leiSince),
        }),
        row(august, { ...allUnity, news: false, ...ofIssuer(leiSince) }),
      ]),
    },
    {
      title: 'Services that an entity is authorised for',
      changes: column('ac_serviceCode', services(['a', 'c', 'e']), services(['a', 'c', 'd', 'j'])),
    },
    {
      title: 'Countries of the services',
      changes: column('ac_serviceCode_cou', countries(['DE', 'FR', 'LI']), countries(['DE', 'FR', 'GR'])),
    },
    {
      title: 'Another service provider beside the entity',
      changes: column(
        'ae_lei_name_casp',
        { meaning: 'service_provider', label: 'name of the service provider', text: 'Payward Global Solutions LTD' },
        { meaning: 'service_provider', label: 'name of the service provider', text: 'Bitstamp Europe S.A.' },
      ),
    },
    {
      title: 'An identifier that is not valid any more',
      changes: column(
        'ae_lei',
        { meaning: 'lei', label: 'LEI', text: '96950001WI712W7PQG45' },
        { meaning: 'lei', label: 'LEI', text: '9.60E+19' },
      ),
    },
    {
      title: 'A reason that an authority states',
      changes: column('ae_reason', null, {
        meaning: 'reason',
        label: 'reason of the authority',
        text: 'The entity provides crypto-asset services without the required authorisation.',
      }),
    },
    { title: 'An exemption', changes: column('ae_exemption48_4', exemption('NO'), exemption('YES')) },
    {
      title: 'Countries of the services where none were stated',
      changes: column('ac_serviceCode_cou', null, countries(['DE', 'FR'])),
    },
    {
      title: 'A date that moved back',
      changes: column(
        'wp_authorisationNotificationDate',
        dated('white_paper_date', 'White paper notification date', '2026-02-17'),
        dated('white_paper_date', 'White paper notification date', '2026-01-19'),
      ),
    },
    {
      title: 'A date that is stated where there was none',
      changes: column(
        'wp_authorisationNotificationDate',
        null,
        dated('white_paper_date', 'White paper notification date', '2026-01-19'),
      ),
    },
    {
      title: 'A date that is no longer stated',
      changes: column(
        'wp_authorisationNotificationDate',
        dated('white_paper_date', 'White paper notification date', '2026-01-19'),
        null,
      ),
    },
    {
      title: 'A comment where there was none',
      changes: column('wp_comments', null, { text: 'Offered to the public in France.' }),
    },
    {
      title: 'Another comment',
      changes: column(
        'wp_comments',
        { text: 'Offered to the public in France.' },
        { text: 'Offered to the public in France and Spain.' },
      ),
    },
    {
      title: 'A comment that is blanked',
      changes: column('wp_comments', { text: 'Offered to the public in France.' }, null),
    },
    {
      title: 'A column without a rule',
      changes: column(
        'ae_infrigment',
        { meaning: 'infringement', label: 'finding of ESMA under Article 17', text: 'No' },
        { meaning: 'infringement', label: 'finding of ESMA under Article 17', text: 'Yes' },
      ),
    },
    ...gleifScenarios.detail(),
  ],
  register_corrected: () => [
    {
      title: 'An identifier is corrected',
      changes: column(
        'ae_lei',
        { meaning: 'lei', label: 'LEI', text: '9.60E+19' },
        { meaning: 'lei', label: 'LEI', text: '96950001WI712W7PQG45' },
      ),
    },
    {
      title: 'The end of the authorisation is taken back',
      changes: column(
        'ac_authorisationEndDate',
        dated('authorisation_end', 'Authorisation end date', '2026-06-30'),
        null,
      ),
    },
  ],
  list_match_added: () => [
    ...(reserveMatchScenarios.list_match_added?.() ?? []),
    {
      title: 'The contract of the token is on the list',
      changes: raised((since) => [match(at('2024-01-12'), { ...ownContract, sinceObservationId: since })]),
    },
    {
      title: 'A wallet of the custodian, listed later',
      changes: raised((since) => [
        match(at('2024-01-12'), {
          inFirstSnapshot: false,
          programs: ['DPRK3', 'CYBER2'],
          subject: {
            key: 'wallet:evm:a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
            kind: 'wallet',
            display: listedWallet,
            roles: ['custodian'],
            partyName: 'Vault Ltd',
          },
          sinceObservationId: since,
        }),
      ]),
    },
    {
      title: 'The LEI of the issuer, under an entry with a name',
      changes: raised((_, leiSince) => [
        match(february, {
          list: 'the consolidated list of the European Union',
          entryId: 'EU.1234.56',
          entryName: 'EXAMPLE PAYMENTS LTD',
          programs: ['UKR'],
          listedAs: ['LEI 5493001KJTIIGC8Y1R12'],
          inFirstSnapshot: false,
          listedSince: january,
          subject: issuersLei,
          sinceObservationId: leiSince,
        }),
      ]),
    },
    {
      title: 'The registration number of the custodian',
      changes: raised((_, leiSince) => [
        match(
          february,
          {
            list: sdn,
            entryName: 'VAULT LTD',
            listedAs: ['REGISTRATION 01234567'],
            listedOn: '2026-01-15',
            subject: {
              key: `lei:${lei}`,
              kind: 'registration',
              display: '01234567',
              roles: ['custodian'],
              partyName: 'Vault',
            },
            sinceObservationId: leiSince,
          },
          { subjectKey: 'ofac-sdn:1:party:v' },
        ),
      ]),
    },
    {
      title: 'The LEI of a parent of the issuer',
      changes: raised((_, leiSince) => [
        match(february, {
          list: sdn,
          level: 'L5',
          entryName: 'EXAMPLE HOLDING',
          listedAs: [`LEI ${lei}`],
          subject: { ...issuersLei, roles: ['parent', 'ultimate_parent'], partyName: 'Example Holding' },
          sinceObservationId: leiSince,
        }),
      ]),
    },
    { title: 'The same name, confirmed by a review', changes: reviewedName('confirmed') },
  ],
  list_match_removed: () => [
    ...(reserveMatchScenarios.list_match_removed?.() ?? []),
    {
      title: 'Similar names that a review confirmed are stated otherwise',
      changes: confirmedSimilarName(),
    },
    {
      title: 'The entry left the list, and another list still has its own',
      changes: raised((_, leiSince) => [
        match(january, { listedAs: [`LEI ${lei}`], subject: issuersLei, sinceObservationId: leiSince }),
        match(
          january,
          { list: sdn, listedAs: [`LEI ${lei}`], subject: issuersLei, sinceObservationId: leiSince },
          { subjectKey: `ofac-sdn:12345:party:${issuerId}`, sourceKey: 'list:ofac-sdn' },
        ),
        match(february, {
          status: 'cleared',
          listedAs: [`LEI ${lei}`],
          subject: issuersLei,
          sinceObservationId: leiSince,
        }),
      ]).slice(2),
    },
    { title: 'The entry of a confirmed name left the list', changes: reviewedName('confirmed', { status: 'cleared' }) },
    {
      title: 'The party of a confirmed name is declared under other names',
      changes: reviewedName('confirmed', { status: 'cleared', clearedBy: 'asset' }),
    },
    {
      title: 'The entry left the list',
      changes: raised((since) => [
        match(at('2024-01-12'), { ...ownContract, sinceObservationId: since }),
        match(at('2024-09-27'), { ...ownContract, status: 'cleared', sinceObservationId: since }),
      ]).slice(1),
    },
    { title: 'The asset no longer names the wallet', changes: rotatedWallet() },
    { title: 'A review confirmed it, another took that back', changes: reopenedName('confirmed').slice(0, 1) },
  ],
  list_match_amended: () => [
    ...(reserveMatchScenarios.list_match_amended?.() ?? []),
    {
      title: 'The list drops the identifier and keeps the name',
      changes: raised((_, leiSince) => {
        const place = { subjectKey: `ofac-sdn:12345:party:${issuerId}` };
        const { byName: _byName, ...byLei } = { ...sameName, listedAs: [`LEI ${lei}`], subject: issuersLei };
        return [
          match(february, { ...byLei, level: 'L1', sinceObservationId: leiSince }, place),
          match(august, { ...sameName, listedOn: '2026-01-16', sinceObservationId: leiSince }, place),
        ];
      }).slice(1),
    },
    {
      title: 'Another programme',
      changes: raised((since) => [
        match(at('2024-01-12'), { ...ownContract, sinceObservationId: since }),
        match(at('2024-09-27'), { ...ownContract, programs: ['DPRK3', 'CYBER2'], sinceObservationId: since }),
      ]).slice(1),
    },
  ],
  list_candidate: () => [
    {
      title: 'The same legal name in the same country, then the entry is gone',
      changes: raised((_, leiSince) => [
        match(february, { ...sameName, sinceObservationId: leiSince }),
        match(august, { ...sameName, status: 'cleared', sinceObservationId: leiSince }),
      ]),
    },
    {
      title: 'Other names of the entry are names of the issuer, then the issuer is declared under other names',
      changes: raised((_, leiSince) => [
        match(february, { ...sameAlias, sinceObservationId: leiSince }),
        match(august, { ...sameAlias, status: 'cleared', clearedBy: 'asset', sinceObservationId: leiSince }),
      ]),
    },
    {
      title: 'A former name of the entry is a name of the issuer, then the entry is gone',
      changes: raised((_, leiSince) => [
        match(february, { ...formerName, sinceObservationId: leiSince }),
        match(august, { ...formerName, status: 'cleared', sinceObservationId: leiSince }),
      ]),
    },
    {
      title: 'A name of the entry states a former one, which is a name of the issuer, then the entry is gone',
      changes: raised((_, leiSince) => [
        match(february, { ...formerNameInside, sinceObservationId: leiSince }),
        match(august, { ...formerNameInside, status: 'cleared', sinceObservationId: leiSince }),
      ]),
    },
    { title: 'A review dismissed it', changes: reviewedName('dismissed') },
    { title: 'A review dismissed it, another took that back', changes: reopenedName('dismissed') },
    {
      title: 'A name similar to a name of the issuer, then the entry is gone',
      changes: raised((_, leiSince) => [
        match(february, { ...similarName, sinceObservationId: leiSince }),
        match(august, { ...similarName, status: 'cleared', sinceObservationId: leiSince }),
      ]),
    },
    {
      title: 'Similar names in other scripts and words, then names or identifiers are stated otherwise',
      changes: raised((_, leiSince) => [
        match(february, { ...otherSimilarName, sinceObservationId: leiSince }),
        match(august, { ...otherSimilarName, status: 'cleared', clearedBy: 'asset', sinceObservationId: leiSince }),
      ]),
    },
    {
      title: 'A review dismissed similar names, the entry gained another one, and lost it',
      changes: dismissedSimilarName(),
    },
    {
      title: 'The same key bytes in another encoding, then cleared',
      changes: raised((since) => [
        match(at('2024-01-12'), { ...tronForm, sinceObservationId: since }),
        match(at('2024-09-27'), { ...tronForm, status: 'cleared', sinceObservationId: since }),
      ]),
    },
    {
      title: 'The asset no longer names the candidate',
      changes: candidateLeft(),
    },
  ],
};

function candidateLeft(): readonly Change[] {
  const { changes, leiSince } = declaredAsset();
  return changes(
    match(february, {
      level: 'L2',
      entryName: 'CIRCLE INTERNET',
      entryId: '12345',
      listedAs: [],
      subject: { key: `party:${issuerId}`, kind: 'party', display: 'Circle', roles: ['issuer'], partyName: 'Circle' },
      sinceObservationId: leiSince,
    }),
    declaredParty(august, null),
  );
}

function issuerLeft(): readonly Change[] {
  const { changes, leiSince } = declaredAsset();
  return changes(
    row(january, { ...allUnity, news: false, ...ofIssuer(leiSince) }),
    row(february, { ...allUnity, status: 'held', successorRowIds: ['a'], ...ofIssuer(leiSince) }),
    declaredParty(august, { lei: null }),
  ).filter(({ category }) => category === 'register');
}
