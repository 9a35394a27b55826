/** Deployments of a token behind `detect` and `reconcile`: observations in, the changes and checks they cause out. */
import { detect } from '../../../pipeline/changes/detect.ts';
import type { Output } from '../../../pipeline/runtime/processor.ts';
import { reconcileProcessor } from '../../../pipeline/reconciliation/reconcile.ts';
import type { SourceCheckValue } from '../../../schemas/facts.ts';
import type { Change, Observation, RegistryAsset, TokenFact } from '../../../schemas/generated/records.ts';
import { canonicalJson } from '../../../schemas/values/canonical.ts';
import { at, chain, declared, declaredParty, memoryState, observation } from '../changes/builders.ts';

export const ethereum = '00000000-0000-4000-8000-00000000000a';
export const base = '00000000-0000-4000-8000-00000000000b';
export const hour = 3_600_000;

export interface CausedRecords {
  readonly changes: readonly Change[];
  /** `supply differ`, in the order in which they were written. */
  readonly checks: readonly string[];
  readonly facts: readonly TokenFact[];
}

export function tokenWorld() {
  const [detecting, reconciling] = [memoryState(), memoryState()];
  const log: Output[] = [];
  let [offset, factOffset] = [0, 0];

  const outputsOf = (value: Observation): readonly Output[] => {
    const input = {
      topic: 'observations',
      partition: 0,
      offset: offset++,
      timestamp: value.observedAt,
      value,
    } as const;
    const result = detect(detecting, input);
    if (result.kind === 'park') throw new Error(result.reason);
    return result.outputs;
  };
  const compare = (value: TokenFact, timestamp: number): readonly Output[] => {
    const input = { topic: 'token.facts', partition: 0, offset: factOffset++, timestamp, value } as const;
    const result = reconcileProcessor.apply(reconciling, input, new Map());
    return result.kind === 'ok' ? result.outputs : [];
  };
  /** Everything that observations lead to, checks included. */
  const take = (...observations: readonly Observation[]): CausedRecords => {
    const [changes, checks, facts]: [Change[], string[], TokenFact[]] = [[], [], []];
    const open = [...observations];
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const written = outputsOf(next);
      log.push(...written);
      for (const output of written) {
        if (output.topic === 'changes') changes.push(output.value);
        if (output.topic !== 'token.facts') continue;
        facts.push(output.value);
        for (const check of compare(output.value, output.timestamp)) {
          if (check.topic !== 'observations') continue;
          const { name, state } = JSON.parse(check.value.value ?? '') as SourceCheckValue;
          checks.push(`${name} ${state}`);
          open.unshift(check.value);
        }
      }
    }
    return { changes, checks, facts };
  };
  return { take, compare, text: () => canonicalJson(log) };
}

/** A deployment of the token `usd`, with its issuer. */
export const deployment = (assetId: string, given: Partial<RegistryAsset> = {}): readonly Observation[] => {
  const since = at('2026-01-01');
  const about = { assetId, chain: assetId === base ? 'base' : 'ethereum', token: 'usd', ...given };
  return [{ ...declaredParty(since) }, { ...declared(since, about) }].map((one) => rebuilt(one, assetId));
};

/** The observation about another asset, with the id that it has there. */
function rebuilt({ value, ...rest }: Observation, assetId: string): Observation {
  const { id: _id, observationSha256: _hash, ...content } = rest;
  return observation({ ...content, assetId, value: value === null ? null : (JSON.parse(value) as unknown) });
}

const chainOf = (assetId: string): string => (assetId === base ? 'chain:eip155:8453' : 'chain:eip155:1');

/** A finalized reading of a supply, in whole tokens of six decimals. */
export const supply = (assetId: string, observedAt: number, tokens: number): Observation =>
  chain(observedAt, { assetId, field: 'supply', sourceKey: chainOf(assetId), value: `${Math.round(tokens * 1e6)}` });

/** A whole reading that stated nothing else. */
export const readWhole = (assetId: string, observedAt: number): Observation =>
  chain(observedAt, { assetId, field: 'chain_reading', sourceKey: chainOf(assetId), value: 'stated' });

export const holder = (assetId: string, observedAt: number, address: string | null): Observation =>
  chain(observedAt, {
    assetId,
    subjectKind: 'authority',
    subjectKey: 'mint_authority',
    field: 'authority',
    sourceKey: chainOf(assetId),
    value:
      address === null
        ? null
        : { type: 'mint_authority', address, accountType: 'regular', signers: [], threshold: null },
  });

/** What a reserve report states of all tokens. */
export const report = (assetId: string, observedAt: number, asOf: string, totalSupply: string | null): Observation =>
  observation({
    assetId,
    field: 'report',
    sourceKey: 'report',
    observedAt,
    sourceUrl: 'https://issuer.example/report.pdf',
    value: {
      asOf,
      publishedAt: null,
      currency: 'USD',
      tokens: null,
      totalSupply,
      reserves: null,
      classes: [],
      longestDays: null,
    },
  });
