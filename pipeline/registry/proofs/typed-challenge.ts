import { formatTimestamp, parseTimestamp } from '../../../schemas/values/timestamp.ts';
import { assetProblem, authorityProblem, readAuthorityText } from './challenge.ts';
import { expiryProblem } from './expiry.ts';
import type { ProofClaim } from './proof.ts';
import type { TypedData } from './typed-data.ts';
import type { TypedValue } from './typed-values.ts';

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
    firstOf(data.values, (value) => valueExpiryProblem(value, provedAt))
  );
}

/** The name of a member that a reader takes for the end of validity. */
const likeExpiry = /expir|deadline|notafter|^valid/;

/** The names that are understood. */
const expiry =
  /^(?:expires(?:at|on)?|(?:expiry|expiration)(?:date|time|timestamp)?|valid(?:until|to|before)|notafter|deadline)$/;

/** Seconds since the epoch beyond this are milliseconds by mistake, or a way to write that there is no end. */
const latestSeconds = 100_000_000_000n;

function valueExpiryProblem({ path, name, type, value }: TypedValue, at: number): string | null {
  const plain = name.replaceAll(/[_$]/g, '').toLowerCase();
  if (!likeExpiry.test(plain)) {
    const problem = typeof value === 'string' && type === 'string' ? expiryProblem(value, at) : null;
    return problem === null ? null : `${path} ${problem}`;
  }
  if (Array.isArray(value)) return null;
  if (!expiry.test(plain) || typeof value !== 'string' || !/^(?:string|u?int\d*)$/.test(type)) {
    return `has a member that looks like an expiry and is not understood: ${path}; write expires as a date-time`;
  }
  if (type === 'string') {
    const end = parseTimestamp(value);
    if (end === null) return `${path} is not an ISO 8601 date-time: ${JSON.stringify(value.slice(0, 100))}`;
    return end < at ? `expired at ${value}, before the proof was made` : null;
  }
  const seconds = BigInt(value);
  if (seconds >= latestSeconds) return `${path} is not a time in seconds since 1970: ${value}`;
  const end = Number(seconds) * 1_000;
  return end < at ? `expired at ${seconds < 0n ? value : formatTimestamp(end)}, before the proof was made` : null;
}

function firstOf<T>(items: readonly T[], problemOf: (item: T) => string | null): string | null {
  for (const item of items) {
    const problem = problemOf(item);
    if (problem !== null) return problem;
  }
  return null;
}
