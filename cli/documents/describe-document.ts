import type { DocumentInRound } from '../../pipeline/publishers/documents/publisher-deps.ts';
import { table } from '../program/output/table.ts';

/**
 * A document as the command prints it.
 * @param off why documents are not fetched; null where they are
 */
export function shownDocument({ document, state, dueAt }: DocumentInRound, off: string | null): object {
  const { url, kinds, declared } = document;
  return {
    url,
    kinds,
    assets: declared.length,
    profiles: [...new Set(declared.map(({ extractor }) => extractor))],
    lastFetch: state === null ? null : iso(state.lastAsOf),
    outcome: state?.outcome ?? null,
    since: state === null ? null : iso(state.since),
    message: state?.message ?? null,
    nextFetch: state === null || off !== null ? null : iso(dueAt),
    off,
    finalUrl: state?.good?.finalUrl ?? null,
    documentClass: state?.good?.documentClass ?? null,
    sha256: state?.good?.sha256 ?? null,
    reading: state?.good?.reading ?? null,
  };
}

const iso = (at: number): string => new Date(at).toISOString();
const minutes = (at: number): string => iso(at).slice(0, 16).replace('T', ' ');

export const documentTable = (documents: readonly DocumentInRound[], width: number, off: string | null): string =>
  table(
    ['outcome', 'since', 'next fetch', 'kinds', 'assets', 'address'],
    documents.map(({ document: { url, kinds, declared }, state, dueAt }) => [
      state?.outcome ?? 'not yet',
      state === null ? '' : minutes(state.since),
      off !== null ? `off: ${off}` : state === null ? 'now' : minutes(dueAt),
      kinds.join(', '),
      String(declared.length),
      state?.message === null || state === null ? url : `${url} (${state.message})`,
    ]),
    width,
  );
