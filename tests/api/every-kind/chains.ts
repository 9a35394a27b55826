/** Kinds that readings of a chain cause: cassettes with recorded accounts of mints on Solana, some of them altered. */
import { mintCassette } from '../../../demo/mint-cassettes.ts';
import { type RecordedMint, recordedMints } from '../../../demo/recorded-mints.ts';
import { writeCassette } from '../../../pipeline/chain/cassette.ts';
import type { UnansweredHeader } from '../../../pipeline/chain/cassette-header.ts';
import { chainBySlug } from '../../../schemas/values/chains.ts';
import { assetOf, type Case, idOf, observe, partyOf, type Step, time } from './steps.ts';

/** A recorded reading of USDC. */
function recordedMint(name: string): RecordedMint {
  const found = recordedMints.find((one) => one.name === `usdc-${name}.ndjson`);
  if (found === undefined) throw new Error(`no reading of ${name} was recorded`);
  return found;
}

/** Mints of the main network that have no other part here, so that each asset has an address of its own. */
const mints: readonly string[] = [
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr',
  '9pCWprxbZMW2rYSMhPTeoyLMV2sN2WJqshdT7DQVt6hS',
  'DghpMkatCiUsofbTmid3M3kAbDTPqDwKiYHnudXeGG52',
  '8smindLdDuySY6i2bStQX9o8DVhALCXCMbNxD98unx35',
  'euro5sNHrZC2wu2RoLvy6xxoVMc3Qnd1vjxoWf4MftA',
];
const ofMint = new Map<string, string>();
const mintOf = (name: string): string => {
  const mint = ofMint.get(name) ?? mints[ofMint.size];
  if (mint === undefined) throw new Error(`${name} has no address left`);
  ofMint.set(name, mint);
  return mint;
};

export const onSolana = (name: string, given: object = {}): object =>
  assetOf(name, { chain: 'solana', address: mintOf(name), standard: 'token', ...given });

/** A reading as the feed of the chain gets it. */
export const reading = (name: string, readAt: string, account: (recorded: RecordedMint) => RecordedMint): Step => {
  const at = time(readAt);
  return {
    at,
    run: (world) => {
      // Slots rise with the time, 400 ms each.
      const slot = Math.floor(at / 400) - 3_000_000_000;
      const recorded = account({ ...recordedMint('2026-06'), mint: mintOf(name), readAt, slot });
      world.captureBytes('chain-solana', 'round.ndjson', Buffer.from(mintCassette(recorded, idOf(name))), at);
    },
  };
};

/** A chain that is not read, or that did not answer. */
export const unanswered = (
  name: string,
  address: string,
  at: string,
  unanswered: 'not_observed' | 'unreadable',
): Step => ({
  at: time(at),
  run: (world) => {
    const header: UnansweredHeader = {
      cassette: 1,
      chain: chainBySlug('ethereum')?.caip2 ?? '',
      plan: 'evm-1',
      block: null,
      providers: [],
      quorum: 0,
      swept: 0,
      unanswered,
      assets: [{ assetId: idOf(name), address, standard: 'erc20' }],
    };
    const bytes = Buffer.from(writeCassette({ header, exchanges: [] }));
    world.captureBytes('chain-ethereum', 'round.ndjson', bytes, time(at));
  },
});

/** The account with another supply, and without an account that can mint if `isGivenUp`. */
const altered =
  (thousandths: bigint, isGivenUp = false) =>
  (recorded: RecordedMint): RecordedMint => {
    const data = Buffer.from(recorded.data, 'base64');
    data.writeBigUInt64LE((data.readBigUInt64LE(36) * thousandths) / 1_000n, 36);
    if (isGivenUp) data.writeUInt32LE(0, 0);
    return { ...recorded, data: data.toString('base64') };
  };
const asRead = (recorded: RecordedMint): RecordedMint => recorded;
const before = (recorded: RecordedMint): RecordedMint => ({ ...recorded, data: recordedMint('2022-10').data });

const ofReadings = (name: string, steps: readonly Step[], given: object = {}): Case => ({
  name,
  lines: [partyOf(name), onSolana(name, given)],
  steps,
});

/** What an operator stated of an authority before the chain was read. */
const imported = (name: string): object => ({
  assetId: idOf(name),
  subjectKind: 'authority',
  subjectKey: 'mint_authority',
  field: 'authority',
  sourceKey: `chain:${chainBySlug('solana')?.caip2 ?? ''}`,
  value: {
    type: 'mint_authority',
    address: '2wmVCSfPxGPjrnMMn7rchp4uaeoTqN39mXFC2zhPdri9',
    accountType: 'regular',
    signers: [],
    threshold: null,
  },
  quote: null,
  sourceUrl: null,
  sourceHash: null,
  extractor: 'operator',
  extractorVersion: '1',
  fetchOutcome: 'ok',
  parseStatus: 'ok',
  observedAt: '2026-06-01T00:00:00Z',
});

export const chainCases = {
  // One provider alone states it: the second reading confirms what the first one shows.
  authority_changed: ofReadings('authority_changed', [
    reading('authority_changed', '2026-06-20', before),
    reading('authority_changed', '2026-06-21', asRead),
    reading('authority_changed', '2026-06-22', asRead),
  ]),
  supply_changed: ofReadings('supply_changed', [
    reading('supply_changed', '2026-06-20T01:00:00Z', asRead),
    reading('supply_changed', '2026-06-21T01:00:00Z', altered(1_100n)),
    reading('supply_changed', '2026-06-22T01:00:00Z', altered(1_100n)),
  ]),
  sources_disagree: ofReadings('sources_disagree', [
    reading('sources_disagree', '2026-06-20T02:00:00Z', altered(1_000n, true)),
    reading('sources_disagree', '2026-06-21T02:00:00Z', altered(1_010n, true)),
    reading('sources_disagree', '2026-06-22T02:00:00Z', altered(1_010n, true)),
  ]),
  value_corrected: ofReadings('value_corrected', [
    observe('2026-06-01', imported('value_corrected')),
    reading('value_corrected', '2026-06-20T03:00:00Z', asRead),
  ]),
} satisfies Readonly<Record<string, Case>>;
