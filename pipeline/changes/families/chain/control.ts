import type { AccountControlValue } from '../../../../schemas/facts.ts';
import { nameOfSource } from '../../../../schemas/terms/source-keys.ts';
import { servedTypes, sortedTypes } from '../../composition/controllers.ts';
import { partsOf } from '../../composition/parts.ts';
import { factPrefix } from '../../fact.ts';
import type { Finding } from '../../finding.ts';
import type { ObservedState } from '../family.ts';
import { partyFinding } from './party-finding.ts';
import { controlDifference, controlText, periodText, shown, votesText } from './text.ts';
import { type ReportContext, withDrafts } from './with-drafts.ts';

/** What an account with power over the token is. Accounts that join or leave are changes of what names them. */
export const compareControl = withDrafts<AccountControlValue>(controlFinding);

/** Plumbing: these act for their owner, whom the authority itself names. */
const plumbing: readonly string[] = ['proxy_admin', 'beacon'];

function controlFinding(
  old: AccountControlValue | null,
  current: AccountControlValue | null,
  context: ReportContext,
): Finding | null {
  if (old === null || current === null) return null;
  const isPlumbing = plumbing.includes(current.kind) || isHook(old, context);
  const [before, after] = [comparedPart(old, isPlumbing, context), comparedPart(current, isPlumbing, context)];
  const difference = controlDifference(before, after);
  if (difference === 'none') return null;
  const account = context.observation.subjectKey;
  const serves = typesServed(account, context);
  return partyFinding(
    {
      serves,
      text: textOf(before, after),
      changeKind: 'changed',
      before: controlText(old),
      after: controlText(current),
      comparison: { comparison: 'account_control', serves, old: before, new: after, isAlone: context.isAlone },
      slots: { account: shown(account), difference, votes: votesText(after), period: periodText(after) },
    },
    context,
  );
}

/** What the headline states: first how many have to agree, then how long it takes. */
function textOf(old: AccountControlValue, current: AccountControlValue) {
  if (old.threshold !== null && current.threshold !== null && votesText(old) !== votesText(current)) {
    return current.threshold === 1 && old.threshold > 1 ? 'controlSingle' : 'controlVotes';
  }
  return old.timeLockSeconds === current.timeLockSeconds ? 'control' : 'controlTime';
}

/** The members whose changes this fact states: what another fact states is left out, so that one event is one change. */
function comparedPart(control: AccountControlValue, isPlumbing: boolean, observed: ObservedState): AccountControlValue {
  const isStated = isPlumbing || control.threshold !== null || control.owner !== null || hasRoles(observed);
  return { ...control, owner: isPlumbing ? null : control.owner, next: isStated ? [] : control.next };
}

/** A program whose code runs with the token: its owner is the upgrade authority. No other account names it. */
function isHook({ kind, owner }: AccountControlValue, { state, observation }: ObservedState): boolean {
  const { assetId, subjectKey } = observation;
  const { authorities, controls = {} } = partsOf(state, assetId);
  const isNamed = Object.values(controls).some(({ next }) => next.includes(subjectKey));
  const upgraders = Object.values(authorities).filter(({ value }) => value.type === 'upgrade_authority');
  return kind === 'program' && !isNamed && upgraders.some(({ value }) => value.address === owner);
}

/** Whether roles of the account are read: they state who controls it. */
function hasRoles({ state, observation: { assetId, subjectKey } }: ObservedState): boolean {
  for (const [key] of state.entries(`${factPrefix(assetId, 'authority')}${subjectKey}:0x`)) {
    if (key.includes('\trole\t')) return true;
  }
  return false;
}

/** The authority types that an account serves, in the order of interface A. */
export function typesServed(
  account: string,
  { state, observation: { assetId, sourceKey } }: ObservedState,
): readonly string[] {
  return sortedTypes(servedTypes(partsOf(state, assetId), nameOfSource(sourceKey)).get(account) ?? []);
}
