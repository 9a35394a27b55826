import type { AuthorityValue } from '../../../schemas/facts.ts';
import type { Chain } from '../../../schemas/values/chains.ts';
import { readAccount } from '../addresses.ts';
import { type ImportIssue, type ImportLine, invalid } from './issue.ts';
import { listIn, type Members, requiredText } from './members.ts';

/** The value of an authority observation whose shape was checked, in stored form: addresses per chain, signers sorted. */
export function readAuthority(
  line: ImportLine,
  chain: Chain,
  members: Members,
): { readonly value: AuthorityValue; readonly issues: readonly ImportIssue[] } {
  const issues: ImportIssue[] = [];
  const account = (text: string, path: string): string => {
    const reading = readAccount(chain, text);
    if ('address' in reading) return reading.address;
    issues.push(invalid(line, path, reading.problem));
    return text;
  };
  const address = account(requiredText(members, 'address'), 'value.address');
  const signers = listIn<string>(members, 'signers').map((text, index) => account(text, `value.signers[${index}]`));
  const threshold = (members['threshold'] as number | null | undefined) ?? null;
  const accountType = requiredText(members, 'accountType') as AuthorityValue['accountType'];
  const value: AuthorityValue = {
    type: requiredText(members, 'type'),
    address,
    accountType,
    signers: [...signers].sort(),
    threshold,
  };
  if (new Set(signers).size < signers.length) issues.push(invalid(line, 'value.signers', 'has the same signer twice'));
  if (accountType === 'regular' && (signers.length > 0 || threshold !== null)) {
    issues.push(invalid(line, 'value', 'a regular account has neither signers nor a threshold'));
  }
  if (threshold !== null && signers.length > 0 && threshold > signers.length) {
    issues.push(invalid(line, 'value.threshold', `${threshold} is more than the ${signers.length} signers`));
  }
  return { value, issues };
}
