import { ApiError } from '../../../../api/errors.ts';
import { decodeCursor } from '../../../../api/readmodel/opaque-cursor.ts';
import { nextCursorOf } from '../../../../api/readmodel/registry/present.ts';
import type { GivenFile, ImportReview } from '../../../../api/readmodel/registry/port.ts';
import {
  type AssetCounts,
  countAssets,
  listAssets,
  listAssetsThat,
  listParties,
  type RegistryQuery,
} from '../../../../api/readmodel/registry/queries.ts';
import type { Answer } from '../../../../api/route/answer.ts';
import {
  type CoverageFilter,
  coverageFilterOf,
  isCoveredSo,
  type TokenCoverage,
} from '../../../../schemas/coverage/tokens.ts';
import type { ExplorerDependencies } from '../../../dependencies.ts';
import { FormRefusal } from '../../../form-refusal.ts';
import { pageAnswer, type PageRequest, type PageRoute } from '../../../page-route.ts';
import { ifReachable } from '../../../readers/if-reachable.ts';
import { openRequests } from '../open-requests.ts';
import { addPage } from './add-page.tsx';
import { fileFields, formBytes, givenFile, stated } from './given-form.ts';
import { importPage } from './import-page.tsx';
import { itemRoutes } from './item-routes.ts';
import { type ListCounts, listPage } from './list-page.tsx';

const entriesOfPage = 50;

/** What the operator declares: lists, items, imports and single tokens. */
export function registryRoutes(dependencies: ExplorerDependencies): readonly PageRoute[] {
  const { coverage, declarations, registry, tables } = dependencies;
  const scopes = ['operator'] as const;

  const assetsOf = async (wanted: RegistryQuery, filter: CoverageFilter | null) => {
    if (filter === null) {
      const [page, counts] = await Promise.all([listAssets(tables, wanted), countAssets(tables, wanted)]);
      return { page, counts };
    }
    const covered = await coverage.latestTokens();
    return listAssetsThat(tables, wanted, (assetId) => isListed(covered.get(assetId), filter));
  };

  const countsOf = async (counts: AssetCounts): Promise<ListCounts> => {
    const [asked, covered] = await Promise.all([openRequests({ registry, tables }), ifReachable(coverage.latest())]);
    return { ...counts, asked: asked.size, partial: covered?.partial ?? 0, none: covered?.none ?? 0 };
  };

  const list = async ({ frame, query }: PageRequest, done?: string): Promise<Answer> => {
    const kind = query.get('kind') === 'parties' ? 'parties' : 'assets';
    const wanted = queryOf(query);
    const assets = kind === 'assets' ? await assetsOf(wanted, coverageFilterOf(query.get('coverage') ?? '')) : null;
    const parties = kind === 'parties' ? await listParties(tables, wanted) : nothing;
    const cursor = nextCursorOf(assets?.page ?? parties);
    const next = new URLSearchParams(query);
    next.set('after', cursor ?? '');
    return pageAnswer(
      listPage({
        frame,
        kind,
        query,
        assets: assets?.page.items ?? [],
        parties: parties.items,
        counts: assets === null ? null : await countsOf(assets.counts),
        next: cursor === null ? null : `/operator/registry?${next.toString()}`,
        done,
      }),
    );
  };

  /** The preview of what the form has; a text that cannot be previewed is shown without one. */
  const previewed = async (request: PageRequest, given: GivenFile): Promise<Answer> => {
    const result = await declarations.review(given, null);
    if ('refused' in result) throw new ApiError('form_refused', result.refused);
    return pageAnswer(importPage({ frame: request.frame, given, review: result.review }));
  };

  const again = async (request: PageRequest): Promise<Answer> => {
    const given = givenFile(request.form);
    const result = given.text.trim() === '' ? null : await declarations.review(given, null);
    const review = result === null || 'refused' in result ? null : result.review;
    return pageAnswer(importPage({ frame: request.frame, given, review }));
  };

  const apply = async (request: PageRequest): Promise<Answer> => {
    const { form, leavePlace } = request;
    const options = { digest: form.get('digest') ?? '', asOf: null, appended: leavePlace };
    const result = await declarations.apply(givenFile(form), options);
    if ('refused' in result) throw new ApiError('form_refused', result.refused);
    if ('stale' in result) {
      throw new ApiError(
        'form_refused',
        'the text, or the registry, is not that of the preview any more. Read the new preview below',
      );
    }
    if ('issues' in result) throw new ApiError('form_refused', `the text has ${problems(result.issues)}`);
    const { review, behind } = result.applied;
    const late = behind === null ? '' : ` Not served yet: ${behind}.`;
    return list(request, `Imported: ${review.counts.new} new, ${review.counts.changed} changed.${late}`);
  };

  const propose = async ({ frame, form, leavePlace }: PageRequest): Promise<Answer> => {
    leavePlace();
    const result = await declarations.propose({
      token: form.get('place') ?? '',
      chain: stated(form, 'chain'),
      issuer: stated(form, 'issuer'),
      members: membersOf(form),
    });
    if ('refused' in result) throw new ApiError('form_refused', result.refused);
    const { proposal } = result;
    const given = { text: proposal.lines, format: 'ndjson', chain: null, issuer: null, update: false };
    return pageAnswer(addPage({ frame, form, proposed: { proposal, given } }));
  };

  const page = (name: string, path: string, handle: PageRoute['handle']): PageRoute => ({
    name,
    method: 'GET',
    path,
    scopes,
    handle,
  });

  return [
    page('operatorRegistry', '/operator/registry', (request) => list(request)),
    page('operatorImport', '/operator/registry/import', ({ frame }) =>
      pageAnswer(importPage({ frame, given: null, review: null })),
    ),
    {
      name: 'operatorPreview',
      method: 'POST',
      path: '/operator/registry/import',
      scopes,
      fields: fileFields,
      mostBytes: formBytes,
      again,
      handle: (request) => {
        const given = givenFile(request.form);
        if (given.text.trim() === '') throw new FormRefusal('text', 'the text is missing');
        return previewed(request, given);
      },
    },
    {
      name: 'operatorApply',
      method: 'POST',
      path: '/operator/registry/apply',
      scopes,
      fields: [...fileFields, 'digest'],
      mostBytes: formBytes,
      again,
      handle: apply,
    },
    page('operatorAdd', '/operator/registry/add', ({ frame, query }) =>
      pageAnswer(addPage({ frame, form: query, proposed: null })),
    ),
    {
      name: 'operatorPropose',
      method: 'POST',
      path: '/operator/registry/add',
      scopes,
      fields: ['place', 'chain', 'issuer', ...Object.keys(members), 'decimals'],
      again: ({ frame, form }) => pageAnswer(addPage({ frame, form, proposed: null })),
      handle: propose,
    },
    ...itemRoutes(dependencies),
  ];
}

