import { isMultisig } from '../../../../schemas/terms/account-kinds.ts';
import type { AuthorityHolder } from '../../../impact/chain-facts.ts';
import { type AuthorityValue, authority as authorityShape, holdersNotKnown } from '../../../../schemas/facts.ts';
import { storedValue } from '../../../../schemas/stored-value.ts';
import { nameOfSource } from '../../../../schemas/terms/source-keys.ts';
import { creatorAuthority } from '../../../../schemas/terms/authorities.ts';
import { isSameWallet } from '../../../../schemas/values/same-wallet.ts';
import { controlOf } from '../../composition/controllers.ts';
import { partsOf } from '../../composition/parts.ts';
import type { Fact } from '../../fact.ts';
import { factKey, factOfKey, factPrefix } from '../../fact.ts';
import { accept, change, type Finding } from '../../finding.ts';
import { changeOfEnding, type EndedFact } from '../../build-change.ts';
import type { Compare, DerivationContext, DerivedChanges, ObservedState } from '../family.ts';
import { partyFinding } from './party-finding.ts';
import { holderText } from './text.ts';
import { isReadWhole, type ReportContext, withDrafts } from './with-drafts.ts';

/**
 * Who has an authority: the address alone. Holders by role have keys of their own, `<type>:<holder>`; the role states their
 * changes. `anyone` is no holder of a role.
 */
export const compareAuthority: Compare<AuthorityValue | null> = (seen, current, observed) => {
  const { subjectKey } = observed.observation;
  const isShare = subjectKey.includes(':') && !subjectKey.endsWith(':anyone');
  if (isShare) return accept;
  if (!seen.sameLineage && seen.draft === null) return corrected(seen.old ?? null, current, observed);
  return byAddress(seen, current, observed);
};

const byAddress = withDrafts<AuthorityValue>(holderFinding, { isNew: isHeldNow });

/**
 * Whether an authority that appears is an event: no account had it by the last whole reading. The account that created a contract
 * did so before any reading, a holder that the last reading did not find may have been there then, and where every account could
 * use the authority, only the end of that is an event.
 */
function isHeldNow(observed: ObservedState): boolean {
  const { state, observation } = observed;
  const { assetId, subjectKey, sourceKey } = observation;
  const type = typeOf(subjectKey);
  if (type === creatorAuthority || !isReadWhole(observed)) return false;
  const place = { assetId, subjectKind: 'asset', subjectKey: '', field: 'holders_not_known', sourceKey };
  const before = state.get<Fact>(factKey(place))?.value ?? null;
  const wasOpen = { ...place, subjectKind: 'authority', subjectKey: `${type}:anyone`, field: 'authority' };
  if (subjectKey === type && (state.get<Fact>(factKey(wasOpen))?.value ?? null) !== null) return false;
  return before === null || !storedValue(before, holdersNotKnown).includes(type);
}

function holderFinding(
  old: AuthorityValue | null,
  current: AuthorityValue | null,
  context: ReportContext,
): Finding | null {
  const { observation } = context;
  if (old === null && current === null) return null;
  const caip2 = nameOfSource(observation.sourceKey);
  if (old !== null && current !== null && isSameWallet(old.address, current.address, caip2)) return null;
  const type = typeOf(observation.subjectKey);
  const event = old === null ? 'created' : current === null ? 'given_up' : 'replaced';
  const text = textOf(event, old, current);
  const none = text === 'opened' || text === 'closed' ? notEveryAccount : holderText(null);
  const [before, after] = [old, current].map((side) => (side === null ? none : holderText(side.address))) as [
    string,
    string,
  ];
  return partyFinding(
    {
      serves: [type],
      text,
      changeKind: event === 'created' ? 'added' : event === 'given_up' ? 'removed' : 'replaced',
      before,
      after,
      comparison: {
        comparison: 'authority',
        event,
        type,
        old: old === null ? null : holderOf(old, context),
        new: current === null ? null : holderOf(current, context),
        isAlone: context.isAlone,
      },
    },
    context,
  );
}

