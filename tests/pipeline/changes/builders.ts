/** Observations as the processors and observers write them, and a state that keeps nothing but JSON. */
import { detect } from '../../../pipeline/changes/detect.ts';
import type { KeyedState, Output, Result } from '../../../pipeline/runtime/processor.ts';
import type {
  DeclaredAsset,
  DeclaredParty,
  ListMatchValue,
  ProofValue,
  RegisterColumnValue,
  RegisterListedValue,
} from '../../../schemas/facts.ts';
import type {
  AssetFact,
  AssetRecord,
  AssetSubjects,
  Change,
  Observation,
  RegistryAsset,
  RegistryParty,
} from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { declareExtractor } from '../../../schemas/values/extractors.ts';
import { makeObservation } from '../../../schemas/values/observation.ts';

export const assetId = '5f0b1a4e-6f0d-4f0e-9c3b-0d9a2d1c7e11';
export const issuerId = 'a3b7c1d2-1111-4222-8333-444455556666';
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const listedWallet = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96';
export const contractKey = 'wallet:evm:a0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
export const lei = '5493001KJTIIGC8Y1R12';
export const day = 86_400_000;
export const at = (date: string): number => Date.parse(`${date}T00:00:00Z`);

/** State that everything passes through as JSON text. */
export function memoryState(): KeyedState & { readonly dump: () => string; readonly writes: () => number } {
  const texts = new Map<string, string>();
  let writes = 0;
  return {
    get: <V>(key: string) => {
      const text = texts.get(key);
      return text === undefined ? undefined : (JSON.parse(text) as V);
    },
    put: (key, value) => {
      writes += 1;
      texts.set(key, JSON.stringify(value));
    },
    delete: (key) => {
      writes += 1;
      texts.delete(key);
    },
    *entries<V>(prefix: string) {
      const keys = [...texts.keys()].filter((key) => key.startsWith(prefix)).sort();
      for (const key of keys) yield [key, JSON.parse(texts.get(key) ?? 'null') as V] as const;
    },
    dump: () => JSON.stringify([...texts].sort(([a], [b]) => (a < b ? -1 : 1))),
    writes: () => writes,
  };
}

export type MemoryState = ReturnType<typeof memoryState>;

/** A fold with a running offset. */
export function fold(state: MemoryState = memoryState(), from = 0) {
  let offset = from;
  const apply = (observation: Observation): Result =>
    detect(state, {
      topic: 'observations',
      partition: 0,
      offset: offset++,
      timestamp: observation.observedAt,
      value: observation,
    });
  const outputs = (...observations: readonly Observation[]): readonly Output[] =>
    observations.flatMap((observation) => {
      const result = apply(observation);
      if (result.kind === 'park') throw new Error(`parked: ${result.reason}`);
      return result.outputs;
    });
  return {
    state,
    apply,
    outputs,
    /** Changes that these observations cause, in order. */
    changes: (...observations: readonly Observation[]): readonly Change[] => changesIn(outputs(...observations)),
    /** The only change. */
    change: (...observations: readonly Observation[]): Change => {
      const changes = changesIn(outputs(...observations));
      const [change] = changes;
      if (change === undefined || changes.length !== 1) throw new Error(`${changes.length} changes instead of one`);
      return change;
    },
  };
}

export const changesIn = (outputs: readonly Output[]): readonly Change[] =>
  outputs.flatMap((output) => (output.topic === 'changes' ? [output.value] : []));
export const recordsIn = (outputs: readonly Output[]): readonly AssetRecord[] =>
  outputs.flatMap((output) => (output.topic === 'asset.records' ? [output.value] : []));
export const subjectsIn = (outputs: readonly Output[]): readonly AssetSubjects[] =>
  outputs.flatMap((output) => (output.topic === 'asset.subjects' ? [output.value] : []));

export const factsIn = (outputs: readonly Output[]): readonly AssetFact[] =>
  outputs.flatMap((output) => (output.topic === 'asset.facts' ? [output.value] : []));

/** An observation; the value is given as a JSON value. */
export function observation(
  given: Partial<Omit<Observation, 'value'>> & { readonly value: unknown; readonly observedAt: number },
): Observation {
  const { value, ...rest } = given;
  return makeObservation({
    assetId,
    subjectKind: 'asset',
    subjectKey: '',
    field: 'status',
    sourceKey: 'registry',
    quote: null,
    sourceUrl: null,
    sourceHash: null,
    artifactId: null,
    extractor: 'test',
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    ...rest,
    value: value === null ? null : canonicalJson(value),
  });
}