const nothing = { items: [], next: null } as const;

/** Withdrawn tokens, and those that are not served yet, have no coverage. */
const isListed = (token: TokenCoverage | undefined, filter: CoverageFilter): boolean =>
  token !== undefined && isCoveredSo(token, filter);

const problems = ({ counts }: ImportReview): string =>
  `${counts.issues} ${counts.issues === 1 ? 'problem' : 'problems'}`;

/** Members of the form of a token that are texts. */
const members = { name: 'name', symbol: 'symbol', websiteUrl: 'websiteUrl', whitepaperUrl: 'whitepaperUrl' } as const;

function membersOf(form: URLSearchParams): Readonly<Record<string, unknown>> {
  const texts = Object.keys(members).flatMap((name) => {
    const text = stated(form, name);
    return text === null ? [] : [[name, text] as const];
  });
  const decimals = stated(form, 'decimals');
  if (decimals !== null && !/^\d{1,3}$/.test(decimals)) {
    throw new FormRefusal('decimals', 'the decimals are a whole number');
  }
  return { ...Object.fromEntries(texts), ...(decimals === null ? {} : { decimals: Number(decimals) }) };
}

/** The conditions of an address; what is no condition counts as absent, as on other pages. */
function queryOf(query: URLSearchParams): RegistryQuery {
  const flag = query.get('public');
  const [version, ...place] = decodeCursor(query.get('after') ?? '') ?? [];
  const after = place.flatMap((part) => (typeof part === 'string' ? [part] : []));
  return {
    text: stated(query, 'q'),
    chain: stated(query, 'chain'),
    issuer: stated(query, 'issuer'),
    isPublic: flag === 'true' ? true : flag === 'false' ? false : null,
    after: version === 1 && after.length === 2 ? after : null,
    limit: entriesOfPage,
  };
}
