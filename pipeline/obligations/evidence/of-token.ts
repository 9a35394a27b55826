/** Evidence that the chains of a token state, and proofs of control over it. */
import { type ProvedAuthority, provedAuthorities } from '../../../schemas/facts/derived.ts';
import { chainPowers, sourceCheck } from '../../../schemas/facts.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { isSourceOf, sourceKeyOf } from '../../../schemas/terms/source-keys.ts';
import { authorityTerm } from '../../../schemas/terms/authorities.ts';
import { joinList, midSentence } from '../../text/values.ts';
import type { AssetFacts } from '../facts.ts';
import { type EvidenceFinding, found } from './found.ts';

const freezing: ReadonlySet<string> = new Set(['freeze_address', 'pause_all', 'seize']);

export function ofFreeze(facts: AssetFacts): EvidenceFinding {
  const powers = facts.of('powers').filter(({ sourceKey }) => isSourceOf('chain', sourceKey));
  if (powers.length === 0) return found('unread', [], 'its chain has not been read');
  const holding = powers.filter(({ value }) =>
    storedValue(value ?? '[]', chainPowers).some((one) => freezing.has(one)),
  );
  return holding.length > 0 ? found('holds', holding) : found('absent', powers);
}

export function ofCheck(check: string, facts: AssetFacts): EvidenceFinding {
  const held = facts.of('check').find(({ subjectKey }) => subjectKey === sourceKeyOf.check(check));
  const { state } = storedValue(held?.value ?? '{"state":"not_comparable"}', sourceCheck);
  if (held === undefined || state === 'not_comparable') return found('unread', [], 'the figures cannot be compared');
  return found(state === 'agree' ? 'holds' : 'opposite', [held], 'the figures differ');
}

/** Every authority has a proof that did not lapse. What anyone can use is controlled by no account. */
export function ofProofs(facts: AssetFacts): EvidenceFinding {
  const held = facts.of('authorities').find(({ sourceKey }) => sourceKey === 'registry');
  if (held === undefined) return found('unread', [], 'its chain has not been read whole');
  const authorities = storedValue(held.value ?? '[]', provedAuthorities);
  if (authorities.length === 0) return found('exempt', [held], 'the chain states no account with an authority');
  const named = (some: readonly ProvedAuthority[]): string =>
    joinList([...new Set(some.map(({ type }) => `the ${midSentence(authorityTerm(type).label)}`))]);
  const open = authorities.filter(({ address }) => address === 'anyone');
  if (open.length > 0)
    return found('unread', [held], `anyone can use ${named(open)}, so that no account proves control`);
  const unproved = authorities.filter(({ isProved }) => !isProved);
  if (unproved.length === 0) return found('holds', [held]);
  return found('absent', [held], `no current proof shows control of ${named(unproved)}`);
}
