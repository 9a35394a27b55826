import { type PlantedFault, plantedIn } from './planted-fault.ts';
import { positionFirst } from './position-first.ts';

const fault = plantedIn('chains', 200);
const folder = 'pipeline/publishers/chain';

/** Statements from a chain that are early, wrong, lost, or written twice. */
export const faultsOfChains: readonly PlantedFault[] = [
  fault(
    'newest-counts-as-final',
    'the newest block of a node counts as final',
    `${folder}/read-block.ts`,
    "({ method: 'eth_getBlockByNumber', params: [tag, false] });",
    "({ method: 'eth_getBlockByNumber', params: [tag === 'finalized' ? 'latest' : tag, false] });",
  ),
  fault(
    'one-provider-is-enough',
    'what one provider of several states is stated',
    `${folder}/rounds/observe-chains.ts`,
    'quorum: quorum ?? Math.min(2, providers.length),',
    'quorum: 1,',
  ),
  fault(
    'state-of-the-newest-block',
    'state is read at the newest block of a node, and stated of another one',
    'pipeline/chain/evm/calls/block-requests.ts',
    `({
  blockHash: hash,
  requireCanonical: true,
});`,
    "(hash === '' ? {} : ('latest' as never));",
  ),
  fault(
    'rounds-go-back',
    'a round reads at an earlier block than the last one',
    `${folder}/rounds/providers/tip.ts`,
    'if (last !== null && number < last.number) {',
    'if (last !== null && number < 0) {',
  ),
  fault(
    'gap-in-hints-ignored',
    'logs that no provider gave count as read',
    `${folder}/rounds/assets/hinted-assets.ts`,
    '// Not asked for again: the sweep finds what else changed.\n  return afterGap();',
    'return { assetIds: none, upTo: block.number };',
  ),
  fault(
    'hinted-asset-forgotten',
    'an asset with a log that could not be read is not read again',
    `${folder}/rounds/assets/read-again.ts`,
    'const unread = new Set(round.unread);',
    'const unread = new Set(round.unread);\n  if (unread.size > 0) return { again: [], inFull: new Set() };',
  ),
  fault(
    'hint-lost-by-failures',
    'an asset with a log that could not be read several times is read as any other',
    `${folder}/rounds/assets/read-again.ts`,
    'inFull: new Set([...inFull, ...hinted].filter((assetId) => !isRead.has(assetId))),',
    'inFull: new Set(),',
  ),
  fault(
    'lost-logs-asked-for-once',
    'an asset that was read without its logs a second time is read as any other',
    `${folder}/rounds/assets/choose-assets.ts`,
    'if (whole || last.lacksLogs)',
    'if (whole)',
  ),
  fault(
    'withdrawn-asset-counts-as-read',
    'an asset is not read when it is declared again',
    `${folder}/rounds/assets/read-again.ts`,
    'again: [...again, ...unfollowed(round)],',
    'again,',
  ),
  fault(
    'batches-given-up',
    'a node that refused one batch gets no other',
    'infra/rpc/provider.ts',
    'singles = { before: Math.min(2 * singles.before, mostSingles), left: singles.before };',
    'singles = { before: mostSingles, left: Number.POSITIVE_INFINITY };',
  ),
  fault(
    'reading-before-bytes',
    'the capture of a reading is appended before its bytes are stored',
    `${folder}/store-cassette.ts`,
    'const stored = await artifacts.put(isPlain ? text : await compress(text));',
    `const bytes = isPlain ? text : await compress(text);
  artifacts.put(bytes).catch(() => undefined);
  const stored = {
    sha256: (await import('node:crypto')).createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
  };`,
  ),
  fault(
    'exchange-not-recorded',
    'a reading lacks the last answer of a provider',
    `${folder}/rounds/state-by-quorum.ts`,
    'const exchanges = readings.flatMap((reading) => reading.exchanges);',
    'const exchanges = readings.flatMap((reading) => reading.exchanges).slice(0, -1);',
  ),
  fault(
    'unchanged-written-again',
    'facts that did not change are written with those that did',
    'pipeline/ingest/chain/compare-reading.ts',
    'const differs = known?.value !== fact.value || fact.again;',
    'const differs = known === undefined || fact.value !== null || fact.again;',
  ),
  fault('reading-read-halfway', 'the position of a fold is committed before its outputs', ...positionFirst),
  fault(
    'clock-set-back-awaited',
    'rounds wait until a clock that was set back is there again',
    `${folder}/rounds/run-chain.ts`,
    'const leftMs = Math.min(stepMs, stepAt - runtime.clock());',
    'const leftMs = stepAt - runtime.clock();',
  ),
  fault(
    'pace-awaits-clock',
    'requests to a provider wait until a clock that was set back is there again',
    'infra/rpc/rate.ts',
    'const setBackMs = Math.max(0, before - now);',
    'const setBackMs = 0;',
  ),
  fault(
    'rounds-not-opened-again',
    'a full disk at the start ends the rounds',
    `${folder}/rounds/observe-chains.ts`,
    'await supervision.retry(() => openRoundState(store, partition));',
    'await openRoundState(store, partition);',
  ),
  fault(
    'answers-not-opened-again',
    'a full disk at the start ends the answers for chains without providers',
    `${folder}/answer-unobserved.ts`,
    'await supervision.retry(() => openVersioned(deps, { name, input, stateVersion }));',
    'await openVersioned(deps, { name, input, stateVersion });',
  ),
  fault(
    'retry-after-unlimited',
    'a provider is not asked for as long as it demands, however long that is',
    'infra/rpc/provider.ts',
    'return Number.isNaN(ms) || ms > longestHoldMs ? null : Math.max(0, ms);',
    'return Number.isNaN(ms) || ms < 0 ? null : Math.max(0, ms);',
  ),
];
