/** Records as the pipeline writes them, complete and valid; a test sets only the members that it checks. */
import type { AssetRecord, Change, RecordIssuer, Verdict } from '../../schemas/generated/records.ts';
import { namespaces, sha256Hex, uuidV5 } from '../../schemas/values/hash.ts';

export const now = Date.UTC(2026, 5, 1, 12);
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

export const assetId = (n: number): string => `a55e7000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export const issuer = (part: Partial<RecordIssuer> = {}): RecordIssuer => ({
  partyId: 'acme',
  did: '01J8ZQ4T5V6W7X8Y9Z0A1B2C3D',
  name: 'Acme Euro S.A.',
  description: 'Issues electronic money tokens.',
  kyiStatus: 'verified',
  kybVerified: true,
  legalName: null,
  lei: null,
  country: null,
  kyiAt: null,
  kybAt: null,
  aliases: [],
  ...part,
});

/** A public asset on Ethereum; `n` makes id, address and time of registration its own. */
export const asset = (n: number, part: Partial<AssetRecord> = {}): AssetRecord => ({
  assetId: assetId(n),
  position: n,
  registryPosition: 0,
  registeredAt: Date.UTC(2025, 0, 1) + n * minute,
  public: true,
  kyiVerified: true,
  status: 'active',
  did: `01J8ZQ4T5V6W7X8Y9Z0A${String(n).padStart(6, '0')}`,
  slug: `token-${n}`,
  chain: 'ethereum',
  address: `0x${n.toString(16).padStart(40, '0')}`,
  standard: 'erc20',
  decimals: 6,
  name: `Token ${n}`,
  symbol: `TK${n}`,
  description: 'A token.',
  websiteUrl: 'https://acme.example/',
  whitepaperUrl: 'https://acme.example/whitepaper.pdf',
  imageUrl: 'https://acme.example/logo.png',
  copyrightConfirmed: true,
  attestationAddress: null,
  verifiedAt: Date.UTC(2025, 2, 1),
  regimes: ['MICA_EMT'],
  sourcesDeclared: 1,
  issuer: issuer(),
  authorities: [],
  verifications: [],
  chainReading: null,
  issuerNamed: true,
  ...part,
});

/** A confirmed, notable register change of asset `n`, three days before `now`; `name` makes id and group its own. */
export function change(name: string, n: number, part: Partial<Change> = {}): Change {
  const category = part.category ?? 'register';
  const detectedAt = part.detectedAt ?? now - 3 * day;
  const direction = part.direction ?? 'weakens';
  return {
    id: `${category}:${sha256Hex(name).slice(0, 26)}`,
    revision: 0,
    assetId: assetId(n),
    category,
    changeKind: 'changed',
    subjectKind: 'register_row',
    subjectKey: `row-${name}`,
    field: 'wp_url',
    fieldGroup: null,
    sourceKey: 'register:esma-emtwp',
    oldObservationId: null,
    newObservationId: sha256Hex(`observation ${name}`),
    detectedAt,
    notableAt: detectedAt,
    knownAt: part.notableAt ?? detectedAt,
    revisedAt: detectedAt,
    confirmed: true,
    lowSignal: false,
    materiality: null,
    direction,
    disposition: 'shown',
    severity: 'medium',
    title: `Change ${name}`,
    detail: `Detail of ${name}.`,
    before: 'old',
    after: 'new',
    quote: null,
    priorQuote: null,
    sourceUrl: 'https://register.example/file.csv',
    priorSourceUrl: null,
    sourceHash: `sha256:${sha256Hex(name)}`,
    impact: 'One line on what it bears on.',
    groupId: uuidV5(namespaces.group, name),
    explanation: {
      kind: 'register_detail_changed',
      headline: `Headline of ${name}`,
      what: 'What happened.',
      whatDetail: 'What happened, with values.',
      field: { name: 'wp_url', label: 'White paper link', meaning: 'Where it is.', stake: 'It can be read.' },
      previous: { label: 'White paper link', value: 'old', note: null },
      current: { label: 'White paper link', value: 'new', note: null },
      whyItMatters: 'It can be read.',
      impact: 'Impact in the explanation.',
    },
    assessment: {
      id: uuidV5(namespaces.impact, name),
      direction,
      status: 'assessed',
      disposition: 'shown',
      dimensions: [{ kind: 'transparency', direction }],
      reason: 'A rule decides so.',
      whatThisMeansForHolders: 'A holder reads another document.',
      method: 'deterministic',
      confidence: 1,
      isFallback: false,
      retryRequired: false,
      rulesVersion: 'impact-v1',
      trail: [{ rule: 'R4', claim: 'A claim.', direction }],
      evidence: {
        old: { quote: null, artifactId: null, observationSha256: null },
        new: { quote: 'new', artifactId: sha256Hex('artifact'), observationSha256: sha256Hex('evidence') },
      },
      inputFingerprint: `sha256:${sha256Hex(`inputs ${name}`)}`,
      assessedAt: detectedAt,
    },
    ...part,
  };
}

/** A verdict on the monthly report of an asset; `given` replaces members. */
export const verdict = (n: number, since: number, isNotice = true, given: Partial<Verdict> = {}): Verdict => ({
  kind: 'verdict',
  verdictId: uuidV5(namespaces.verdict, `${n} ${since} ${isNotice}`),
  assetId: assetId(n),
  obligationId: 'NYD-02',
  regime: 'NYDFS_STABLECOIN',
  period: '2026-04',
  verdict: 'stale',
  previous: 'evidenced',
  since,
  evidence: [],
  searched: [{ sourceUrl: 'https://example.com/reserve', lastOkAt: since }],
  rulesVersion: 'obligations-v1',
  groupId: uuidV5(namespaces.group, `${n} ${since} ${isNotice}`),
  noticeKind: isNotice ? 'obligation_not_evidenced' : null,
  notice: isNotice ? 'The newest report found is of 31 March 2026.' : null,
  statement: 'The newest report found is of 31 March 2026.',
  position: since,
  ...given,
});
