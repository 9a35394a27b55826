import { documentIdOf } from '../../../schemas/terms/document-id.ts';
import { isTerm } from '../../../schemas/vocabulary.ts';
import type { DeclaredDocument } from './facts.ts';
import type { FetchesRow } from './queries.ts';

const unreachable: ReadonlySet<string> = new Set(['gone', 'http_error', 'net_error']);

/** What the fetches of a declared document show of it. @param fetches by document */
export function declaredDocument(
  { url, kind }: { readonly url: string; readonly kind: string },
  fetches: ReadonlyMap<string, FetchesRow>,
): DeclaredDocument {
  const { readAt = null, outcomes = [] } = fetches.get(documentIdOf(url)) ?? {};
  return {
    kind: isTerm('sourceKind', kind) ? kind : 'page',
    readAt,
    isUnreachable: outcomes.length > 1 && outcomes.every((outcome) => unreachable.has(outcome)),
  };
}
