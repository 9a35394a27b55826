/** What happens to one asset, told by explanation kind: the changes behind the approved texts. */
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
  listedWallet,
  match,
  row,
  status,
  subjectsIn,
} from './builders.ts';

export interface Scenario {
  readonly title: string;
  readonly changes: readonly Change[];
}

const january = at('2026-01-29');
const february = at('2026-02-09');
const august = at('2026-08-21');
const allUnity = { entity: 'AllUnity GmbH', token: 'CHFAU, https://allunity.com/whitepaper.pdf' };

/** Applies the steps after the asset was declared; `since` introduced its contract and identifiers. */
function told(steps: (since: string, leiSince: string) => readonly Observation[]): readonly Change[] {
  const { changes, since, leiSince } = declaredAsset();
  return changes(...steps(since, leiSince));
}

const ofIssuer = (sinceObservationId: string) =>
  ({ matchedBy: 'issuer', subjectKey: 'lei:5493001KJTIIGC8Y1R12', sinceObservationId }) as const;

type CellValue = NonNullable<Parameters<typeof cell>[2]>;

const column = (name: string, old: CellValue | null, current: CellValue | null): readonly Change[] =>
  told(() => [cell(february, name, old), cell(august, name, current)]);

const exemption = (text: string): CellValue => ({ meaning: 'exemption', label: 'Exemption under Article 48(4)', text });
const link = (text: string): CellValue => ({ meaning: 'white_paper_link', label: 'White paper link', text });
const dti = (...items: readonly string[]): CellValue => ({
  meaning: 'dti',
  label: 'DTI',
  text: items.join(' | '),
  items,
});
const dated = (meaning: 'authorisation_end' | 'white_paper_date', label: string, date: string): CellValue => ({
  meaning,
  label,
  text: date.split('-').reverse().join('/'),
  date,
});

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
  return changesIn(outputs(authority(august, { address: '0x1111111111111111111111111111111111111111' })));
}

/** Scenarios of every explanation kind that can occur now. */
export const scenarios: Partial<Record<ExplanationKind, () => readonly Scenario[]>> = {
  register_added: () => [
    { title: 'A row that names the token', changes: told((since) => [row(february, { sinceObservationId: since })]) },
    {
      title: 'A row of the issuer',
      changes: told((_, leiSince) => [row(february, { ...allUnity, ...ofIssuer(leiSince) })]),
    },
    {
      title: 'A row of a register of non-compliant entities',
      changes: told((since) => [
        row(february, {
          register: "ESMA's register of non-compliant entities",
          polarity: 'non_compliant',
          entity: 'Example Exchange',
          token: '',
          sinceObservationId: since,
        }),
      ]),
    },
    {
      title: 'A row that is held, then released as new',
      changes: told((since) => [
        row(february, { status: 'held', sinceObservationId: since }),
        row(august, { sinceObservationId: since }),
      ]),
    },
  ],
  register_removed: () => [
    {
      title: 'A row that left the register',
      changes: told((since) => [
        row(january, { news: false, sinceObservationId: since }),
        row(february, { status: 'missing', sinceObservationId: since }),
        row(august, { status: 'removed', sinceObservationId: since }),
      ]),
    },
    {
      title: 'A suspected new key, then the row is found',
      changes: told((_, leiSince) => [
        row(january, { ...allUnity, news: false, ...ofIssuer(leiSince) }),
        row(february, { ...allUnity, status: 'held', successorRowIds: ['a', 'b', 'c'], ...ofIssuer(leiSince) }),
        row(august, { ...allUnity, ...ofIssuer(leiSince) }),
      ]),
    },
  ],
  register_status_changed: () => [
    {
      title: 'The asset is withdrawn from this registry',
      changes: told(() => [status('active', january), status('withdrawn', february)]),
    },
    {
      title: 'The asset is active again',
      changes: told(() => [status('withdrawn', january), status('active', february)]),
    },
    {
      title: 'The KYI verification of the issuer ends',
      changes: told(() => [kyi('verified', january), kyi('revoked', february)]),
    },
    {
      title: 'The issuer is verified',
      changes: told(() => [kyi(null, january), kyi('verified', february)]),
    },
    {
      title: 'A register states the end of the authorisation',
      changes: column(
        'ac_authorisationEndDate',
        null,
        dated('authorisation_end', 'Authorisation end date', '2026-06-30'),
      ),
    },
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
    { title: 'Token identifiers', changes: column('ae_DTI', dti('3KL7N1R92'), dti('3KL7N1R92', 'B1QZ4MSWM')) },
    { title: 'An exemption', changes: column('ae_exemption48_4', exemption('NO'), exemption('YES')) },
    {
      title: 'A date that moved back',
      changes: column(
        'wp_authorisationNotificationDate',
        dated('white_paper_date', 'White paper notification date', '2026-02-17'),
        dated('white_paper_date', 'White paper notification date', '2026-01-19'),
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
        { meaning: 'infringement', label: 'Infringement', text: 'Offer without authorisation' },
        { meaning: 'infringement', label: 'Infringement', text: 'Offer without a white paper' },
      ),
    },
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
    {
      title: 'The contract of the token is on the list',
      changes: told((since) => [match(at('2024-01-12'), { sinceObservationId: since })]),
    },
    {
      title: 'A wallet of the custodian, listed later',
      changes: told((since) => [
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
  ],
  list_match_removed: () => [
    {
      title: 'The entry left the list',
      changes: told((since) => [
        match(at('2024-01-12'), { sinceObservationId: since }),
        match(at('2024-09-27'), { status: 'cleared', sinceObservationId: since }),
      ]).slice(1),
    },
    { title: 'The asset no longer names the wallet', changes: rotatedWallet() },
  ],
  list_match_amended: () => [
    {
      title: 'Another programme',
      changes: told((since) => [
        match(at('2024-01-12'), { sinceObservationId: since }),
        match(at('2024-09-27'), { programs: ['DPRK3', 'CYBER2'], sinceObservationId: since }),
      ]).slice(1),
    },
  ],
  list_candidate: () => [
    {
      title: 'The same key bytes in another form, then cleared',
      changes: told((since) => [
        match(at('2024-01-12'), {
          level: 'L3',
          otherEncoding: true,
          listedAs: ['TRX TAfrJ1hYJTLzKWaMwzm9h46Qq8m8yUHnFz'],
          entryName: 'TAfrJ1hYJTLzKWaMwzm9h46Qq8m8yUHnFz',
          sinceObservationId: since,
        }),
        match(at('2024-09-27'), {
          level: 'L3',
          status: 'cleared',
          listedAs: ['TRX TAfrJ1hYJTLzKWaMwzm9h46Qq8m8yUHnFz'],
          entryName: 'TAfrJ1hYJTLzKWaMwzm9h46Qq8m8yUHnFz',
          sinceObservationId: since,
        }),
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
      listedAs: ['LEI 5493001KJTIIGC8Y1R12'],
      subject: {
        key: 'lei:5493001KJTIIGC8Y1R12',
        kind: 'lei',
        display: '5493001KJTIIGC8Y1R12',
        roles: ['issuer'],
        partyName: 'Circle',
      },
      sinceObservationId: leiSince,
    }),
    declaredParty(august, { lei: null }),
  );
}
