import { collateralTexts } from '../../../pipeline/changes/families/collateral/templates.ts';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { catalogue, familyKinds } from '../../../pipeline/changes/catalogue.ts';
import { checkTexts } from '../../../pipeline/changes/families/checks/templates.ts';
import { authorityTexts, tokenTexts } from '../../../pipeline/changes/families/chain/templates.ts';
import { fieldReviewTexts } from '../../../pipeline/changes/families/disclosure/text/review-templates.ts';
import { disclosureTexts } from '../../../pipeline/changes/families/disclosure/text/templates.ts';
import { edgeTexts } from '../../../pipeline/changes/families/edges/text/templates.ts';
import { registryOwnTexts } from '../../../pipeline/changes/families/own/templates.ts';
import { gleifColumnTexts } from '../../../pipeline/changes/families/register-column/record-templates.ts';
import { registerColumnTexts } from '../../../pipeline/changes/families/register-column/templates.ts';
import {
  identityRowTexts,
  nonCompliantRowTexts,
  registerRowTexts,
} from '../../../pipeline/changes/families/register-row/templates.ts';
import { sanctionsTexts } from '../../../pipeline/changes/families/sanctions/templates.ts';
import { sourceDriftTexts } from '../../../pipeline/changes/families/source/templates.ts';
import type { Wording } from '../../../pipeline/text/template.ts';
import { bannedWords } from '../../../pipeline/text/style-check.ts';
import { explanationKinds } from '../../../schemas/explanation-kinds.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';
import { scenarios } from './scenarios.ts';

test('B-71 every explanation kind has a title, a meaning and a hint, in plain words', () => {
  assert.equal(Object.keys(explanationKinds), [...termsOf('explanationKind')]);
  for (const entry of Object.values(explanationKinds)) {
    for (const text of [entry.title, entry.meaning, entry.hint]) {
      assert.ok(text.length > 5);
      assert.equal(bannedWords(text), [], text);
    }
    assert.match(entry.meaning, /\.$/);
  }
});

/** Kinds that no family produces yet. */
const reserved: readonly string[] = [];

test('every kind has a family that produces it, but for the reserved ones', () =>
  assert.equal(
    catalogue()
      .filter(({ producers }) => producers.length === 0)
      .map(({ kind }) => kind),
    reserved,
  ));

type Templates = Readonly<Record<string, Pick<Wording, 'title'>>>;

const { dismissed, dismissedRemoval } = fieldReviewTexts;

/** Templates of each family; several sets may have templates of one name. */
const templates: Readonly<Record<string, readonly Templates[]>> = {
  own: [registryOwnTexts],
  'register-row': [registerRowTexts, nonCompliantRowTexts, identityRowTexts],
  'register-column': [registerColumnTexts, gleifColumnTexts],
  sanctions: [sanctionsTexts],
  disclosure: [disclosureTexts, { dismissed, dismissedRemoval }],
  source: [sourceDriftTexts],
  chain: [authorityTexts, tokenTexts],
  collateral: [collateralTexts],
  edges: [edgeTexts],
  checks: [checkTexts],
};

for (const [family, kinds] of Object.entries(familyKinds)) {
  test(`every template of ${family} belongs to a kind`, () => {
    const named = Object.values(kinds).flatMap((kind: { readonly templates: readonly string[] }) => kind.templates);
    assert.equal(
      [...new Set(named)].sort(),
      [...new Set(templates[family]?.flatMap((set) => Object.keys(set)))].sort(),
    );
  });
}

for (const [kind, make] of Object.entries(scenarios)) {
  test(`changes of the kind ${kind} use its templates`, () => {
    const titles = catalogue()
      .filter((entry) => entry.kind === kind)
      .flatMap(({ producers }) => producers)
      .flatMap(({ family, templates: names }) =>
        (templates[family] ?? []).flatMap((set) => names.flatMap((name) => set[name]?.title ?? [])),
      )
      .map((title) => new RegExp(`^${title.replaceAll(/\{\w+\}/g, '.+')}$`));
    for (const { changes } of make()) {
      for (const { title } of changes)
        assert.ok(
          titles.some((pattern) => pattern.test(title)),
          title,
        );
    }
  });
}

test.run();
