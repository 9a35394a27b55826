import { unfiltered } from '../../../api/readmodel/resources/changes/filter.ts';
import { caip19Of } from '../../../api/readmodel/resources/watchlist/named-asset.ts';
import { ApiError } from '../../../api/errors.ts';
import { presentChange } from '../../../api/readmodel/resources/changes/present.ts';
import { notificationIdOf } from '../../../api/readmodel/resources/notifications/queries.ts';
import type { ChangeWithText } from '../../../api/readmodel/resources/changes/read.ts';
import type { Answer } from '../../../api/route/answer.ts';
import type { ExplorerDependencies } from '../../dependencies.ts';
import type { EvidenceWanted, ExplainedEvidence } from '../../evidence.ts';
import { type PageRequest, pageAnswer, type PageRoute, readerOf, seeOther } from '../../page-route.ts';
import { aroundOf } from './around.ts';
import { bundleBytes, bundleName } from './bundle-name.ts';
import { evidencePage } from './evidence-page.tsx';
import type { StoryNotices } from './mark-read.tsx';
import { readListedMatch } from '../../readers/changes/listed-match.ts';
import { changePage } from './page.tsx';
import { type Rests, restsOf } from './rests.ts';
import type { ReadPublicChange } from '../../readers/changes/public-reader.ts';
import { changePath, changeView, type ChangeView } from '../../readers/changes/change-view.ts';
import { dayMs } from '../../../schemas/values/durations.ts';

type Dependencies = Pick<
  ExplorerDependencies,
  | 'artifacts'
  | 'clock'
  | 'config'
  | 'evidence'
  | 'knownNotices'
  | 'readFeed'
  | 'readOne'
  | 'registry'
  | 'snapshots'
  | 'sources'
  | 'tables'
> & { readonly readPublicChange: ReadPublicChange };

const yearMs = 365 * dayMs;
const all = { ...unfiltered, showAll: true };

const idOf = ({ params }: Pick<PageRequest, 'params'>): string => params['id'] ?? '';
const noSuchChange = (): ApiError => new ApiError('not_found', 'No such change on a token that you watch');

/** One change, where `href` of interface B leads, and its evidence (conformance B-63, U-05, U-23). */
export function changeRoutes(dependencies: Dependencies): readonly PageRoute[] {
  const { clock, config, evidence, readFeed, readOne, readPublicChange, registry, snapshots, sources, tables } =
    dependencies;

  const find = async (request: PageRequest): Promise<ChangeWithText> => {
    const found = await readOne(readerOf(request).principal.tenantId, request.params['id'] ?? '');
    if (found === null) throw noSuchChange();
    return found;
  };
  /** The public page of a change that the reader does not watch; null without one. */
  const leadOn = async (id: string): Promise<string | null> => (await readPublicChange(id))?.path ?? null;
  const viewOf = (found: ChangeWithText, isDocument = false): ChangeView =>
    changeView({ ...found, isDocument, isNew: found.picked.isNew }, registry.byId(found.change.assetId), sources);
  const wantedOf = (request: PageRequest, { change }: ChangeWithText): EvidenceWanted => {
    const { id, revision, assetId, detectedAt } = change;
    return { keyId: readerOf(request).principal.keyId, id, revision, assetId, detectedAt };
  };
  const rests = (found: ChangeWithText, explained: ExplainedEvidence | null): Promise<Rests> =>
    restsOf(dependencies, found.change, explained, (isDocument) => viewOf(found, isDocument));

  /** Notifications of the changes of a story, and those of them that are unread. */
  const noticesOf = async (tenantId: string, changeIds: readonly string[]): Promise<StoryNotices> => {
    const ids = changeIds.map((id) => notificationIdOf(tenantId, id));
    const [known, { readAt }] = await Promise.all([
      dependencies.knownNotices(tenantId, ids),
      snapshots.fresh(tenantId),
    ]);
    return { all: known.length, unread: known.filter((id) => !readAt.has(id)) };
  };

  const showChange = async (request: PageRequest): Promise<Answer> => {
    const found = await find(request);
    evidence.prepare?.();
    const now = clock();
    const [{ view, chain }, match, feed] = await Promise.all([
      rests(found, null),
      readListedMatch(tables, found.change),
      readFeed(readerOf(request).principal.tenantId, { ...all, since: now - yearMs }, now),
    ]);
    // Whether a change is new does not part the members of its story here.
    const views = feed.changes.map((one) => ({ ...viewOf(one), isNew: false }));
    const around = aroundOf(found.change.id, views);
    const story = [view, ...around.together, ...around.others].map(({ id }) => id);
    const notices = await noticesOf(readerOf(request).principal.tenantId, story);
    const asset = registry.byId(found.change.assetId);
    const paper = {
      what: [`${view.id}, revision ${view.revision}`, ...(asset === null ? [] : [caip19Of(asset)])],
      url: `${config.explorerUrl}${changePath(view.id)}`,
      at: now,
    };
    return pageAnswer(changePage({ view, chain, match, around, notices, paper }, request.frame));
  };

  const showEvidence = async (request: PageRequest): Promise<Answer> => {
    const found = await find(request);
    const { frame } = request;
    const answer = await evidence.explain(wantedOf(request, found));
    if (answer.kind === 'too_many') {
      return pageAnswer(evidencePage({ view: viewOf(found), frame, tooMany: answer }));
    }
    const { view, chain } = await rests(found, answer);
    const { computed } = chain;
    if (computed === null) throw new Error('computed evidence was lost');
    return pageAnswer(evidencePage({ view, frame, chain: { ...chain, computed } }));
  };

  const sendBundle = async (request: PageRequest): Promise<Answer> => {
    const found = await find(request);
    const made = await evidence.bundle(wantedOf(request, found));
    const bytes = bundleBytes(made, found.change.id);
    const headers = { 'Content-Disposition': `attachment; filename="${bundleName(found.change.id)}"` };
    return { status: 200, type: 'application/json; charset=utf-8', bytes, headers };
  };

  const page = (name: string, path: string, handle: PageRoute['handle']): PageRoute => ({
    name,
    path,
    handle,
    method: 'GET',
    scopes: ['monitoring:read'],
  });

  return [
    page('changeJson', '/changes/:id.json', async (request) => {
      const { change, picked, group } = await find(request);
      return { status: 200, json: presentChange(change, picked, group, registry) };
    }),
    page('changeEvidence', '/changes/:id/evidence', showEvidence),
    page('changeBundle', '/changes/:id/bundle.json', sendBundle),
    {
      ...page('change', '/changes/:id', async (request) => {
        try {
          return await showChange(request);
        } catch (error) {
          const path = error instanceof ApiError && error.code === 'not_found' ? await leadOn(idOf(request)) : null;
          if (path === null) throw error;
          return seeOther(path);
        }
      }),
      withoutSession: (request) => leadOn(idOf(request)),
    },
  ];
}
