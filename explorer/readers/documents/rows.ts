import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import type { StateProps } from '../../parts/state.tsx';
import type { TokenTag } from '../../parts/token-tag.tsx';
import { sourceHost } from '../../labels/source-host.ts';
import { tagOf } from '../changes/change-view.ts';
import { bytesText, className, documentKind, documentState, outcomeState } from './document-labels.ts';
import type { DocumentFetch, FetchedDocument } from './queries.ts';

export interface FetchView {
  readonly at: number;
  readonly state: StateProps;
  readonly message: string | null;
  /** "PDF, 84 kB"; empty when nothing was read. */
  readonly what: string;
  readonly sha256: string | null;
}

export const fetchView = ({ asOf, outcome, message, documentClass, bytes, sha256 }: DocumentFetch): FetchView => ({
  at: asOf,
  state: outcomeState(outcome),
  message,
  what: [
    ...(documentClass === null ? [] : [className(documentClass)]),
    ...(bytes === null ? [] : [bytesText(bytes)]),
  ].join(', '),
  sha256,
});

/** The newest fetch of a document. */
export const newestView = (fetch: DocumentFetch, kind: string, now: number): FetchView => ({
  ...fetchView(fetch),
  state: documentState(fetch, kind, now),
});

/** A document in a list. */
export interface DocumentRow {
  readonly path: string;
  readonly kind: string;
  readonly host: string;
  readonly tokens: readonly TokenTag[];
  readonly newest: FetchView;
}

/** Documents of public tokens, by host. */
export function documentRows(
  documents: readonly FetchedDocument[],
  byId: (assetId: string) => AssetSummary | null,
  now: number,
): readonly DocumentRow[] {
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
          newest: newestView(fetch, first.kind, now),
        },
      ];
    })
    .sort((a, b) => (a.host < b.host ? -1 : a.host > b.host ? 1 : 0));
}
