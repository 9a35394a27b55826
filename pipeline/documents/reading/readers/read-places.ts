/** Rules over places that the profile of a document declares: `selector:<name>` and `selector:<pointer>`. */
import { declaredPlaces, isPointer } from './declared-places.ts';
import type { DocumentView } from '../document-view.ts';
import { quoteOf } from '../blocks/quotes.ts';
import { readStated } from './read-stated.ts';
import type { FieldRules } from '../rules/field-rules.ts';
import type { RuleMatch } from '../rule.ts';

/** What stands at the places that the profile declares for a field; each place is read whole or left out. */
export function readPlaces(document: DocumentView, { field, form, parties, places }: FieldRules): readonly RuleMatch[] {
  const stated = document.profile.fields?.[field];
  if (stated === undefined) return [];
  const kind = isPointer(stated) ? 'pointer' : 'selector';
  const own = places ?? form;
  const why =
    own === undefined && parties === undefined
      ? 'no form of the field is read at a declared place'
      : parties !== undefined && stated.parties !== 'declared'
        ? 'the profile does not declare that the place names parties'
        : null;
  return declaredPlaces(document, stated).flatMap(({ text, place, rule }): readonly RuleMatch[] => {
    const base = { field, kind, rule, place } as const;
    if (why !== null) return [{ ...base, outcome: { why }, quote: quoteOf(text) }];
    return readStated({ form: own, parties }, text).map(({ outcome, quote }) => ({ ...base, outcome, quote }));
  });
}
