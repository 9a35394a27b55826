import { assetProblem, authorityProblem, imitationProblem, isBindingName, readAuthorityText } from './challenge.ts';
import type { ProofClaim } from '../proof.ts';
import { hiddenProblem, linesOf } from './statement-lines.ts';
import type { TypedData } from '../typed/typed-data.ts';
import type { TypedValue } from '../typed/typed-values.ts';
import { type Moment, proofMoment, valueTimeProblem } from './validity.ts';

/**
 * Why typed data does not bind a proof to its asset and authority, or had expired; null if it does. The message has the
 * texts `asset` (`<CAIP-19>`) and `authority` (`<type> <address>`); a `chainId` of the domain is the chain of the asset.
 */
export function typedChallengeProblem(claim: ProofClaim, data: TypedData): string | null {
  const { chain, provedAt } = claim;
  if (Object.keys(data.domain).length === 0) return 'has an empty domain; EIP-712 asks for one member or more';
  const chainId = data.domain['chainId'];
  if (typeof chainId === 'string' && chainId !== String(chain.chainId)) {
    return `the chainId of its domain is ${chainId}; the asset is on ${chain.slug} (${chain.caip2})`;
  }
  const text = (name: string): readonly string[] => {
    const value = data.message[name];
    return data.types[data.primaryType]?.some((member) => member.name === name && member.type === 'string') === true
      ? [String(value)]
      : [];
  };
  return (
    assetProblem(claim, text('asset'), 'member string asset (<CAIP-19>) in its message') ??
    authorityProblem(
      claim,
      text('authority').map(readAuthorityText),
      'member string authority (<type> <address>) in its message',
    ) ??
    typedTimeProblem(data, proofMoment(provedAt)) ??
    firstOf(data.values, shownProblem)
  );
}

/** Why typed data was not valid at a moment; null when it was. */
export const typedTimeProblem = (data: TypedData, moment: Moment): string | null =>
  firstOf(data.values, (value) => valueTimeProblem(value, moment));

/** Why a value imitates the asset or authority of the proof for a reader, or hides text; null if it does neither. */
function shownProblem({ path, name, type, value }: TypedValue): string | null {
  const plain = name.replaceAll(/[_$]/g, '').toLowerCase();
  if (isBindingName(plain) && path !== `message.${plain}`) {
    return `has a member that looks like its asset or authority and is not: ${path}`;
  }
  if (typeof value !== 'string' || type !== 'string') return null;
  const problem = imitationProblem(linesOf(value), []) ?? hiddenProblem(value);
  return problem === null ? null : `${path} ${problem}`;
}

function firstOf<T>(items: readonly T[], problemOf: (item: T) => string | null): string | null {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== null) return problem;
  }
  return null;
}
