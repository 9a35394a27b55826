/** What sources state of a token, as rows of the tables: established facts, and the observations that show them. */
import type { AssetFact, Observation } from '../../schemas/generated/records.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import type { PagesHarness } from './harness.ts';
import { day, now } from '../api/records.ts';
import { observation } from '../pipeline/changes/builders.ts';

export type StatedFact = Pick<Observation, 'field' | 'sourceKey' | 'subjectKey' | 'subjectKind'> & {
  readonly value: unknown;
  readonly part?: Partial<Observation>;
};

/** Stores observations of an asset, and the facts that they establish. */
export async function state(api: PagesHarness, assetId: string, ...facts: readonly StatedFact[]): Promise<void> {
  const observations = facts.map(({ value, part = {}, ...fact }) => ({
    ...observation({ ...fact, assetId, value, observedAt: now - 2 * day }),
    ...part,
  }));
  await api.fixture.project('observations', observations, { timestamp: ({ observedAt }) => observedAt });
  const established = observations.flatMap((one, position): readonly AssetFact[] =>
    one.field === 'control'
      ? []
      : [
          {
            assetId,
            subjectKind: one.subjectKind,
            subjectKey: one.subjectKey,
            field: one.field,
            sourceKey: one.sourceKey,
            value: canonicalJson(facts[position]?.value ?? null),
            sourceUrl: one.sourceUrl,
            since: one.observedAt,
            observationId: one.id,
            position,
          },
        ],
  );
  await api.fixture.project('asset.facts', established);
}

/** What the page of a token shows of a disclosed field, a reading of the chain, and a row of a register. */
export const everyKind = (write: (text: string) => string): readonly StatedFact[] => {
  const row = { subjectKind: 'register_row', subjectKey: 'row', sourceKey: 'register:esma-emtwp' } as const;
  const register = "ESMA's register of e-money token white papers";
  const cell = { register, entity: write('Acme Euro S.A.'), matchedBy: 'identifier' };
  const chain = { subjectKind: 'asset', subjectKey: '', sourceKey: 'chain:eip155:1' } as const;
  const account = { subjectKind: 'authority', sourceKey: 'chain:eip155:1', field: 'control' } as const;
  const nothing = { version: null, signers: [], voters: null, threshold: null, timeLockSeconds: null, modules: [] };
  const none = { ...nothing, guard: null, fallbackHandler: null, delegate: null, owner: null, next: [], cut: null };
  return [
    {
      ...chain,
      field: 'governing_law',
      sourceKey: 'terms',
      value: { law: 'IE' },
      part: { quote: write('Irish law.') },
    },
    { ...chain, field: 'supply', value: '40100000000000000', part: { observedAt: now - 9 * day } },
    { ...chain, field: 'supply', value: '41200000000000000', part: { place: 'block:21000000:0xab' } },
    { ...chain, field: 'token', value: { name: write('Token one'), symbol: 'TK1', decimals: 6, standard: 'erc20' } },
    { ...chain, field: 'code', value: { proxy: 'none', implementation: null, codeHash: null, beacon: null } },
    { ...chain, field: 'chain_reading', value: 'stated' },
    { ...chain, field: 'holders_not_known', value: ['pause_authority'] },
    { ...account, subjectKey: '0xA', value: { ...none, kind: 'timelock', next: ['0xB'], note: null } },
    {
      ...account,
      subjectKey: '0xB',
      value: { ...none, kind: 'safe', signers: ['0xC'], threshold: 1, cut: 'depth', note: null },
    },
    {
      ...row,
      field: 'listed',
      value: { ...cell, status: 'listed', polarity: 'authorised', token: write('T'), subjectKey: 'dti:1', asOf: now },
    },
    {
      ...row,
      field: 'ae_lei_name',
      value: { ...cell, meaning: 'legal_name', label: 'legal name', text: write('Acme') },
    },
    {
      ...row,
      field: 'ac_date',
      value: { ...cell, meaning: 'authorisation_date', label: 'date', text: '01/07/2024', date: '2024-07-01' },
    },
    { subjectKind: 'issuer', subjectKey: '', sourceKey: 'registry', field: 'kyi', value: { status: 'verified' } },
    {
      subjectKind: 'party',
      subjectKey: 'acme',
      sourceKey: 'registry',
      field: 'declaration',
      value: { party: { partyId: 'acme', name: write('Acme'), legalName: null, lei: null, country: 'FR' }, roles: [] },
    },
  ];
};
