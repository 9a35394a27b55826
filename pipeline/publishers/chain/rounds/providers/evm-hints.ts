import type { RpcAnswer } from '../../../../../infra/rpc/rpc-types.ts';
import type { ChainBlock } from '../../../../chain/cassette-header.ts';
import { hintTopics } from '../../../../chain/evm/hint-events.ts';
import type { ChainProvider } from './provider-set.ts';

export interface HintRequest {
  /** First block. */
  readonly from: number;
  /** Last block: the one of the round. */
  readonly to: ChainBlock;
  /** Contracts and accounts that are watched, lower case. Seldom asked for: of 100,000 assets they are half a million. */
  readonly watched: () => ReadonlySet<string>;
}

/** Providers cut longer answers, some without a note. */
const mostLogs = 10_000;
/** Addresses of one query. */
const addressesOfQuery = 1_000;
/** Queries of one round. What they do not show, the sweep finds. */
const mostQueries = 100;
/** Blocks of one query: a day of Ethereum. After a longer stop, the sweep finds what changed. */
const mostBlocks = 7_200;

/**
 * Addresses that logged an event after which they are read again, whether or not they are watched. The header of the last
 * block is asked for in the same batch: a node that is behind answers with fewer logs and no error. A range with too many
 * logs is halved, and a single block is asked by addresses. Null: not known.
 */
export async function readEvmHints(
  provider: ChainProvider,
  { from, to, watched }: HintRequest,
  signal: AbortSignal,
): Promise<ReadonlySet<string> | null> {
  const found = new Set<string>();
  if (from > to.number) return found;
  if (to.number - from >= mostBlocks) return null;
  const open: Query[] = [{ from, to: to.number, addresses: null }];
  for (let queries = 0; open.length > 0; queries += 1) {
    if (queries === mostQueries || signal.aborted) return null;
    const query = open.pop();
    if (query === undefined) break;
    const reply = await provider.send([headerOf(to), logsOf(query)], signal);
    if (reply.kind === 'failed') return null;
    const [header, logs] = reply.answers;
    if (!isHeader(header, to)) return null;
    const addresses = addressesIn(logs);
    if (addresses === null) {
      const smaller = split(query, watched);
      if (smaller === null) return null;
      open.push(...smaller);
    } else for (const address of addresses) found.add(address);
  }
  return found;
}

interface Query {
  readonly from: number;
  readonly to: number;
  /** Null: any. */
  readonly addresses: readonly string[] | null;
}

const hex = (number: number): string => `0x${number.toString(16)}`;

const headerOf = ({ number }: ChainBlock) => ({ method: 'eth_getBlockByNumber', params: [hex(number), false] });

const logsOf = ({ from, to, addresses }: Query) => ({
  method: 'eth_getLogs',
  params: [
    {
      fromBlock: hex(from),
      toBlock: hex(to),
      topics: [hintTopics],
      // An empty list is "any" for some nodes, and "none" for others.
      ...(addresses === null || addresses.length === 0 ? {} : { address: addresses }),
    },
  ],
});

function isHeader(answer: RpcAnswer | undefined, { hash }: ChainBlock): boolean {
  const result = answer?.kind === 'result' ? answer.result : null;
  return typeof result === 'object' && result !== null && (result as { readonly hash?: unknown }).hash === hash;
}

/** Null when the answer is an error, no list, or so long that it may be cut. */
function addressesIn(answer: RpcAnswer | undefined): readonly string[] | null {
  if (answer?.kind !== 'result' || !Array.isArray(answer.result) || answer.result.length > mostLogs) return null;
  return (answer.result as readonly unknown[]).flatMap((log) => {
    const address = typeof log === 'object' && log !== null ? (log as { readonly address?: unknown }).address : null;
    return typeof address === 'string' ? [address.toLowerCase()] : [];
  });
}

/** Halves of the range, then lists of addresses; null when nothing smaller is left to ask. */
function split({ from, to, addresses }: Query, watched: HintRequest['watched']): readonly Query[] | null {
  if (from < to) {
    const middle = Math.floor((from + to) / 2);
    return [
      { from, to: middle, addresses },
      { from: middle + 1, to, addresses },
    ];
  }
  if (addresses !== null) return null;
  const all = [...watched()];
  return Array.from({ length: Math.ceil(all.length / addressesOfQuery) }, (_, n) => ({
    from,
    to,
    addresses: all.slice(n * addressesOfQuery, (n + 1) * addressesOfQuery),
  }));
}