/** The observation as the processor `declare` states it. */
export const byDeclaration = ({ id: _id, observationSha256: _sha256, ...content }: Observation): Observation =>
  makeObservation({ ...content, extractor: declareExtractor });

const asset = (given: Partial<RegistryAsset> = {}): DeclaredAsset => ({
  assetId,
  did: '01J8Z3W6K7M5N4P3Q2R1S0T9V8',
  slug: 'usd-coin-ethereum',
  chain: 'ethereum',
  address: usdc,
  standard: 'erc20',
  decimals: 6,
  name: 'USD Coin',
  symbol: 'USDC',
  description: 'A token for US dollars.',
  websiteUrl: null,
  whitepaperUrl: null,
  image: null,
  attestationAddress: null,
  issuerId,
  parties: [],
  identifiers: { dti: ['3KL7N1R92'], ffg: [], isin: [] },
  regimes: ['MICA_EMT'],
  sources: [],
  verifiedAt: null,
  status: 'active',
  ...given,
});

const party = (given: Partial<RegistryParty> = {}): DeclaredParty => ({
  partyId: issuerId,
  did: '01J8Z3W6K7M5N4P3Q2R1S0T9V9',
  name: 'Circle',
  legalName: 'Circle Internet Financial Europe SAS',
  lei,
  registrationNumber: null,
  country: 'FR',
  aliases: [],
  wallets: [],
  isins: [],
  bics: [],
  taxIds: [],
  kind: 'organisation',
  birthYear: null,
  kyi: { status: 'verified', at: null },
  kyb: { verified: true, at: null },
  description: '',
  ...given,
});

export const declared = (observedAt: number, given: Partial<RegistryAsset> = {}, registryPosition = 0): Observation =>
  observation({
    field: 'declaration',
    value: { asset: asset(given), registryPosition, registeredAt: at('2024-01-01') },
    observedAt,
  });

export const declaredParty = (
  observedAt: number,
  given: Partial<RegistryParty> | null = {},
  roles: readonly string[] = ['issuer'],
  partyId = issuerId,
): Observation =>
  observation({
    subjectKind: 'party',
    subjectKey: partyId,
    field: 'declaration',
    value: given === null ? null : { party: party({ partyId, ...given }), roles },
    observedAt,
  });

/** The control record that begins a day. */
export const tick = (observedAt: number): Observation =>
  observation({
    assetId: '',
    subjectKind: 'control',
    field: 'tick',
    sourceKey: 'control',
    value: { kind: 'tick' },
    observedAt,
  });

export const status = (value: string, observedAt: number): Observation =>
  observation({ field: 'status', value: { status: value }, observedAt });

export const kyi = (value: string | null, observedAt: number): Observation =>
  observation({
    subjectKind: 'issuer',
    field: 'kyi',
    value: value === null ? null : { partyId: issuerId, name: 'Circle', status: value },
    observedAt,
  });

export const authority = (
  observedAt: number,
  value: Record<string, unknown> | null,
  subjectKey = 'owner',
): Observation =>
  observation({
    subjectKind: 'authority',
    subjectKey,
    field: 'authority',
    sourceKey: 'chain:eip155:1',
    value:
      value === null
        ? null
        : { type: 'owner', address: usdc, accountType: 'regular', signers: [], threshold: null, ...value },
    observedAt,
  });

/** A fact as a plan reads it from a chain, with the quorum of two. */
export const chain = (
  observedAt: number,
  given: Pick<Observation, 'field'> & Partial<Omit<Observation, 'value'>> & { readonly value: unknown },
): Observation =>
  observation({
    sourceKey: 'chain:eip155:1',
    sourceHash: `sha256:${'d'.repeat(64)}`,
    artifactId: `cassette-${observedAt}`,
    extractor: 'evm-1',
    place: `block:${observedAt}:0x00`,
    quorum: 2,
    ...given,
    observedAt,
  });

export const proof = (observedAt: number, given: Partial<ProofValue> = {}): Observation => {
  const proofId = given.proofId ?? 'proof-1';
  return observation({
    subjectKind: 'proof',
    subjectKey: proofId,
    field: 'proof',
    sourceKey: 'proof',
    value: {
      proofId,
      authority: { type: 'owner', address: usdc },
      provedBy: usdc,
      method: { type: 'signature', scheme: 'eip191' },
      challenge: 'sign this',
      evidence: { signature: '0x00' },
      provedAt: observedAt,
      verifiedBy: 'attestry eip191',
      ...given,
    },
    observedAt,
  });
};

