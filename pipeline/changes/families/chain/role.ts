import type { ChainRoleValue } from '../../../../schemas/facts.ts';
import { authorityOfRole } from '../../../../schemas/terms/authorities.ts';
import { type Fact, factOfKey, factPrefix } from '../../fact.ts';
import { idsIn } from '../../../../schemas/values/seen-ids.ts';
import type { Finding } from '../../finding.ts';
import type { ObservedState } from '../family.ts';
import { typesServed } from './control.ts';
import { partyFinding } from './party-finding.ts';
import { roleHoldings } from './templates.ts';
import { roleDifference, roleHolding, roleText, shown } from './text.ts';
import { type ReportContext, withDrafts } from './with-drafts.ts';

const noHolders = (): ChainRoleValue => ({ name: null, adminRole: null, holders: [] });

/** The holders of a role. A role that appears in a contract whose roles were read before had no holders. */
export const compareRole = withDrafts<ChainRoleValue>(roleFinding, { isNew: hasReadRoles });

function roleFinding(
  old: ChainRoleValue | null,
  current: ChainRoleValue | null,
  context: ReportContext,
): Finding | null {
  // A contract that no longer matters takes its roles along.
  if (current === null) return null;
  const before = old ?? { ...noHolders(), adminRole: current.adminRole };
  if (isSame(before, current)) return null;
  const { subjectKey } = context.observation;
  const at = subjectKey.indexOf(':');
  const [contract, hash] = [subjectKey.slice(0, at), subjectKey.slice(at + 1)];
  const name = current.name ?? before.name;
  const given = authorityOfRole(name);
  const ofContract = typesServed(contract, context);
  // A name states what the role is for; without one, it may be for whatever the contract serves.
  const serves = given !== null ? [given] : name === null ? ofContract : [];
  return partyFinding(
    {
      serves: serves.length === 0 ? ofContract.slice(0, 1) : serves,
      text: given !== null ? 'roleGiving' : serves.length === 0 ? 'role' : 'roleServing',
      changeKind: 'changed',
      before: roleText(before),
      after: roleText(current),
      comparison: {
        comparison: 'contract_role',
        serves,
        old: before,
        new: current,
        isAlone: context.isAlone,
      },
      slots: {
        contract: shown(contract),
        role: shown(name ?? hash),
        difference: roleDifference(before, current),
        holding: roleHoldings[roleHolding(before, current)],
      },
    },
    context,
  );
}

const isSame = (old: ChainRoleValue, current: ChainRoleValue): boolean =>
  old.holders.length === current.holders.length &&
  old.holders.every((holder) => current.holders.includes(holder)) &&
  (old.adminRole === current.adminRole || old.adminRole === null || current.adminRole === null);

/** Whether a role of the same contract was read at an earlier time, by the same plan. */
function hasReadRoles({ state, observation }: ObservedState): boolean {
  const { assetId, subjectKey, sourceKey, observedAt, extractor, extractorVersion } = observation;
  const contract = subjectKey.slice(0, subjectKey.indexOf(':'));
  for (const [key, fact] of state.entries<Fact>(`${factPrefix(assetId, 'authority')}${contract}:`)) {
    const place = factOfKey(key);
    const isRole = place.field === 'role' && place.sourceKey === sourceKey;
    const isSamePlan = fact.extractor === extractor && fact.extractorVersion === extractorVersion;
    // Read at an earlier time, or before this reading, too: a reading states each fact once.
    if (isRole && isSamePlan && (fact.seenAt < observedAt || idsIn(fact) > 1)) return true;
  }
  return false;
}
