/** Rules over tagged facts and template cells. */
import { type Anchored, cellsNumbered, factsNamed } from './anchors.ts';
import type { DocumentView } from './document-view.ts';
import { readCell } from './read-form.ts';
import { readRecord } from './read-record.ts';
import type { FieldRules } from './rules/field-rules.ts';
import type { TextForm } from './rules/form.ts';
import type { Found, RuleKind } from './rules/rule.ts';

/** What the tagged facts and template cells of a document say of a field. */
export function readTemplate(document: DocumentView, rules: FieldRules): readonly Found[] {
  const { field, tags = [], tagTexts = [], cells = {}, form, record } = rules;
  const found = (kind: RuleKind, anchored: readonly Anchored[], own: TextForm): readonly Found[] =>
    anchored.flatMap(({ text, place, rule }) =>
      readCell(own, text).map(({ outcome, quote }) => ({ field, kind, rule, outcome, quote, place })),
    );
  return [
    ...(form === undefined
      ? []
      : [
          ...found('tag', factsNamed(document, tags), form),
          ...found('tagText', factsNamed(document, tagTexts), form),
          ...found('cell', cellsNumbered(document, cells), form),
        ]),
    ...(record === undefined ? [] : readRecord(document, field, record)),
  ];
}
