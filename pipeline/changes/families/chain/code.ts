import type { ChainCodeValue } from '../../../../schemas/facts.ts';
import type { Finding } from '../../finding.ts';
import { partyFinding } from './party-finding.ts';
import { codeText } from './text.ts';
import { type ReportContext, withDrafts } from './with-drafts.ts';

/** The code that the token runs. The same code at another address is no change. */
export const compareCode = withDrafts<ChainCodeValue>(codeFinding);

function codeFinding(
  old: ChainCodeValue | null,
  current: ChainCodeValue | null,
  context: ReportContext,
): Finding | null {
  if (old === null || current === null || isSameCode(old, current)) return null;
  return partyFinding(
    {
      serves: ['upgrade_authority'],
      text: 'code',
      changeKind: 'replaced',
      before: codeText(old),
      after: codeText(current),
      comparison: { comparison: 'chain_code', old, new: current, isAlone: context.isAlone },
    },
    context,
  );
}

function isSameCode(old: ChainCodeValue, current: ChainCodeValue): boolean {
  if (isOther(old.codeHash, current.codeHash)) return false;
  if (isOther(old.implementationCodeHash, current.implementationCodeHash)) return false;
  if (old.implementation === current.implementation) return true;
  return old.implementationCodeHash !== null && old.implementationCodeHash === current.implementationCodeHash;
}

/** Unknown on a side: not compared. */
const isOther = (old: string | null, current: string | null): boolean =>
  old !== null && current !== null && old !== current;
