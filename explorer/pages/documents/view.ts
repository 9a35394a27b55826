import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import type { StateProps } from '../../parts/state.tsx';
import type { TokenTag } from '../../parts/token-tag.tsx';
import type { DescribeValue } from '../../words/field-values.ts';
import { sourceHost } from '../../words/source-host.ts';
import { type ChangeView, tagOf } from '../change/view.ts';
import { bytesWords, className, documentKind, outcomeState } from './document-labels.ts';
import type { DeclaredSource, DocumentFetch, FetchedDocument, StatedValue } from './queries.ts';

export interface FetchView {
  readonly at: number;
  readonly state: StateProps;
  readonly message: string | null;
  /** "PDF, 84 kB"; empty when nothing was read. */
  readonly what: string;
  readonly sha256: string | null;
}

export interface ValueView {
  readonly label: string;
  readonly text: string;
  readonly quote: string | null;
  readonly since: number;
  /** Tokens that it is stated of; empty where that is all of the document. */
  readonly of: readonly TokenTag[];
}

export interface DocumentView {
  readonly kind: string;
  readonly host: string;
  readonly url: string;
  readonly finalUrl: string | null;
  readonly newest: FetchView;
  /** Newest first. */
  readonly fetches: readonly FetchView[];
  readonly tokens: readonly TokenTag[];
  readonly values: readonly ValueView[];
  /** What waits for a second reading; null for a reader who is not signed in. */
  readonly drafts: readonly ChangeView[] | null;
}

interface Facts {
  /** Newest first. */
  readonly fetches: readonly [DocumentFetch, ...DocumentFetch[]];
  /** Sources of assets that the reader may see. */
  readonly declared: readonly DeclaredSource[];
  readonly values: readonly StatedValue[];
  readonly drafts: readonly ChangeView[] | null;
  readonly byId: (assetId: string) => AssetSummary | null;
  readonly describe: DescribeValue;
}

export function documentView({ fetches, declared, values, drafts, byId, describe }: Facts): DocumentView {
  const [newest] = fetches;
  const assets = [...new Set(declared.map(({ assetId }) => assetId))];
  return {
    kind: documentKind(declared[0]?.kind ?? ''),
    host: sourceHost(newest.url) ?? newest.url,
    url: newest.url,
    finalUrl: newest.finalUrl === newest.url ? null : newest.finalUrl,
    newest: fetchView(newest),
    fetches: fetches.map(fetchView),
    tokens: assets.map((assetId) => tagOf(assetId, byId(assetId))),
    values: valuesOf(values, assets, { byId, describe }),
    drafts,
  };
}

const fetchView = ({ asOf, outcome, message, documentClass, bytes, sha256 }: DocumentFetch): FetchView => ({
  at: asOf,
  state: outcomeState(outcome),
  message,
  what: [
    ...(documentClass === null ? [] : [className(documentClass)]),
    ...(bytes === null ? [] : [bytesWords(bytes)]),
  ].join(', '),
  sha256,
});

/** One line for a value that is the same for several tokens. */
function valuesOf(
  values: readonly StatedValue[],
  assets: readonly string[],
  { byId, describe }: Pick<Facts, 'byId' | 'describe'>,
): readonly ValueView[] {
  const groups = new Map<string, StatedValue[]>();
  for (const one of values) {
    const key = JSON.stringify([one.field, one.value, one.quote]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const described = first === undefined ? null : describe(first.field, first.value);
    if (first === undefined || described === null) return [];
    const of = group.length === assets.length ? [] : group.map(({ assetId }) => tagOf(assetId, byId(assetId)));
    return [{ ...described, quote: first.quote, since: Math.min(...group.map(({ since }) => since)), of }];
  });
}

/** A document in a list. */
export interface DocumentRow {
  readonly path: string;
  readonly kind: string;
  readonly host: string;
  readonly tokens: readonly TokenTag[];
  readonly newest: FetchView;
}

/** Documents of public tokens, by host. */
export function documentRows(documents: readonly FetchedDocument[], byId: Facts['byId']): readonly DocumentRow[] {
  return documents
    .flatMap((fetch) => {
      const shown = fetch.declared.filter(({ assetId }) => byId(assetId)?.public === true);
      const [first] = shown;
      if (first === undefined) return [];
      const tokens = shown.map(({ assetId }) => tagOf(assetId, byId(assetId)));
      const host = sourceHost(fetch.url) ?? fetch.url;
      return [
        {
          path: `/sources/documents/${fetch.id}`,
          kind: documentKind(first.kind),
          host,
          tokens,
          newest: fetchView(fetch),
        },
      ];
    })
    .sort((a, b) => (a.host < b.host ? -1 : a.host > b.host ? 1 : 0));
}
