import { pythonPeer } from './python-peer.ts';

export interface PeerResult {
  readonly rows: number;
  readonly differences: number;
  readonly seconds: number;
}

const bytewax = pythonPeer({ title: 'Bytewax', folder: 'bytewax', version: '0.21.1', minors: [9, 12] });

/** Runs the diff in Bytewax. */
export const runBytewax = async (...task: readonly string[]): Promise<PeerResult> =>
  (await bytewax.run('diff.py', ...task)) as PeerResult;

/** The reason why Bytewax is unavailable, one sentence; null if it is available. */
export const whyNoBytewax = (): Promise<string | null> => bytewax.whyMissing();
