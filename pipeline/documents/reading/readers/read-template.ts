/** Rules over tagged facts and template cells. */
import { type AnchoredPassage, cellsNumbered, factsNamed } from './anchors.ts';
import type { DocumentView } from '../document-view.ts';
import { quoteOf } from '../blocks/quotes.ts';
import { readRecord } from './read-record.ts';
import { readStated } from './read-stated.ts';
import type { FieldRules } from '../rules/field-rules.ts';
import type { RuleMatch, RuleKind } from '../rule.ts';

/** The passages about a field in the tagged facts and the template cells of a document. */
export function readTemplate(document: DocumentView, rules: FieldRules): readonly RuleMatch[] {
  const { field, others = [], parties, record } = rules;
  return [
    ...[rules, ...others].flatMap(({ tags = [], tagTexts = [], cells = {}, form }) => {
      const found = (kind: RuleKind, anchored: readonly AnchoredPassage[]): readonly RuleMatch[] =>
        anchored.flatMap(({ text, place, rule, why }) =>
          (why === undefined ? readStated({ form, parties }, text) : [{ outcome: { why }, quote: quoteOf(text) }]).map(
            ({ outcome, quote }) => ({
              field,
              kind,
              rule,
              outcome,
              quote,
              place,
            }),
          ),
        );
      return [
        ...found('tag', factsNamed(document, tags)),
        ...found('tagText', factsNamed(document, tagTexts)),
        ...found('cell', cellsNumbered(document, cells)),
      ];
    }),
    ...(record === undefined ? [] : readRecord(document, field, record)),
  ];
}
