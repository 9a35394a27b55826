import { ApiError } from '../../../api/errors.ts';
import type { Answer } from '../../../api/route/answer.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import type { EvidenceWanted, ExplainedEvidence } from '../../evidence.ts';
import { publicChangePath } from '../../labels/public-change-path.ts';
import { assetPath } from '../../labels/asset-path.ts';
import { pageAnswer, type PageRequest, type PageRoute } from '../../page-route.ts';
import { changeView, type ChangeView } from '../../readers/changes/change-view.ts';
import { readListedMatch } from '../../readers/changes/listed-match.ts';
import {
  type FoundChange,
  type PublicNeighbour,
  readPublicGroup,
  readPublicNeighbours,
  type ReadPublicChange,
} from '../../readers/changes/public-reader.ts';
import { bundleBytes, bundleName } from './bundle-name.ts';
import { evidencePage } from './evidence-page.tsx';
import { publicChangePage } from './public-page.tsx';
import { publicExplained, publicRests, publicView } from './public-view.ts';
import { type Rests, restsOf } from './rests.ts';

type Dependencies = Pick<
  ExplorerDependencies,
  'artifacts' | 'clock' | 'config' | 'evidence' | 'publicSanctions' | 'sources' | 'tables'
> & { readonly readPublicChange: ReadPublicChange };

/** Confirmed changes of public tokens, for anybody (conformance PG-2). */
export function publicChangeRoutes(dependencies: Dependencies): readonly PageRoute[] {
  const { clock, config, evidence, publicSanctions, readPublicChange, sources, tables } = dependencies;

  /** The same refusal for what is not public, what does not exist, and what is of another token. */
  const find = async ({ params }: PageRequest): Promise<FoundChange> => {
    const found = await readPublicChange(params['id'] ?? '');
    const isHere =
      found !== null &&
      found.asset.chain.slug === params['chain'] &&
      found.asset.address.toLowerCase() === (params['address'] ?? '').toLowerCase();
    if (!isHere) throw new ApiError('not_found', 'No such change on this token');
    return found;
  };
  const rests = async (found: FoundChange, explained: ExplainedEvidence | null): Promise<Rests> => {
    const { change, asset, path } = found;
    const group = await readPublicGroup(tables, change, publicSanctions);
    const viewOf = (isDocument: boolean): ChangeView =>
      publicView(changeView({ change, group: [], isNew: false, isDocument }, asset, sources), path, group);
    return publicRests(
      await restsOf(dependencies, change, explained === null ? null : publicExplained(explained), viewOf),
    );
  };
  const wantedOf = ({ connection }: PageRequest, { change }: FoundChange): EvidenceWanted => {
    const { id, revision, assetId, detectedAt } = change;
    const forPublic = { withSanctions: publicSanctions };
    return { keyId: `network ${connection.network}`, id, revision, assetId, detectedAt, forPublic };
  };
  const pathsOf = ({ asset, path }: FoundChange) => ({
    tokenPath: assetPath(asset.address, asset.chain.slug),
    canonical: `${config.publicPageBase}${path}`,
    caip19: `${asset.chain.caip2}/${asset.standard}:${asset.address}`,
    at: clock(),
  });

  const isFilePublic = ({ change: { assetId, revisedAt } }: FoundChange): Promise<boolean> =>
    evidence.isPublic({ assetId, revisedAt, withSanctions: publicSanctions });

  const showChange = async (request: PageRequest): Promise<Answer> => {
    const found = await find(request);
    const { change } = found;
    const [shown, match, beside, hasFile] = await Promise.all([
      rests(found, null),
      readListedMatch(tables, change),
      readPublicNeighbours(tables, change, publicSanctions),
      isFilePublic(found),
    ]);
    const paths = pathsOf(found);
    const neighbour = (one: PublicNeighbour | null) =>
      one === null ? null : { ...one, path: publicChangePath(paths.tokenPath, one.id) };
    const around = { earlier: neighbour(beside.earlier), later: neighbour(beside.later) };
    return pageAnswer(publicChangePage({ ...shown, match, around, hasFile, ...paths }, request.frame));
  };
  const showEvidence = async (request: PageRequest): Promise<Answer> => {
    const found = await find(request);
    const { frame } = request;
    const answer = await evidence.explain(wantedOf(request, found));
    if (answer.kind === 'too_many') {
      const { view } = await rests(found, null);
      return pageAnswer(evidencePage({ view, frame, tooMany: answer, isPublic: true }));
    }
    const { view, chain } = await rests(found, answer);
    const { computed } = chain;
    if (computed === null) throw new Error('computed evidence was lost');
    const hasFile = await isFilePublic(found);
    return pageAnswer(evidencePage({ view, frame, chain: { ...chain, computed }, isPublic: true, hasFile }));
  };
  const sendBundle = async (request: PageRequest): Promise<Answer> => {
    const found = await find(request);
    const { id } = found.change;
    const bytes = bundleBytes(await evidence.bundle(wantedOf(request, found)), id);
    const headers = { 'Content-Disposition': `attachment; filename="${bundleName(id)}"` };
    return { status: 200, type: 'application/json; charset=utf-8', bytes, headers };
  };

  const page = (name: string, ending: string, handle: PageRoute['handle']): PageRoute => ({
    name,
    path: `/verified-assets/:address/:chain/changes/:id${ending}`,
    handle,
    method: 'GET',
    scopes: null,
  });
  return [
    page('publicEvidence', '/evidence', showEvidence),
    page('publicBundle', '/bundle.json', sendBundle),
    page('publicChange', '', showChange),
  ];
}
