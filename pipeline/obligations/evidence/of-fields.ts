/** Evidence that disclosed fields state. */
import { disclosedField } from '../../../schemas/facts/disclosed.ts';
import { fieldOf } from '../../../schemas/fields/catalogue.ts';
import { storedValue } from '../../../schemas/stored-value.ts';
import { valueInSentence } from '../../documents/fields/value-text.ts';
import { formatDate, midSentence } from '../../text/values.ts';
import type { AssetFacts, CurrentFact } from '../facts.ts';
import type { Evidence, FieldTest } from '../rule.ts';
import { type EvidenceFinding, found } from './found.ts';

export function ofFields(tests: readonly FieldTest[], facts: AssetFacts): EvidenceFinding {
  const readings = tests.map((test) => ({ test, stated: facts.of(test.field) }));
  const judged = readings.flatMap(({ test, stated }) =>
    stated.filter(isStated).map((held) => ({ test, held, outcome: outcomeOf(test, held) })),
  );
  const [against] = judged.filter(({ outcome }) => outcome === 'fails');
  if (against !== undefined) {
    const { test } = against;
    const all = judged.filter((one) => one.test === test && one.outcome === 'fails').map(({ held }) => held);
    return found('opposite', all, statedText(test, against.held));
  }
  const [unclear] = judged.filter(({ outcome }) => outcome === 'unclear');
  if (unclear?.test.test === 'atMost') {
    const { limit, unclearUpTo = limit } = unclear.test;
    const open = `how days count between ${limit} and ${unclearUpTo} is a question of law`;
    return found('unread', [unclear.held], `${valueText(unclear.test, unclear.held)}, and ${open}`);
  }
  const [lacking] = readings.filter(({ stated }) => !stated.some((held) => isStated(held)));
  if (lacking !== undefined) return found('absent', [], endText(lacking.test.field, facts));
  return found(
    'holds',
    readings.flatMap(({ stated }) => stated),
  );
}

/** Nothing here reads the day on which a change of the fee was published: once it changes, the notice is not checked. */
export function ofPolicy(
  { fields, notified }: Extract<Evidence, { of: 'policy' }>,
  facts: AssetFacts,
  begun: number,
): EvidenceFinding {
  const all = ofFields(
    fields.map((field) => ({ field, test: 'stated' })),
    facts,
  );
  const changed = facts.of(notified).find(({ changedAt = null }) => changedAt !== null && changedAt >= begun);
  if (all.state !== 'holds' || changed === undefined) return all;
  const [label, day] = [midSentence(labelOf(notified)), formatDate(changed.changedAt ?? 0)];
  return found('unread', [changed], `the ${label} changed on ${day}, and no source states when that was published`);
}

type Outcome = 'passes' | 'fails' | 'unclear';

function outcomeOf(test: FieldTest, held: CurrentFact): Outcome {
  const value = storedValue(held.value ?? 'null', disclosedField);
  const as = (passes: boolean): Outcome => (passes ? 'passes' : 'fails');
  switch (test.test) {
    case 'code':
      return as(test.codes.includes(String(value['code'])));
    case 'within':
      return as((value['codes'] as readonly string[]).every((code) => test.codes.includes(code)));
    case 'atMost': {
      const stated = Number(value[test.member]);
      return stated > test.limit && stated <= (test.unclearUpTo ?? 0) ? 'unclear' : as(stated <= test.limit);
    }
    case 'atLeast':
      return as(Number(value[test.member]) >= test.limit);
    case 'stated':
      return 'passes';
  }
}

/** A list of no parties states that none is named, which is nothing against an obligation to name one. */
function isStated({ value: text }: CurrentFact): boolean {
  const value = storedValue(text ?? 'null', disclosedField);
  return !Array.isArray(value['parties']) || value['parties'].length > 0;
}

/** `the redemption fee was stated up to 3 May 2026`; empty for a field that was never stated. */
function endText(field: string, facts: AssetFacts): string {
  const ended = Math.max(...[...facts.endedOf(field), ...facts.of(field)].map(({ since }) => since));
  return Number.isFinite(ended)
    ? `the ${midSentence(labelOf(field))} is no longer stated, first read on ${formatDate(ended)}`
    : '';
}

const labelOf = (name: string): string => fieldOf(name)?.label ?? name;

/** `redemption fee: 0.25 %; the rule names 0 %`. */
function statedText(test: FieldTest, held: CurrentFact): string {
  const stated = valueText(test, held);
  return test.test === 'atMost' || test.test === 'atLeast' ? `${stated}; the rule names ${limitText(test)}` : stated;
}

function valueText({ field: name }: FieldTest, { value }: CurrentFact): string {
  const field = fieldOf(name);
  const text = field === undefined ? '' : valueInSentence(field, storedValue(value, disclosedField));
  return `${midSentence(labelOf(name))}: ${text}`;
}

function limitText({ member, limit }: Extract<FieldTest, { test: 'atMost' | 'atLeast' }>): string {
  return member === 'days' ? `${limit} days` : `${member === 'bps' ? limit / 100 : limit} %`;
}
