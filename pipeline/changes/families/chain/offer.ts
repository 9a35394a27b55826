import type { OwnershipOfferValue } from '../../../../schemas/facts.ts';
import { nameOfSource } from '../../../../schemas/terms/source-keys.ts';
import { isSameWallet } from '../../../../schemas/values/same-wallet.ts';
import { partsOf } from '../../composition/parts.ts';
import type { Finding } from '../../finding.ts';
import { partyFinding } from './party-finding.ts';
import { holderText } from './text.ts';
import { isReadWhole, type ReportContext, withDrafts } from './with-drafts.ts';

/** Ownership on offer. An offer that was accepted is the replacement of the owner, which is a change of its own. */
export const compareOffer = withDrafts<NonNullable<OwnershipOfferValue>>(offerFinding, { isNew: isReadWhole });

function offerFinding(old: string | null, current: string | null, context: ReportContext): Finding | null {
  if (old === current || (old !== null && current === null && isAccepted(old, context))) return null;
  return partyFinding(
    {
      serves: ['owner'],
      text: current === null ? 'offerWithdrawn' : 'offered',
      changeKind: old === null ? 'added' : current === null ? 'removed' : 'changed',
      before: holderText(old),
      after: holderText(current),
      comparison: { comparison: 'ownership_offer', old, new: current, isAlone: context.isAlone },
    },
    context,
  );
}

function isAccepted(offered: string, { state, observation: { assetId, sourceKey } }: ReportContext): boolean {
  const caip2 = nameOfSource(sourceKey);
  return Object.values(partsOf(state, assetId).authorities).some(
    ({ value, caip2: chain }) =>
      chain === caip2 && value.type === 'owner' && isSameWallet(value.address, offered, caip2),
  );
}
