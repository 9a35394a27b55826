import type { AuthorityGoneValue } from '../../../../schemas/facts.ts';
import { partsOf } from '../../composition/parts.ts';
import type { Finding } from '../../finding.ts';
import { partyFinding } from './party-finding.ts';
import { holderText } from './text.ts';
import { type ReportContext, withDrafts } from './with-drafts.ts';

type GoneReason = NonNullable<AuthorityGoneValue>;

/** An authority that the chain no longer answers for. That it answers again is no change: its value is. */
export const compareGone = withDrafts<GoneReason>(goneFinding, { isNew: () => true });

function goneFinding(old: GoneReason | null, current: GoneReason | null, context: ReportContext): Finding | null {
  if (current === null || old?.reason === current.reason) return null;
  const { assetId, subjectKey, sourceKey } = context.observation;
  const held = partsOf(context.state, assetId).authorities[`${subjectKey}\t${sourceKey}`];
  return partyFinding(
    {
      serves: [subjectKey.split(':')[0] ?? ''],
      text: current.reason === 'contract_gone' ? 'contractGone' : 'functionGone',
      changeKind: 'unreachable',
      before: holderText(held?.value.address ?? null),
      after: 'no answer',
      comparison: { comparison: 'authority_gone', reason: current.reason, isAlone: context.isAlone },
    },
    context,
  );
}