const notEveryAccount = 'not every account';

/** What every account can use has no holder: a text of its own states that it begins or ends. */
function textOf(
  event: 'created' | 'given_up' | 'replaced',
  old: AuthorityValue | null,
  current: AuthorityValue | null,
) {
  if (current?.address === 'anyone') return old === null ? 'opened' : 'openedFrom';
  if (old?.address === 'anyone') return current === null ? 'closed' : 'closedTo';
  return event === 'given_up' ? 'givenUp' : event;
}

const typeOf = (subjectKey: string): string => subjectKey.split(':')[0] ?? '';

/** The account as the chain describes it. Without a description, only a multisig is known to be one. */
function holderOf(
  { address, accountType, threshold }: AuthorityValue,
  { state, observation }: ObservedState,
): AuthorityHolder {
  if (address === 'anyone') return { kind: 'anyone', threshold: null };
  const parts = partsOf(state, observation.assetId);
  const control = controlOf(parts, address, nameOfSource(observation.sourceKey));
  if (control === undefined) {
    return accountType === 'multisig' ? { kind: 'multisig', threshold } : { kind: 'other', threshold: null };
  }
  const { kind } = control;
  if (isMultisig(kind)) return { kind: 'multisig', threshold: control.threshold };
  if (kind === 'key' || kind === 'key_delegated') return { kind: 'key', threshold: null };
  const isLocked = kind === 'timelock' || (control.timeLockSeconds ?? 0) > 0;
  return { kind: isLocked ? 'timelock' : 'other', threshold: null };
}

/** A value of another origin: where the address differs, the earlier one is corrected. */
function corrected(old: AuthorityValue | null, current: AuthorityValue | null, observed: ObservedState) {
  const context = { ...observed, stage: 'confirmed', isAlone: observed.observation.quorum === 1 } as const;
  if (old === null) return accept;
  const finding = holderFinding(old, current, context);
  if (finding?.comparison.comparison !== 'authority') return accept;
  return change(
    partyFinding(
      {
        serves: [finding.comparison.type],
        text: 'corrected',
        kind: 'value_corrected',
        changeKind: 'corrected',
        before: finding.before ?? '',
        after: finding.after ?? '',
        comparison: { ...finding.comparison, event: 'corrected' },
        faint: true,
      },
      context,
    ),
  );
}

/** Imported authorities that a whole reading of the chain does not state end with it; their facts stay, ended. */
export function endImported(reading: string, observed: ObservedState, { inForce }: DerivationContext): DerivedChanges {
  const changes = (reading === 'stated' ? importedNotStated(observed) : []).map((one) => {
    observed.state.put(one.key, { ...one.fact, draft: null, ended: true });
    return changeOfEnding(one, observed.observation, inForce());
  });
  return { changes };
}

function importedNotStated({ state, observation }: ObservedState): readonly EndedFact[] {
  const { assetId, sourceKey, extractor } = observation;
  const ended: EndedFact[] = [];
  for (const [key, fact] of state.entries<Fact>(factPrefix(assetId, 'authority'))) {
    const place = factOfKey(key);
    if (place.field !== 'authority' || place.sourceKey !== sourceKey) continue;
    if (fact.extractor === extractor || fact.ended === true || fact.value === null) continue;
    const value = storedValue(fact.value, authorityShape);
    const type = typeOf(place.subjectKey);
    if (type === creatorAuthority) continue;
    const finding = partyFinding(
      {
        serves: [type],
        text: 'notStated',
        kind: 'value_corrected',
        changeKind: 'removed',
        before: holderText(value.address),
        after: 'not stated',
        comparison: { comparison: 'authority', event: 'corrected', type, old: null, new: null, isAlone: false },
        comparable: false,
      },
      { state, observation, stage: 'confirmed', isAlone: false },
    );
    ended.push({ key, fact, finding });
  }
  return ended;
}
