import { parseCassette, writeCassette } from '../../../pipeline/chain/cassette.ts';
import { decodeCassette } from '../../../pipeline/chain/decode-cassette.ts';
import { openCassette } from '../../../pipeline/publishers/chain/open-cassette.ts';
import type { Simulation } from '../kernel/simulation.ts';
import type { ChainsState } from '../worlds/chains/chains-state.ts';
import { valuesSince } from './chain-evidence.ts';

/** A captured reading gives the same again: it is written as the same bytes, and its providers agree when it is replayed. */
export function checkCassettesReplay(simulation: Simulation, state: ChainsState): void {
  for (const { captureId, artifacts } of valuesSince(state, 'feed.captures', new Map())) {
    for (const { sha256 } of artifacts) {
      const violate = (what: string): void => simulation.violate('cassettes-replay', `capture ${captureId} ${what}`);
      const opened = openCassette(state.artifacts.bytes(sha256));
      const parsed = opened.ok ? parseCassette(opened.text) : null;
      if (!opened.ok || parsed?.ok !== true) {
        violate('is no cassette');
        continue;
      }
      if (writeCassette(parsed.cassette) !== opened.text) violate('is written in another form');
      const decoded = decodeCassette(parsed.cassette);
      if (!decoded.ok) violate(`cannot be decoded: ${decoded.reason}`);
      else if (
        decoded.states.some(({ reading }) => reading === 'unreadable') &&
        parsed.cassette.header.block !== null
      ) {
        violate('states an asset that was not read');
      }
    }
  }
}
