/** Where the search for sources begins, and how a candidate is written in an import. */
import { UsageError } from '../../infra/errors.ts';
import type { StartAddress, Suggestion } from '../../pipeline/publishers/documents/fetch/suggest.ts';
import { feeds } from '../../pipeline/publishers/feeds.ts';
import { usualProfiles } from '../../schemas/values/usual-profiles.ts';
import { parseUrl } from '../../schemas/values/parse-url.ts';
import { assetNamed } from '../registry/registered.ts';
import { registrySnapshot } from '../registry/registry-view.ts';
import type { Engine } from '../engine/open-engine.ts';
import { readTopic } from '../log/read-topic.ts';

/** The site and the white paper of an asset, with the links of its rows in registers; or the address itself. */
export async function suggestionStarts(engine: Engine, target: string): Promise<readonly StartAddress[]> {
  const address = parseUrl(target);
  if (address !== null && /^https?:$/.test(address.protocol)) {
    return [{ url: address.href, kind: null, reason: 'the given address' }];
  }
  const asset = assetNamed(target, await registrySnapshot(engine));
  const { websiteUrl, whitepaperUrl, identifiers } = asset;
  const own = new Set([...identifiers.dti, ...identifiers.ffg]);
  const starts: readonly StartAddress[] = [
    ...(whitepaperUrl === null
      ? []
      : [{ url: whitepaperUrl, kind: 'whitepaper' as const, reason: 'the declared white paper' }]),
    ...(await paperLinks(engine, own)),
    ...(websiteUrl === null ? [] : [{ url: websiteUrl, kind: null, reason: 'the declared website' }]),
  ];
  if (starts.length === 0) {
    throw new UsageError(`the asset ${asset.slug} declares no website and no white paper; give the address of a page`);
  }
  return starts;
}

/** White paper links of the newest register rows that name one of the identifiers. */
async function paperLinks(engine: Engine, own: ReadonlySet<string>): Promise<readonly StartAddress[]> {
  const links = new Map<string, StartAddress | null>();
  if (own.size === 0) return [];
  for await (const { value } of readTopic(engine, 'register.rows')) {
    if (value === null || ![...value.dtis, ...value.ffgs].some((id) => own.has(id))) continue;
    const feed = feeds.get(value.register);
    const column =
      feed?.kind === 'register' ? feed.columns.find(({ meaning }) => meaning === 'white_paper_link') : undefined;
    const url = parseUrl((value.columns[column?.name ?? ''] ?? '').trim());
    const isLink = value.status === 'listed' && url !== null && /^https?:$/.test(url.protocol);
    const reason = `the row of ${feed?.manifest.label ?? value.register}`;
    links.set(value.rowId, isLink ? { url: url.href, kind: 'whitepaper', reason } : null);
  }
  return [...links.values()].filter((link) => link !== null);
}

/** A candidate as a member of `sources` in an import line. */
export const suggestedSource = ({ url, kind }: Suggestion, at: number) => ({
  sourceId: `${kind}-${at + 1}`,
  url,
  kind,
  extractor: usualProfiles[kind],
});
