/** The processor `reconcile`: what sources state of one token is compared. */
import type { CheckName, SourceCheckValue } from '../../schemas/facts.ts';
import { sourceKeyOf } from '../../schemas/terms/source-keys.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { reconcileExtractor } from '../../schemas/values/extractors.ts';
import { makeObservation } from '../../schemas/values/observation.ts';
import {
  emit,
  type Input,
  type KeyedState,
  ok,
  type Output,
  type Processor,
  type Result,
} from '../runtime/processor.ts';
import { type CheckFinding, isShared, type LastCheck } from './check.ts';
import { checkAuthority } from './checks/authority.ts';
import { checkChains } from './checks/chains.ts';
import { checkMint } from './checks/mint.ts';
import { checkSupply } from './checks/supply.ts';
import { assetsOf, storeTokenFact } from './token-state.ts';

export const reconcileProcessor: Processor<'token.facts'> = {
  name: 'reconcile',
  input: 'token.facts',
  outputs: ['observations'],
  stateVersion: 1,
  apply: reconcile,
};

type Check = (state: KeyedState, tokenId: string, assetId: string, last: LastCheck | undefined) => CheckFinding | null;

interface CheckRow {
  readonly name: CheckName;
  /** It compares the deployments of a token, so it needs to know them. */
  readonly isOfToken: boolean;
  readonly check: Check;
}

const checks: readonly CheckRow[] = [
  { name: 'authority', isOfToken: false, check: checkAuthority },
  { name: 'chains', isOfToken: true, check: checkChains },
  { name: 'mint', isOfToken: false, check: checkMint },
  { name: 'supply', isOfToken: true, check: checkSupply },
];

/** Stores a fact and writes the checks of all deployments of its token whose result is another one. */
function reconcile(state: KeyedState, { value: fact, timestamp }: Input<'token.facts'>): Result {
  if (!storeTokenFact(state, fact)) return ok();
  const { tokenId } = fact;
  const outputs = assetsOf(state, tokenId).flatMap((assetId) =>
    checks.flatMap((row) => stated(state, { tokenId, assetId, at: timestamp }, row)),
  );
  return ok(outputs);
}

interface About {
  readonly tokenId: string;
  readonly assetId: string;
  /** Milliseconds. */
  readonly at: number;
}

const nothing = { state: 'not_comparable', left: null, right: null, difference: null } as const;

/** The observation of a check; none if its result equals the last one stated. */
function stated(state: KeyedState, about: About, { name, isOfToken, check }: CheckRow): readonly Output[] {
  const { tokenId, assetId } = about;
  const key = `check\t${tokenId}\t${assetId}\t${name}`;
  const last = state.get<LastCheck>(key);
  const result = check(state, tokenId, assetId, last);
  const isUnknown = result === null && (last === undefined || last.state === 'not_comparable');
  if (isUnknown) return [];
  // Without a token, other deployments are unknown, so the supply of one deployment cannot be compared with a total.
  const found: CheckFinding =
    result === null || (isOfToken && !isShared(tokenId)) ? { ...nothing, basis: result?.basis ?? '' } : result;
  if (last?.state === found.state && last.basis === found.basis) return [];
  const at = Math.max(about.at, (last?.at ?? -Infinity) + 1);
  const comparable = found.state === 'not_comparable' ? (last?.comparable ?? null) : found.state;
  state.put(key, { state: found.state, comparable, basis: found.basis, at } satisfies LastCheck);
  return [emit('observations', observationOf(assetId, name, found, last?.comparable ?? null, at), at)];
}

function observationOf(
  assetId: string,
  name: CheckName,
  { state, left, right, difference, about }: CheckFinding,
  previous: SourceCheckValue['previous'],
  observedAt: number,
) {
  const value: SourceCheckValue = {
    name,
    about: about ?? null,
    state,
    left,
    right,
    difference,
    previous,
    asOf: left?.asOf ?? null,
  };
  const key = sourceKeyOf.check(name);
  return makeObservation({
    assetId,
    subjectKind: 'asset',
    subjectKey: key,
    field: 'check',
    sourceKey: key,
    value: canonicalJson(value),
    quote: null,
    sourceUrl: null,
    sourceHash: null,
    artifactId: null,
    extractor: reconcileExtractor,
    extractorVersion: '1',
    fetchOutcome: 'ok',
    parseStatus: 'ok',
    observedAt,
  });
}
