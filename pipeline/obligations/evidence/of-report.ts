/** Evidence that the figures of the newest reserve report state. */
import { reserveReport } from '../../../schemas/facts.ts';
import { fieldOf } from '../../../schemas/fields/catalogue.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { joinList } from '../../text/values.ts';
import { formatCode } from '../../documents/fields/value-text.ts';
import type { AssetFacts, CurrentFact } from '../facts.ts';
import { type EvidenceFinding, found } from './found.ts';

const deposits: ReadonlySet<string> = new Set(['bank_deposit', 'cash_insured', 'central_bank_balance']);
/** What the rest may be by our reading. */
const lowRisk: ReadonlySet<string> = new Set([...deposits, 'govt_bill_le93d', 'repo_govt_overnight', 'govt_mmf']);
/** What it may not be. Of other classes it depends on particulars that no report here states. */
const highRisk: ReadonlySet<string> = new Set([
  'commercial_paper',
  'corporate_bond',
  'secured_loan',
  'crypto',
  'affiliate_claim',
]);

/** `least`: share of deposits in 0.01 %. */
export function ofDeposits(least: number, facts: AssetFacts): EvidenceFinding {
  const [held] = facts
    .of('report')
    .toSorted((a, b) => (asOfText(a) < asOfText(b) ? 1 : asOfText(a) > asOfText(b) ? -1 : 0));
  if (held === undefined) return found('absent');
  const { classes } = storedValue(held.value ?? '{}', reserveReport);
  if (classes.length === 0) return found('absent');
  const share = classes.filter(({ code }) => deposits.has(code)).reduce((sum, one) => sum + one.share, 0);
  if (share < least) {
    const why = `deposits are ${(share / 100).toFixed(2)} % of the reserve; the rule names ${least / 100} %`;
    return found('opposite', [held], why);
  }
  const rest = classes.filter(({ code, share: of }) => of > 0 && !lowRisk.has(code)).map(({ code }) => code);
  const risky = rest.filter((code) => highRisk.has(code));
  if (risky.length > 0) return found('opposite', [held], `the reserve has ${classNames(risky)}`);
  if (rest.length > 0) return found('unread', [held], `whether ${classNames(rest)} count as low-risk is open`);
  return found('holds', [held]);
}

const asOfText = ({ value }: CurrentFact): string => storedValue(value ?? '{}', reserveReport).asOf;

function classNames(codes: readonly string[]): string {
  const field = fieldOf('reserve_asset_classes');
  return joinList(codes.map((code) => (field === undefined ? code : formatCode(field, code))));
}
