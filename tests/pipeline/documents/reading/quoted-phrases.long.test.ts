// rule: rules quote no document, also tests/pipeline/documents/reading/rule-set.test.ts
/** A phrase of a form that one labelled document has alone was taken from it: split it, or word it more widely. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { disclosedControl } from '../../../../pipeline/documents/reading/rules/disclosed-control.ts';
import { issuerForms } from '../../../../pipeline/documents/reading/report/issuer-forms.ts';
import { fieldRules } from '../../../../pipeline/documents/reading/rule-set.ts';
import { plainForm } from '../../../../pipeline/documents/reading/notation/words.ts';
import { readOnce } from '../../../support/read-once.ts';
import { hasSharedData, sharedFiles, sharedText } from '../../../support/shared-data.ts';

/** Phrases of more words are those of one text. */
const mostWords = 4;

/** Texts in a pattern without alternatives, classes and repetitions between their words. */
const phrasesOf = (pattern: string): readonly string[] =>
  pattern
    .replaceAll(/\\[bBdsSwW]|\\p\{\w+\}/g, ' | ')
    .replaceAll(/\[[^\]]*\]|\{[^}]*\}/g, ' | ')
    .replaceAll(/\\(.)/g, '$1')
    .split(/[^\p{L}\p{N}' -]+/u)
    .map((phrase) => phrase.trim().toLowerCase())
    .filter((phrase) => phrase.split(/\s+/).length > mostWords);

test('a form has no phrase of more than four words that one document alone has', async () => {
  const forms = [...fieldRules, disclosedControl].flatMap(({ form, sentences = [] }) => [
    ...sentences,
    ...(form?.whole ?? []),
    ...(form?.sentences ?? []),
  ]);
  const phrases = new Set([...forms, ...issuerForms.issues].flatMap(({ pattern }) => phrasesOf(pattern)));
  assert.ok(phrases.size > 0);
  const counts = new Map<string, string[]>();
  for (const set of ['disclosures', 'disclosures-2'].filter(hasSharedData)) {
    for (const path of sharedFiles(set).filter((file) => file.endsWith('.labels.json'))) {
      const { document } = JSON.parse(sharedText(path)) as { readonly document?: string };
      if (document === undefined || path.includes('/firds/')) continue;
      const folder = path.slice(0, path.lastIndexOf('/'));
      const { reading } = await readOnce(document.includes('/') ? document : `${folder}/${document}`);
      const lines = reading.pages.flatMap((page) => page.lines.flatMap(({ cells }) => cells.map(([, , text]) => text)));
      const text = plainForm([...lines, ...reading.blocks.map((block) => block.text)].join(' ')).toLowerCase();
      for (const phrase of phrases)
        if (text.includes(phrase)) counts.set(phrase, [...(counts.get(phrase) ?? []), path]);
    }
  }
  const quoted = [...counts].filter(([, paths]) => paths.length === 1);
  assert.equal(quoted, []);
});

test.run();
