import type { AssetSummary } from '../../../api/readmodel/memory/registry/index.ts';
import type { Change } from '../../../schemas/generated/records.ts';
import type { TokenTag } from '../../parts/token-tag.tsx';
import type { DescribeValue } from '../../labels/field-values.ts';
import { sourceHost } from '../../labels/source-host.ts';
import { type ChangeView, tagOf } from '../../readers/changes/change-view.ts';
import { documentKind } from '../../readers/documents/document-labels.ts';
import type { DeclaredSource, DocumentFetch, StatedValue } from '../../readers/documents/queries.ts';
import { fetchView, type FetchView, newestView } from '../../readers/documents/rows.ts';
import { type LeftOutView, leftOutView, pageOf } from './left-out-view.ts';
import type { LeftOut } from '../../left-out.ts';
import { type ComparedReadings, type EarlierValue, type PresentValue, readingsOf } from './readings.ts';

interface ValueView extends PresentValue {
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
  /** Each with those that were stated before it, newest first. */
  readonly values: readonly (ValueView & { readonly earlier: readonly EarlierValue[] })[];
  /** Times of the readings that gave a text, newest first, milliseconds. */
  readonly readings: readonly number[];
  readonly compared: ComparedReadings | null;
  /** Null where nothing was left out, or that is not known. */
  readonly leftOut: LeftOutView | null;
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
  readonly leftOut: LeftOut | null;
  /** Public changes of its values, the oldest first. */
  readonly changes: readonly Change[];
  /** Times of two readings, milliseconds; null where the reader chose none. */
  readonly chosen: readonly [from: number, to: number] | null;
  readonly byId: (assetId: string) => AssetSummary | null;
  readonly describe: DescribeValue;
  /** Milliseconds. */
  readonly now: number;
}

export function documentView(facts: Facts): DocumentView {
  const { fetches, declared, values, drafts, changes, chosen, byId, describe, now } = facts;
  const [newest] = fetches;
  const assets = [...new Set(declared.map(({ assetId }) => assetId))];
  const stated = valuesOf(values, assets, { byId, describe });
  const readings = readingsOf(stated, changes);
  return {
    kind: documentKind(declared[0]?.kind ?? ''),
    host: sourceHost(newest.url) ?? newest.url,
    url: newest.url,
    finalUrl: newest.finalUrl === newest.url ? null : newest.finalUrl,
    newest: newestView(newest, declared[0]?.kind ?? '', now),
    fetches: fetches.map(fetchView),
    tokens: assets.map((assetId) => tagOf(assetId, byId(assetId))),
    values: stated.map((value) => ({ ...value, earlier: readings.earlier(value.field) })),
    readings: fetches.filter(({ sha256 }) => sha256 !== null).map(({ asOf }) => asOf),
    compared: chosen === null ? null : readings.compare(...chosen),
    leftOut: leftOutView(facts.leftOut, (field) => describe(field, 'null')?.label ?? null),
    drafts,
  };
}

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
    return [
      {
        field: first.field,
        ...described,
        quote: first.quote,
        where: pageOf(first.place),
        since: Math.min(...group.map(({ since }) => since)),
        of,
      },
    ];
  });
}
