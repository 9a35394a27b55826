import type { Dimension, FieldGroup } from '../vocabulary.ts';
import type { DisclosureField, FieldPlaces, ValueTest } from './field.ts';

/** Members that are empty for most fields may be omitted from an entry. */
type Optional = 'protective' | 'adverse' | 'overlays' | 'words';

/** Entry of the catalogue as its module writes it. */
type Entry = Omit<DisclosureField, Optional | 'group' | 'places' | 'dimensions'> &
  Partial<Pick<DisclosureField, Optional>> & {
    /** The first is the field's own dimension. */
    readonly dimensions: readonly [Dimension, ...Dimension[]];
    readonly places: Partial<FieldPlaces>;
  };

/** Completes the entries of one group. */
export const fieldsOf = (group: FieldGroup, entries: readonly Entry[]): readonly DisclosureField[] =>
  entries.map(({ places, protective = null, adverse = null, overlays = [], words = {}, ...entry }) => ({
    ...entry,
    group,
    protective,
    adverse,
    overlays,
    words,
    places: { other: [], assetReferenced: [], eMoney: [], sources: [], ...places },
  }));

export const anyOf = (...codes: readonly string[]): ValueTest => ({ test: 'code', codes });
