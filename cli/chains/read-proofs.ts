import { proofProviderSettings } from '../../infra/config/chain-settings.ts';
import type { Config } from '../../infra/config/config.ts';
import { settings } from '../../infra/config/settings.ts';
import type { NodeRefusal } from '../../infra/rpc/node-words.ts';
import type { RpcProvider } from '../../infra/rpc/provider.ts';
import type { Exchange } from '../../pipeline/chain/exchange.ts';
import { readLive } from '../../pipeline/publishers/chain/read-live.ts';
import type { ChainProofRequest } from '../../pipeline/registry/import/proof-line.ts';
import type { ProofReading } from '../../pipeline/registry/proofs/chain-proof.ts';
import { userAgent } from '../program/version.ts';
import { findProofBlock } from './find-proof-block.ts';

/** A call of a wallet or a block, never a sweep: a node that needs longer is not waited for. */
const limits = { totalTimeoutMs: 5_000 };

/** Asks the chains of proofs. The key is the proof's id; one that could not be asked has the reason. */
export async function readProofs(
  requests: readonly ChainProofRequest[],
  config: Config,
  clock: () => number,
  onRefusal: (refusal: NodeRefusal) => void,
): Promise<ReadonlyMap<string, ProofReading>> {
  const readings = new Map<string, ProofReading>();
  const { createProvider } = await import('../../infra/rpc/provider.ts');
  for (const request of requests) {
    const { slug, encoding } = request.chain;
    const setting = Object.hasOwn(proofProviderSettings, slug)
      ? proofProviderSettings[slug as keyof typeof proofProviderSettings]
      : null;
    const named = setting === null ? [] : (config[setting] ?? []);
    if (named.length === 0) {
      const needed = setting === null ? `a node of ${slug}, which no setting names` : settings[setting].name;
      readings.set(request.proofId, { ok: false, reason: `needs ${needed}: a JSON-RPC node of ${slug} as label=url` });
      continue;
    }
    const form = encoding === 'xrpl' ? ('xrpl' as const) : ('json_rpc' as const);
    const common = { rate: config.rpcRate, clock, userAgent: userAgent(), limits, form, onRefusal, keepsWords: true };
    const providers = named.map((provider) => createProvider({ ...provider, ...common }));
    readings.set(
      request.proofId,
      await readProof(request, providers, config.chainQuorum ?? Math.min(2, providers.length)),
    );
  }
  return readings;
}

/** The exchanges with a quorum of the providers, in their order; one that fails is left out. */
async function readProof(
  { asset, chain, proof }: ChainProofRequest,
  providers: readonly RpcProvider[],
  quorum: number,
): Promise<ProofReading> {
  const problems: string[] = [];
  const answered: { readonly label: string; readonly exchanges: readonly Exchange[] }[] = [];
  let block = null;
  for (const provider of providers) {
    if (answered.length === quorum) break;
    if (block === null) {
      const found = await findProofBlock(provider, chain, proof.at);
      if (!found.ok) {
        problems.push(found.message);
        continue;
      }
      block = found.block;
    }
    const live = await readLive(proof.plan(block), provider);
    if ('ok' in live) answered.push({ label: provider.label, exchanges: live.exchanges });
    else problems.push(live.message);
  }
  if (providers.length < quorum) {
    return {
      ok: false,
      reason: `needs ${quorum} providers of ${chain.slug} that agree, and ${providers.length} are set`,
    };
  }
  if (block === null || answered.length < quorum) return { ok: false, reason: problems.join('; ') };
  const { standard, address } = asset;
  const header = {
    ...({ cassette: 1, chain: chain.caip2, plan: proof.version, block } as const),
    providers: answered.map(({ label }) => label),
    quorum,
    swept: 1,
    assets: [{ assetId: `${chain.caip2}/${standard}:${address}`, address, standard }],
  };
  return { ok: true, cassette: { header, exchanges: answered.flatMap(({ exchanges }) => exchanges) } };
}
