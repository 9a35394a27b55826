/** Anchors: the facts and template cells that a rule names. */
import type { DocumentView } from '../document-view.ts';
import { factPlace, type Passage } from '../blocks/places.ts';
import type { TemplateNumbers } from '../rules/field-rules.ts';

/** A fact or cell that a rule names, with the `extractionRule` that it has. */
export interface AnchoredPassage extends Passage {
  readonly rule: string;
  /** Its lines, where they are known: those of an address are its parts. */
  readonly lines?: readonly string[] | null;
}

const localOf = (name: string): string => name.slice(name.indexOf('}') + 1);

/** Facts of the taxonomy by the local name of their element, without those of a dimension. */
export function factsNamed(
  { reading, template }: DocumentView,
  elements: readonly string[],
): readonly AnchoredPassage[] {
  // The meaning of an element depends on the table of the template, which the entry point of the taxonomy names.
  if (reading.class !== 'ixbrl_esma' || template.table === null) return [];
  return elements.flatMap((element) =>
    reading.facts
      .filter(
        ({ name, value, context }) => localOf(name) === element && value !== null && (context?.dims ?? []).length === 0,
      )
      .map((fact) => ({ text: fact.value ?? '', place: factPlace(fact), rule: `ixbrl:${element}` })),
  );
}

export const cellsNumbered = (
  { template: { table, cells } }: DocumentView,
  numbers: TemplateNumbers,
): readonly AnchoredPassage[] =>
  table === null
    ? []
    : (numbers[table] ?? []).flatMap((number) =>
        (cells.get(number) ?? []).map(({ text, place, lines }) => ({ text, place, lines, rule: `template:${number}` })),
      );
