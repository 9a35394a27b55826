import {
  type DisclosedControlValue,
  accountControl,
  authority as authorityShape,
  statedControl,
} from '../../../schemas/facts.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { isKey, isMultisig } from '../../../schemas/terms/account-kinds.ts';
import { isSourceOf } from '../../../schemas/terms/source-keys.ts';
import type { KeyedState } from '../../runtime/processor.ts';
import type { CheckFinding } from '../check.ts';
import { factsOf, type HeldFact } from '../token-state.ts';

type DisclosedControl = NonNullable<DisclosedControlValue>;

/** Approvals and members of a multisig; null where one is not known. A single key has neither. */
interface Votes {
  readonly isKey: boolean;
  readonly threshold: number | null;
  readonly voters: number | null;
}

/** Compares a document with the chain: which account has an authority. A document that names none states nothing. */
export function checkAuthority(state: KeyedState, tokenId: string, assetId: string): CheckFinding | null {
  const controls = factsOf(state, tokenId, assetId, 'control');
  const authorities = factsOf(state, tokenId, assetId, 'authority');
  const found = controls
    .filter(({ sourceKey }) => !isSourceOf('chain', sourceKey))
    .map((statement) => compare(statement, authorities, controls));
  return found.find((one) => one.state === 'differ') ?? found[0] ?? null;
}

function compare(statement: HeldFact, authorities: readonly HeldFact[], controls: readonly HeldFact[]): CheckFinding {
  const disclosed = storedValue(statement.value, statedControl);
  const { authorityType: about } = disclosed;
  const left = {
    source: statement.sourceKey,
    value: disclosedText(disclosed),
    asOf: statement.at,
    observationId: statement.observationId,
  };
  const held = authorities.filter(({ sourceKey, value }) => isSourceOf('chain', sourceKey) && typeOf(value) === about);
  const [authority, ...others] = held;
  const nothing = { about, left, right: null, difference: null, state: 'not_comparable' } as const;
  // Of several holders, which one the document means is not known.
  if (authority === undefined || others.length > 0) return { ...nothing, basis: statement.value };
  const votes = votesOf(authority, controls);
  if (votes === null) return { ...nothing, basis: statement.value };
  return {
    about,
    left,
    state: contradicts(disclosed, votes) ? 'differ' : 'agree',
    basis: [statement.value, authority.value, votes.threshold, votes.voters].join(' '),
    right: {
      source: authority.sourceKey,
      value: votesText(votes),
      asOf: authority.at,
      observationId: authority.observationId,
    },
    difference: null,
  };
}

const typeOf = (authority: string): string => storedValue(authority, authorityShape).type;

/** Null for an account that is neither known to be a key nor a multisig. */
function votesOf(authority: HeldFact, controls: readonly HeldFact[]): Votes | null {
  const { address, accountType, signers, threshold } = storedValue(authority.value, authorityShape);
  const text = controls.find((one) => one.subjectKey === address && one.sourceKey === authority.sourceKey)?.value;
  const control = storedValue(text, accountControl);
  if (control !== null && isMultisig(control.kind)) {
    return { isKey: false, threshold: control.threshold, voters: (control.voters ?? control.signers).length };
  }
  if (control !== null) return isKey(control.kind) ? { isKey: true, threshold: null, voters: null } : null;
  if (accountType !== 'multisig' || threshold === null) return null;
  return { isKey: false, threshold, voters: signers.length === 0 ? null : signers.length };
}

function contradicts({ threshold, voters }: DisclosedControl, stated: Votes): boolean {
  if (stated.isKey) return true;
  if (threshold === null) return stated.threshold === 1;
  const differs = (text: string | null, count: number | null): boolean =>
    text !== null && count !== null && Number(text) !== count;
  return differs(threshold, stated.threshold) || differs(voters, stated.voters);
}

const disclosedText = ({ threshold, voters }: DisclosedControl): string =>
  threshold === null || voters === null ? 'several signers' : `${threshold} of ${voters} signers`;

const votesText = ({ isKey, threshold, voters }: Votes): string =>
  isKey ? 'a single key' : `${threshold ?? 'an unknown number'} of ${voters ?? 'unknown'} signers`;
