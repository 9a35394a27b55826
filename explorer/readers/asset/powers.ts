import type { AddressEncoding } from '../../../schemas/values/chains.ts';
import type { ChainCodeValue } from '../../../schemas/facts.ts';
import type { RecordAuthority } from '../../../schemas/generated/records.ts';
import { accountText } from '../../../schemas/terms/account-text.ts';
import { shortAddress } from '../../labels/short-address.ts';

/** Something that the token, or an account with power over it, can do to a holder. */
export interface PowerView {
  readonly name: string;
  /** `No` only where the chain was read and the code cannot do it. */
  readonly word: 'No' | 'Not read' | 'Yes' | 'Yes, not now' | 'Yes, now';
  /** Who can, or why it is not known. */
  readonly note: string;
  /** Field whose history shows it; null where no source states it. */
  readonly field: string | null;
  /** Date of the reading, milliseconds; null without one. */
  readonly at: number | null;
}

/** What readings of the chain state of a token. */
export interface PowerFacts {
  readonly encoding: AddressEncoding;
  readonly authorities: readonly Pick<
    RecordAuthority,
    'accountKind' | 'accountType' | 'address' | 'observedAt' | 'signers' | 'threshold' | 'type'
  >[];
  /** Codes of powers; null where no reading states them. */
  readonly codes: readonly string[] | null;
  /** Types of authorities that the code gives to accounts which were not found. */
  readonly notKnown: readonly string[];
  readonly code: Pick<ChainCodeValue, 'proxy'> | null;
  readonly isPaused: boolean | null;
  /** The newest reading that states facts, milliseconds; null without one. */
  readonly readAt: number | null;
  readonly hasNoContract: boolean;
  /** The tables do not answer, so nothing is known of readings. */
  readonly isAway: boolean;
}

interface Question {
  readonly name: string;
  /** Authorities whose holder can do it. */
  readonly authority: string;
  readonly codes: readonly string[];
}

const questions: readonly Question[] = [
  { name: 'Create new units', authority: 'mint_authority', codes: [] },
  { name: 'Block an account', authority: 'freeze_authority', codes: ['freeze_address'] },
  {
    name: 'Take units from an account',
    authority: 'permanent_delegate',
    codes: ['seize', 'burn_from', 'force_transfer'],
  },
  { name: 'Stop all transfers', authority: 'pause_authority', codes: ['pause_all'] },
  { name: 'Replace the code', authority: 'upgrade_authority', codes: ['upgrade_logic'] },
];

/** Powers that are shown only where they are stated. */
const furtherPowers: readonly Question[] = [
  { name: 'Take a fee from each transfer', authority: 'transfer_fee_authority', codes: ['transfer_fee'] },
  {
    name: 'Let a program decide on each transfer',
    authority: 'transfer_hook_authority',
    codes: ['transfer_hook'],
  },
  { name: 'Block each new account at first', authority: 'freeze_authority', codes: ['frozen_by_default'] },
  { name: 'Forbid that units are passed on', authority: '', codes: ['non_transferable'] },
  { name: 'Change the interest that balances show', authority: 'interest_rate_authority', codes: ['interest'] },
  { name: 'Change the factor that balances show', authority: 'scaled_amount_authority', codes: ['scaled_amount'] },
  { name: 'Change name and symbol', authority: 'update_authority', codes: ['change_metadata'] },
  { name: 'Close the token once no unit exists', authority: 'close_authority', codes: ['close_mint'] },
];

/** What can be done to a holder, by authorities and powers; what was not read is never "No" (conformance PG-1). */
export const powersOf = (facts: PowerFacts): readonly PowerView[] => [
  ...questions.map((question) => answerOf(question, facts)),
  ...furtherPowers
    .filter(({ codes }) => codes.some((code) => facts.codes?.includes(code)))
    .map((one) => yes(one, facts)),
];

function answerOf(question: Question, facts: PowerFacts): PowerView {
  const { name, authority, codes } = question;
  const isStated = codes.some((code) => facts.codes?.includes(code));
  const isPause = authority === 'pause_authority' && facts.isPaused === true;
  const isNotKnown = facts.notKnown.includes(authority);
  if (holdersOf(question, facts).length > 0 || isStated || isPause || isNotKnown) return yes(question, facts);
  const reason = noReasonOf(question, facts);
  return reason === null
    ? { name, word: 'Not read', note: whyNotRead(question, facts), field: null, at: null }
    : {
        name,
        word: 'No',
        note: reason,
        field: authority === 'upgrade_authority' ? 'code' : 'powers',
        at: facts.readAt,
      };
}

const holdersOf = ({ authority }: Question, { authorities }: PowerFacts): PowerFacts['authorities'] =>
  authorities.filter(({ type }) => type === authority);

function yes(question: Question, facts: PowerFacts): PowerView {
  const { name, authority } = question;
  const [first, ...others] = holdersOf(question, facts);
  const paused = authority === 'pause_authority' ? facts.isPaused : null;
  const word = paused === null ? 'Yes' : paused ? 'Yes, now' : 'Yes, not now';
  if (first === undefined) {
    const isNotKnown = facts.notKnown.includes(authority);
    return isNotKnown
      ? { name, word, note: 'The code allows it to an account that was not found.', field: null, at: facts.readAt }
      : { name, word, note: 'The reading names no account.', field: 'powers', at: facts.readAt };
  }
  const address = first.address === 'anyone' ? '' : ` ${shortAddress(first.address)}`;
  const unknown = facts.notKnown.includes(authority) ? '; further accounts were not found' : '';
  const more = `${others.length === 0 ? '' : `, and ${others.length} more`}${unknown}`;
  return { name, word, note: `${accountText(first)}${address}${more}`, field: authority, at: first.observedAt };
}

/** Why the code cannot do it; null where that was not read. */
function noReasonOf({ authority }: Question, facts: PowerFacts): string | null {
  const { encoding, code, codes, readAt, hasNoContract } = facts;
  if (readAt === null || hasNoContract) return null;
  const isUpgrade = authority === 'upgrade_authority';
  if (encoding === 'evm') {
    const isFixed = isUpgrade && (code?.proxy === 'none' || code?.proxy === 'clone');
    return isFixed ? 'The code at this address cannot be changed.' : null;
  }
  // A mint states all its powers, and one that it was made without cannot be added.
  const isWhole = encoding === 'solana' && codes !== null && !codes.some((one) => one.startsWith('extension_'));
  return isWhole && !isUpgrade ? 'The mint was read, and has no such power.' : null;
}

function whyNotRead({ authority }: Question, { encoding, codes, readAt, hasNoContract, isAway }: PowerFacts): string {
  if (isAway) return 'It cannot be read now. Load the page again in a few seconds.';
  if (hasNoContract) return 'The chain has no contract at this address.';
  if (readAt === null) return 'The chain was not read here.';
  if (encoding === 'solana') {
    if (authority === 'upgrade_authority') return 'It runs a program of the chain; who can replace that was not read.';
    return codes === null ? 'The reading states no powers.' : 'It has an extension that is not known here.';
  }
  return 'No account was found that can; that is no proof that there is none.';
}
