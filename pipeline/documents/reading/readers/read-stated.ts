/** Reads the text of a place that states one field: in the form of the field, or as names of parties. */
import type { FieldValue } from '../../../../schemas/fields/field.ts';
import { unreadMark } from '../../../../schemas/values/reading.ts';
import { closedAnswer } from '../notation/closed-answers.ts';
import { partyName, partyNames } from '../notation/party-names.ts';
import { quoteOf } from '../blocks/quotes.ts';
import { type FormOutcome, readCell } from '../forms/read-form.ts';
import type { FieldRules } from '../rules/field-rules.ts';

type FormRules = { readonly [Name in 'form' | 'parties']: FieldRules[Name] };

/** An empty list if the text does not state the field. */
export function readStated({ form, parties }: FormRules, text: string): readonly FormOutcome[] {
  if (parties === undefined) return form === undefined ? [] : readCell(form, text);
  const quote = quoteOf(text);
  const stated = (outcome: FormOutcome['outcome']): readonly FormOutcome[] => [{ form: 'parties', outcome, quote }];
  if (text.includes(unreadMark)) return stated({ why: 'a part of it has no map to letters' });
  const answer = closedAnswer(text);
  const denied = answer === null ? undefined : form?.closed?.[answer];
  if (denied !== undefined) return stated({ value: denied });
  const value = parties === 'one' ? oneOf(text) : severalOf(text);
  return stated(value === null ? { why: 'it is no name of a party' } : { value });
}

function oneOf(text: string): FieldValue {
  const names = partyNames(text);
  const [name] = names ?? [];
  return name === undefined || names?.length !== 1 || partyName(text) === null ? null : { name };
}

function severalOf(text: string): FieldValue {
  const names = partyNames(text);
  return names === null ? null : { parties: names.map((name) => ({ name })) };
}
