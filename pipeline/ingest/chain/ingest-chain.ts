import type { FeedCapture } from '../../../schemas/generated/records.ts';
import { type Cassette, parseCassette } from '../../chain/cassette.ts';
import { decodeCassette } from '../../chain/decode-cassette.ts';
import type { Input, KeyedState, Output } from '../../runtime/processor.ts';
import { type RunOutcome, runRecord } from '../run-record.ts';
import type { ChainFeed } from './chain-feed.ts';
import { chainRefusal } from './chain-refusals.ts';
import { chainState } from './chain-state.ts';
import { foldReading } from './fold-reading.ts';
import { sentenceCase } from '../../../schemas/values/sentence-case.ts';

/**
 * The fold of a capture of a chain: the cassette is decoded, compared with what was last stated of each asset, and what
 * differs is written as observations. A capture that is not accepted writes only its `feed.runs` record, and so does one that
 * repeats a round: its run must not take the place of the first. `bytes`: the cassette as stored, by its sha256.
 */
export function ingestChain(
  feed: ChainFeed,
  keyed: KeyedState,
  { value: capture, timestamp }: Input<'feed.captures'>,
  bytes: ReadonlyMap<string, Buffer>,
): readonly Output[] {
  const state = chainState(keyed, feed.manifest.id);
  const record = (outcome: RunOutcome): Output => runRecord(feed, capture, timestamp, outcome);
  const rejected = (reason: string): readonly Output[] => [record({ status: 'rejected', reason })];
  const read = readCapture(feed, capture, bytes);
  if (!read.ok) return rejected(read.reason);
  const { cassette, artifactId } = read;
  const { header } = cassette;
  const refusal = chainRefusal(feed, state, capture, header, timestamp);
  if (refusal !== null) return rejected(refusal);
  if (state.hasAccepted(artifactId)) return [record({ status: 'unchanged', rows: header.assets.length })];
  const decoded = decodeCassette(cassette);
  if (!decoded.ok) return rejected(`${sentenceCase(decoded.reason)}.`);
  const { states, agreed, proven, lying } = decoded;
  const { observations, outcome } = foldReading(state, capture, { header, states, agreed, artifactId, proven });
  if (outcome.status === 'accepted') state.accept(artifactId);
  const alarms = lying.map((by) => `Provider ${by} contradicts the state root of its block.`);
  return [...observations, record({ ...outcome, alarms: [...alarms, ...(outcome.alarms ?? [])] })];
}

type ReadCapture =
  | { readonly ok: true; readonly cassette: Cassette; readonly artifactId: string }
  | { readonly ok: false; readonly reason: string };

function readCapture(feed: ChainFeed, { artifacts }: FeedCapture, bytes: ReadonlyMap<string, Buffer>): ReadCapture {
  const [artifact, ...more] = artifacts;
  if (artifact === undefined || more.length > 0) {
    return { ok: false, reason: `A reading of a chain is one cassette; ${artifacts.length} files were given.` };
  }
  const stored = bytes.get(artifact.sha256);
  if (stored === undefined) throw new Error(`artifact ${artifact.sha256} of ${artifact.name} was not given to ingest`);
  const opened = feed.open(stored);
  if (!opened.ok) return { ok: false, reason: `${artifact.name}: ${opened.reason}` };
  const parsed = parseCassette(opened.text);
  if (parsed.ok) return { ok: true, cassette: parsed.cassette, artifactId: artifact.sha256 };
  return { ok: false, reason: `${artifact.name}, line ${parsed.line}: no usable cassette (${parsed.refusal}).` };
}
