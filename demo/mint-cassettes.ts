import type { ChainBlock } from '../pipeline/chain/cassette-header.ts';
import { writeCassette } from '../pipeline/chain/cassette.ts';
import { type ChainAnswer, type ChainRequest, type Exchange, exchangeKey } from '../pipeline/chain/exchange.ts';
import { clockSysvar, sysvarOwner } from '../pipeline/chain/solana/keys.ts';
import { solanaPlan, solanaPlanVersion } from '../pipeline/chain/solana/plan.ts';
import { sha256Hex } from '../schemas/values/hash.ts';
import { type RecordedMint, recordedMints } from './recorded-mints.ts';

const chain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
/** One provider alone: what it states is a draft until a later reading gives it again. */
const provider = 'recorded';

/** Cassettes of the recorded mints, by their names. The plan of the program asks; the recorded account answers. */
export const mintCassettes = (): Readonly<Record<string, string>> =>
  Object.fromEntries(recordedMints.map((recorded) => [`chain-solana/${recorded.name}`, mintCassette(recorded)]));

/** The cassette of one reading. `assetId`: that of a registry, else the CAIP-19 id. No bytes: there is no account. */
export function mintCassette(recorded: RecordedMint, assetId = `${chain}/token:${recorded.mint}`): string {
  const { mint, slot, readAt } = recorded;
  const block: ChainBlock = {
    number: slot,
    hash: `0x${sha256Hex(`attestry demo block: ${slot} ${readAt}`)}`,
    timestamp: Date.parse(readAt) / 1_000,
  };
  const assets = [{ assetId, address: mint, standard: 'token' }];
  const exchanges = new Map<string, Exchange>();
  const plan = solanaPlan(chain, block, assets);
  for (let step = plan.next(); step.done !== true; ) {
    const answers = step.value.map((request) => answerOf(recorded, block, request));
    for (const [index, request] of step.value.entries()) {
      const answer = answers[index];
      if (answer !== undefined) exchanges.set(exchangeKey(provider, request), { by: provider, request, answer });
    }
    step = plan.next(answers);
  }
  const header = { cassette: 1, chain, plan: solanaPlanVersion, block, providers: [provider] } as const;
  return writeCassette({ header: { ...header, quorum: 1, swept: 1, assets }, exchanges: [...exchanges.values()] });
}

/** No other account than the mint was recorded: the answer has none. */
function answerOf(recorded: RecordedMint, block: ChainBlock, { method, params }: ChainRequest): ChainAnswer {
  if (method !== 'getMultipleAccounts') throw new Error(`${method} was not recorded`);
  const [keys] = params as readonly [readonly string[]];
  const value = keys.map((key) => {
    if (key === clockSysvar) return account(sysvarOwner, clockOf(block));
    return key === recorded.mint && recorded.data !== '' ? account(recorded.program, recorded.data) : null;
  });
  return { kind: 'result', result: { context: { slot: block.number }, value } };
}

const account = (owner: string, data: string): object => ({ owner, data: [data, 'base64'], executable: false });

/** Slot and time, as the runtime writes them. */
function clockOf({ number, timestamp }: ChainBlock): string {
  const data = Buffer.alloc(40);
  data.writeBigUInt64LE(BigInt(number), 0);
  data.writeBigInt64LE(BigInt(timestamp), 32);
  return data.toString('base64');
}
