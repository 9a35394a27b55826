import { ApiError } from '../../../api/errors.ts';
import { presentChange } from '../../../api/resources/changes/present.ts';
import type { ChangeWithText } from '../../../api/resources/changes/read.ts';
import type { Answer } from '../../../api/route.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import type { EvidenceWanted, Explained } from '../../evidence.ts';
import { type PageRequest, pageAnswer, type PageRoute, readerOf } from '../../page-route.ts';
import { aroundOf } from './around.ts';
import { bundleName } from './bundle-name.ts';
import { chainView, type ChainView } from './chain-view.ts';
import { evidencePage } from './evidence-page.tsx';
import { changePage } from './page.tsx';
import { readObservations, readRevisions } from './queries.ts';
import { changeView, type ChangeView } from './view.ts';

type Dependencies = Pick<
  ExplorerDependencies,
  'clock' | 'evidence' | 'readFeed' | 'readOne' | 'registry' | 'sources' | 'tables'
>;

const yearMs = 365 * 24 * 60 * 60 * 1000;
const all = { categories: [], materialities: [], newOnly: false, showAll: true, byImpact: false, items: [] };

/** One change, where `href` of interface B leads, and its evidence (conformance B-63, U-05, U-23). */
export function changeRoutes(dependencies: Dependencies): readonly PageRoute[] {
  const { clock, evidence, readFeed, readOne, registry, sources, tables } = dependencies;

  const find = async (request: PageRequest): Promise<ChangeWithText> => {
    const found = await readOne(readerOf(request).principal.tenantId, request.params['id'] ?? '');
    if (found === null) throw new ApiError('not_found', 'No such change on a token that you watch');
    return found;
  };
  const viewOf = (found: ChangeWithText): ChangeView =>
    changeView({ ...found, isNew: found.picked.isNew }, registry.byId(found.change.assetId), sources);
  const wantedOf = (request: PageRequest, { change }: ChangeWithText): EvidenceWanted => {
    const { id, revision, assetId, detectedAt } = change;
    return { keyId: readerOf(request).principal.keyId, id, revision, assetId, detectedAt };
  };
  const chainOf = async (
    { change }: ChangeWithText,
    view: ChangeView,
    explained: Explained | null,
  ): Promise<ChainView> => {
    const { assetId, oldObservationId: oldId, newObservationId: newId } = change;
    const ids = oldId === null ? [newId] : [oldId, newId];
    const [stored, revisions] = await Promise.all([
      readObservations(tables, assetId, ids),
      readRevisions(tables, change),
    ]);
    return chainView({ view, stored, revisions, oldId, newId, explained });
  };

  const showChange = async (request: PageRequest): Promise<Answer> => {
    const found = await find(request);
    const now = clock();
    const [chain, feed] = await Promise.all([
      chainOf(found, viewOf(found), null),
      readFeed(readerOf(request).principal.tenantId, { ...all, since: now - yearMs }, now),
    ]);
    // Whether a change is new does not part the members of its story here.
    const views = feed.changes.map((one) => ({ ...viewOf(one), isNew: false }));
    return pageAnswer(
      changePage({ view: viewOf(found), chain, around: aroundOf(found.change.id, views) }, request.frame),
    );
  };

  const showEvidence = async (request: PageRequest): Promise<Answer> => {
    const found = await find(request);
    const view = viewOf(found);
    const { frame } = request;
    const answer = await evidence.explain(wantedOf(request, found));
    if (answer.kind === 'too_many') return pageAnswer(evidencePage({ view, frame, tooMany: answer }));
    const chain = await chainOf(found, view, answer);
    const { computed } = chain;
    if (computed === null) throw new Error('computed evidence was lost');
    return pageAnswer(evidencePage({ view, frame, chain: { ...chain, computed } }));
  };

  const sendBundle = async (request: PageRequest): Promise<Answer> => {
    const found = await find(request);
    const made = await evidence.bundle(wantedOf(request, found));
    const command = `attestry explain ${found.change.id} --bundle FILE`;
    if (made.kind === 'too_many') {
      throw new ApiError(
        'not_found',
        `The token has ${made.observations} observations, too many for a page: ${command}`,
      );
    }
    if (made.kind === 'not_at_hand') {
      throw new ApiError('not_found', `The bytes are not stored where this page is made; where they are: ${command}`);
    }
    const headers = { 'Content-Disposition': `attachment; filename="${bundleName(found.change.id)}"` };
    return { status: 200, type: 'application/json; charset=utf-8', bytes: made.bytes, headers };
  };

  const page = (name: string, path: string, handle: PageRoute['handle']): PageRoute => ({
    ...{ name, path, handle, method: 'GET' },
    scopes: ['monitoring:read'],
  });

  return [
    page('changeJson', '/changes/:id.json', async (request) => {
      const { change, picked, group } = await find(request);
      return { status: 200, json: presentChange(change, picked, group, registry) };
    }),
    page('changeEvidence', '/changes/:id/evidence', showEvidence),
    page('changeBundle', '/changes/:id/bundle.json', sendBundle),
    page('change', '/changes/:id', showChange),
  ];
}
