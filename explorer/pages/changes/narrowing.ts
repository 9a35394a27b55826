import type { RegistryReader } from '../../../api/readmodel/memory/registry/index.ts';
import type { FeedFilter } from '../../../api/readmodel/resources/changes/filter.ts';
import { directionTerms } from '../../../schemas/terms/directions.ts';
import { type Direction, type Severity, termsOf } from '../../../schemas/vocabulary.ts';
import { severityNames } from '../../labels/severities.ts';
import type { TokenTag } from '../../parts/token-tag.tsx';
import { tagOf } from '../../readers/changes/change-view.ts';

/** Where the marks of a change lead: to the changes with the same mark; null where the page has only those. */
export interface Pills {
  readonly direction: Readonly<Record<Direction, string | null>>;
  readonly severity: Readonly<Record<Severity, string | null>>;
}

/** A filter that leaves changes out, and the page without it. */
export interface Chip {
  readonly name: string | TokenTag;
  readonly without: string;
}

/** The page with other values of one parameter; an empty list takes it away. Links of ours name the time that `by` is. */
export function withParameter(given: URLSearchParams, name: string, values: readonly string[]): string {
  const query = new URLSearchParams(given);
  if (values.length === 0) query.delete(name);
  else query.set(name, values.join(','));
  if (!query.has('by')) query.set('by', 'known');
  return `/changes?${query.toString().replaceAll('%2C', ',')}`;
}

export function pillsOf(given: URLSearchParams, { directions, severities }: FeedFilter): Pills {
  const pathsOf = <Term extends string>(name: string, terms: readonly Term[], chosen: readonly Term[]) =>
    Object.fromEntries(
      terms.map((term) => [
        term,
        chosen.length === 1 && chosen[0] === term ? null : withParameter(given, name, [term]),
      ]),
    ) as Record<Term, string | null>;
  return {
    direction: pathsOf('direction', termsOf('direction'), directions),
    severity: pathsOf('severity', termsOf('severity'), severities),
  };
}

interface ChipFacts {
  readonly given: URLSearchParams;
  readonly filter: FeedFilter;
  readonly registry: Pick<RegistryReader, 'byId'>;
  /** The token of a watched item; null for an id that is not on the list. */
  readonly assetOf: (itemId: string) => string | null;
}

/** Filters that the form has no field for. */
export function chipsOf({ given, filter, registry, assetOf }: ChipFacts): readonly Chip[] {
  const chips = <Term extends string>(
    parameter: string,
    chosen: readonly Term[],
    nameOf: (term: Term) => Chip['name'],
  ): readonly Chip[] =>
    chosen.map((term) => ({
      name: nameOf(term),
      without: withParameter(
        given,
        parameter,
        chosen.filter((one) => one !== term),
      ),
    }));
  return [
    ...chips('item', filter.items, (itemId) => {
      const assetId = assetOf(itemId);
      return assetId === null ? 'A token that is not on the list' : tagOf(assetId, registry.byId(assetId));
    }),
    ...chips('severity', filter.severities, (term) => severityNames[term]),
    ...chips('direction', filter.directions, (term) => directionTerms[term].label),
    ...chips('materiality', filter.materialities, (term) => `Disclosures: ${term}`),
  ];
}
