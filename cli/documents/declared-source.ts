import type { Config } from '../../infra/config/config.ts';
import { UsageError } from '../../infra/errors.ts';
import type { Logger } from '../../infra/logger.ts';
import { isTerm, type Term } from '../../schemas/vocabulary.ts';
import { openEngine } from '../engine/open-engine.ts';
import { registrySnapshot } from '../registry/registry-view.ts';

export interface DeclaredSource {
  readonly url: string;
  readonly kind: Term<'sourceKind'>;
  /** Id of the profile. */
  readonly extractor: string;
}

/** The source of an asset with this address, or its only one. Throws UsageError when it is not clear which one is meant. */
export async function declaredSource(
  config: Config,
  logger: Logger,
  { asset: assetId, url }: { readonly asset: string; readonly url: string | null },
): Promise<DeclaredSource> {
  const engine = await openEngine(config, logger);
  try {
    const asset = (await registrySnapshot(engine)).assets.get(assetId)?.value;
    if (asset === undefined) throw new UsageError(`there is no asset ${assetId}`);
    const fitting = asset.sources.filter((source) => url === null || source.url === url);
    const [source, ...more] = fitting;
    if (source === undefined) {
      throw new UsageError(`the asset ${assetId} declares no source${url === null ? '' : ` at ${url}`}`);
    }
    if (more.length > 0) {
      const addresses = fitting.map((one) => one.url).join(', ');
      throw new UsageError(`the asset ${assetId} declares several sources; give one of them as --url: ${addresses}`);
    }
    return {
      url: source.url,
      kind: isTerm('sourceKind', source.kind) ? source.kind : 'page',
      extractor: source.extractor,
    };
  } finally {
    await engine.close();
  }
}
