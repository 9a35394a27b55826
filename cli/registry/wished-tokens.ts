import { UsageError } from '../../infra/errors.ts';
import { locateToken, type TokenLocation } from '../../pipeline/registry/wishes/token-lines.ts';
import { caip19OfWish, placeOf, type TokenWish } from '../../pipeline/registry/wishes/wish.ts';
import { type Chain, chains } from '../../schemas/values/chains.ts';
import { readTokenText } from '../../schemas/values/token-text.ts';
import { namesOf, type TokenReader, type TokenReading } from '../chains/read-token.ts';
import { CommandFailed } from '../program/process/exit.ts';

/** A token of the command line, what its chain states, and where each member comes from. */
export interface WishedToken {
  readonly wish: TokenWish;
  readonly reading: TokenReading;
  /** `option`, `chain`, or the row of a register, by member. */
  readonly origins: Readonly<Record<string, string>>;
}

export interface StatedOptions {
  readonly chain: Chain | null;
  readonly members: TokenWish['members'];
  readonly issuer: string | null;
  /** Whether the token is registered: then nothing is needed that is not stated. */
  readonly isRegistered: (caip19: string) => boolean;
}

/** Reads what a text names, with what its chain states. Throws UsageError for what cannot be declared. */
export async function wishedToken(reader: TokenReader, text: string, wanted: StatedOptions): Promise<WishedToken> {
  const { at, reading: known } = await located(reader, text, wanted.chain);
  const caip19 = caip19OfWish(at);
  const reading = known ?? (await reader.read(caip19));
  if ('found' in reading && !reading.found) {
    throw new UsageError(`${caip19} has no contract at the finalized block ${reading.block}`);
  }
  const token = 'silent' in reading ? null : reading.token;
  if (token !== null && token.standard !== at.standard) {
    throw new UsageError(`${caip19} is of the standard ${token.standard} on its chain, not ${at.standard}`);
  }
  const { decimals } = wanted.members;
  if (token !== null && decimals !== undefined && token.decimals !== decimals) {
    throw new UsageError(
      `${caip19} has ${token.decimals ?? 'no'} decimals on its chain, not ${JSON.stringify(decimals)}`,
    );
  }
  if (wanted.isRegistered(caip19)) {
    const origins = Object.fromEntries(Object.keys(wanted.members).map((member) => [member, 'option'] as const));
    return { wish: { place: text, ...at, members: wanted.members, issuer: wanted.issuer }, reading, origins };
  }
  const members: TokenWish['members'] = { ...(token === null ? {} : namesOf(token)), ...wanted.members };
  const missing = ['name', 'symbol', ...(at.standard === 'erc20' && token === null ? ['decimals'] : [])].filter(
    (member) => !Object.hasOwn(members, member),
  );
  if (missing.length > 0) {
    const why = 'silent' in reading ? reading.silent : 'its chain does not state it';
    const options = missing.map((member) => `--${member}`).join(', ');
    const sentence = `${caip19}: ${why}; give ${options}`;
    throw 'silent' in reading ? new CommandFailed(sentence) : new UsageError(sentence);
  }
  const origins = Object.fromEntries(
    Object.keys(members).map((member) => [member, Object.hasOwn(wanted.members, member) ? 'option' : 'chain'] as const),
  );
  return { wish: { place: text, ...at, members, issuer: wanted.issuer }, reading, origins };
}

type Place = Pick<TokenWish, 'chain' | 'standard' | 'address'>;

/** The place of a token; an address without a chain is on the only one of those with a provider that has a contract there. */
async function located(
  { read, chainsOf }: TokenReader,
  text: string,
  chain: Chain | null,
): Promise<{ readonly at: Place; readonly reading?: TokenReading }> {
  const at: TokenLocation = locateToken(text, chain);
  if ('skipped' in at) {
    throw new UsageError(
      `"${text}" is on ${at.skipped}, which is not supported; there are ${chains.map(({ slug }) => slug).join(', ')}`,
    );
  }
  if ('chain' in at) return { at };
  const address = chain === null ? (readTokenText(text)?.address ?? null) : null;
  const asked = address?.startsWith('0x') === true ? chainsOf('evm') : [];
  if (address === null || asked.length === 0)
    throw new UsageError(at.reason.startsWith(`"${text}"`) ? at.reason : `"${text}": ${at.reason}`);
  const found: { readonly at: Place; readonly reading: TokenReading }[] = [];
  const silent: string[] = [];
  for (const one of asked) {
    const place = placeOf({ chain: one, standard: null, address });
    if (typeof place === 'string') throw new UsageError(place);
    const reading = await read(caip19OfWish({ chain: one, ...place }));
    if ('silent' in reading) silent.push(one.slug);
    else if (reading.found) found.push({ at: { chain: one, ...place }, reading });
  }
  const [only, ...others] = found;
  if (silent.length > 0 && found.length < 2)
    throw new CommandFailed(`${silent.join(', ')} did not answer: give --chain`);
  if (only === undefined)
    throw new UsageError(`${address} has no contract on ${asked.map(({ slug }) => slug).join(', ')}`);
  if (others.length > 0) {
    throw new UsageError(
      `${address} has a contract on ${found.map((one) => one.at.chain.slug).join(', ')}: give --chain`,
    );
  }
  return only;
}