const emtRegister = "ESMA's register of e-money token white papers";

/** The asset is declared; `since` is the observation that introduced its contract. */
export function declaredAsset(given: Partial<RegistryAsset> = {}, partyGiven: Partial<RegistryParty> = {}) {
  const declaration = declared(at('2024-01-01'), given);
  const issuer = declaredParty(at('2024-01-01'), partyGiven);
  const folding = fold();
  const before = folding.outputs(declaration, issuer);
  return { ...folding, before, since: declaration.id, leiSince: issuer.id };
}

export const listedValue = (
  given: Partial<RegisterListedValue> & { sinceObservationId: string },
): RegisterListedValue => ({
  status: 'listed',
  news: true,
  register: emtRegister,
  polarity: 'authorised',
  entity: 'Circle Internet Financial Europe SAS',
  token: '3KL7N1R92',
  matchedBy: 'identifier',
  subjectKey: 'dti:3KL7N1R92',
  asOf: at('2026-01-29'),
  firstSeenAt: at('2026-01-29'),
  successorRowIds: [],
  ...given,
});

export const rowId = 'bcdefghijklmnopqrstuvwxyz2';

export const row = (
  observedAt: number,
  given: Partial<RegisterListedValue> & { sinceObservationId: string },
  overrides: Partial<Omit<Observation, 'value'>> = {},
): Observation =>
  observation({
    subjectKind: 'register_row',
    subjectKey: rowId,
    field: 'listed',
    sourceKey: 'register:esma-emtwp',
    value: listedValue({ asOf: observedAt, ...given }),
    sourceUrl: 'https://www.esma.europa.eu/sites/default/files/2024-12/EMTWP.csv',
    sourceHash: `sha256:${'a'.repeat(64)}`,
    artifactId: 'a'.repeat(64),
    observedAt,
    ...overrides,
  });

export const cell = (
  observedAt: number,
  column: string,
  value: Partial<RegisterColumnValue> | null,
  overrides: Partial<Omit<Observation, 'value'>> = {},
): Observation =>
  observation({
    subjectKind: 'register_row',
    subjectKey: rowId,
    field: column,
    sourceKey: 'register:esma-emtwp',
    value:
      value === null
        ? null
        : {
            meaning: 'comments',
            label: 'Comments',
            register: emtRegister,
            entity: 'Circle Internet Financial Europe SAS',
            matchedBy: 'identifier',
            text: '',
            ...value,
          },
    quote: value?.text ?? null,
    sourceHash: `sha256:${'b'.repeat(64)}`,
    artifactId: 'b'.repeat(64),
    observedAt,
    ...overrides,
  });

const ofacList = "OFAC's list of sanctioned digital currency addresses";

export const matchValue = (given: Partial<ListMatchValue> & { sinceObservationId: string }): ListMatchValue => ({
  status: 'matched',
  level: 'L1',
  list: ofacList,
  entryId: '0x098b716b8aaf21512996dc57eb0615e2383e2f96',
  entryName: listedWallet,
  programs: ['DPRK3'],
  listedAs: [`ETH ${listedWallet}`],
  subject: { key: contractKey, kind: 'wallet', display: usdc, roles: ['contract'], partyName: null },
  otherEncoding: false,
  asOf: at('2024-01-12'),
  listedSince: at('2022-09-03'),
  inFirstSnapshot: true,
  ...given,
});

export const match = (
  observedAt: number,
  given: Partial<ListMatchValue> & { sinceObservationId: string },
  overrides: Partial<Omit<Observation, 'value'>> = {},
): Observation => {
  const value = matchValue({ asOf: observedAt, ...given });
  return observation({
    subjectKind: 'list_entry',
    subjectKey: `ofac-addresses:${value.entryId}:${value.subject.key}`,
    field: 'match',
    sourceKey: 'list:ofac-addresses',
    value,
    quote: value.status === 'matched' ? `"${value.entryName}"` : null,
    sourceUrl: 'https://example.org/sanctioned_addresses_ETH.json',
    sourceHash: `sha256:${'c'.repeat(64)}`,
    artifactId: 'c'.repeat(64),
    observedAt,
    ...overrides,
  });
};

/** `kind/direction`, then the dimensions that are not neutral as `kind:direction`. */
export const assessed = (change: Change): string =>
  [
    `${change.explanation.kind}/${change.direction}`,
    ...change.assessment.dimensions.map(({ kind, direction }) => `${kind}:${direction}`),
  ].join(' ');
