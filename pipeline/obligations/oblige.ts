/** The processor `oblige`: established facts and days become verdicts on obligations. */
import { control as controlShape } from '../../schemas/facts.ts';
import type { Verdict } from '../../schemas/generated/records.ts';
import { storedValue } from '../../schemas/stored-value.ts';
import { canonicalJson } from '../../schemas/values/canonical.ts';
import { namespaces, uuidV5 } from '../../schemas/values/hash.ts';
import { emit, type Input, type KeyedState, ok, type Processor, type Result } from '../runtime/processor.ts';
import { storeIssued, withEffectiveFrom } from './effective-from.ts';
import { factsOf, storeFact } from './facts.ts';
import { judge } from './judge.ts';
import { type LastVerdict, noticeOf, type Transition, withNotice } from './notices.ts';
import { type AppliedRegime, regimeRecords } from './regime-records.ts';
import { obligations, rulesVersion } from './v1/rules.ts';

export const obligeProcessor: Processor<'asset.facts'> = {
  name: 'oblige',
  input: 'asset.facts',
  outputs: ['verdicts'],
  stateVersion: 3,
  apply: oblige,
};

/** Midnight of the last tick, milliseconds. */
const todayKey = 'today';
const assetPrefix = 'asset\t';

function oblige(state: KeyedState, input: Input<'asset.facts'>): Result {
  const { value: fact, offset, timestamp } = input;
  if (fact.subjectKind === 'control' && fact.field === 'regime') {
    storeIssued(state, fact);
    // A day judges everything; the next one follows the declaration.
    return ok();
  }
  if (fact.subjectKind === 'control') return tick(state, input);
  const { assetId, position: _, ...held } = fact;
  storeFact(state, assetId, held);
  const today = state.get<number>(todayKey);
  // Readings of sources come with a tick, which follows.
  if (today === undefined || fact.field === 'read') return ok();
  return ok(
    verdictsOf(state, { assetId, today, at: timestamp, cause: fact.observationId, position: offset, isDay: false }).map(
      (one) => emit('verdicts', one, timestamp),
    ),
  );
}

/** A day begins. One that is not after the last is passed over, unless an operator vouches for it. */
function tick(state: KeyedState, { value: fact, offset, timestamp }: Input<'asset.facts'>): Result {
  const { resumed = false } = storedValue(fact.value ?? '{}', controlShape);
  const last = state.get<number>(todayKey);
  if (last !== undefined && fact.since <= last && !resumed) return ok();
  state.put(todayKey, fact.since);
  const assets = [...state.entries<true>(assetPrefix)].map(([key]) => key.slice(assetPrefix.length));
  const day = { today: fact.since, at: fact.since, cause: fact.observationId, position: offset, isDay: true };
  return ok(
    assets.flatMap((assetId) => verdictsOf(state, { assetId, ...day })).map((one) => emit('verdicts', one, timestamp)),
  );
}

interface Moment {
  readonly assetId: string;
  readonly today: number;
  /** Time of the cause, milliseconds. */
  readonly at: number;
  /** Id of the tick or observation. */
  readonly cause: string;
  readonly position: number;
  /** A day begins. Between days, only what is there is judged: what is missing may come with the next observation. */
  readonly isDay: boolean;
}

function verdictsOf(state: KeyedState, moment: Moment): readonly Verdict[] {
  const { assetId } = moment;
  const facts = factsOf(state, assetId);
  const groupId = uuidV5(namespaces.group, canonicalJson([assetId, 'obligations', moment.cause]));
  const common = {
    assetId,
    rulesVersion,
    groupId,
    noticeKind: null,
    notice: null,
    since: moment.at,
    position: moment.position,
  };
  const transitions: Transition[] = [];
  const regimes = regimeRecords(state, facts, moment, common);
  const applied = new Map(
    [...state.entries<AppliedRegime>(`regime\t${assetId}\t`)].map(([key, one]) => [key.split('\t')[2] ?? '', one]),
  );
  const isObliged = applied.size > 0;
  if (isObliged && state.get<true>(assetPrefix + assetId) === undefined) state.put(assetPrefix + assetId, true);
  const earliest = Math.min(...[...applied.values()].map(({ since }) => since));
  for (const obligation of obligations) {
    const rule = withEffectiveFrom(state, obligation);
    const key = `verdict\t${assetId}\t${rule.id}`;
    const last = state.get<LastVerdict>(key);
    const since = rule.regime === null ? (isObliged ? earliest : null) : (applied.get(rule.regime)?.since ?? null);
    if (since === null && (last === undefined || last.verdict === 'not_applicable')) continue;
    const judged = judge(rule, { facts, today: moment.today, since, isSignificant: applied.has('MICA_SIGNIFICANT') });
    const isWaiting =
      !moment.isDay && last !== undefined && ['not_evidenced', 'stale', 'not_checked'].includes(judged.verdict);
    const isMissing = !moment.isDay && ['not_evidenced', 'stale'].includes(judged.verdict);
    if (isWaiting || isMissing) continue;
    const evidence = [...new Set(judged.evidence.map(({ observationId }) => observationId))].sort();
    if (
      last?.verdict === judged.verdict &&
      last.period === judged.period &&
      canonicalJson(last.evidence) === canonicalJson(evidence)
    )
      continue;
    const identity = [rulesVersion, assetId, rule.id, judged.period, judged.verdict, evidence];
    const record: Verdict = {
      ...common,
      kind: 'verdict',
      verdictId: uuidV5(namespaces.verdict, canonicalJson(identity)),
      obligationId: rule.id,
      regime: rule.regime ?? '',
      period: judged.period,
      verdict: judged.verdict,
      previous: last?.verdict ?? null,
      evidence,
      searched: judged.searched
        .map(({ url, readAt }) => ({ sourceUrl: url, lastOkAt: readAt }))
        .sort((a, b) => (a.sourceUrl < b.sourceUrl ? -1 : 1)),
      statement: judged.statement,
    };
    const transition = noticeOf(rule, last, record, judged.isDueLater);
    state.put(key, {
      verdict: judged.verdict,
      period: judged.period,
      evidence,
      notified: transition.notified,
      isKnown: (last?.isKnown ?? false) || !['not_checked', 'not_applicable'].includes(judged.verdict),
    } satisfies LastVerdict);
    transitions.push(transition);
  }
  return withNotice(regimes, transitions);
}
