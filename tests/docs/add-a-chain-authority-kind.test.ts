/** Follows docs/add-a-chain-authority-kind.md on a copy of the tree in memory. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { textOf } from './tree.ts';
import { editsOf, problemsOf, runIn } from './tree-copy.ts';

const page = textOf('docs/add-a-chain-authority-kind.md');
const [steps = '', declared = ''] = page.split('## When operators declare it');

/** What reads the row: each compiles with the new kind, or names what it lacks. */
const readers = [
  'schemas/terms/authorities.ts',
  'pipeline/chain/evm/accounts/authorities.ts',
  'pipeline/chain/evm/roles/role-names.ts',
  'pipeline/chain/solana/extensions.ts',
  'pipeline/documents/reading/rules/disclosed-control.ts',
  'explorer/labels/authorities.ts',
];

test('docs/add-a-chain-authority-kind.md: the row is one file, and everything that reads it compiles', () => {
  const edits = editsOf(steps);
  assert.equal([...edits.keys()], ['schemas/terms/authorities.ts']);
  assert.equal(problemsOf(edits, readers), []);
});

test('docs/add-a-chain-authority-kind.md: a row without a meaning, or with a function that no plan asks for, does not compile', () => {
  const path = 'schemas/terms/authorities.ts';
  const text = editsOf(steps).get(path) ?? '';
  const meaning = "    meaning: 'The account that creates the tokens that arrive from another chain.',\n";
  const getter = "    getters: ['bridgeKeeper'],\n";
  assert.ok(text.includes(meaning));
  const problems = problemsOf(new Map([[path, text.replace(meaning, getter)]]), readers).join('\n');
  assert.match(problems, /^schemas\/terms\/authorities\.ts: .*missing.*meaning|meaning.*missing/m);
  assert.match(problems, /^pipeline\/chain\/evm\/accounts\/authorities\.ts: /m);
});

const scenario = `
import { roleName, knownRoles } from './pipeline/chain/evm/roles/role-names.ts';
import { disclosedControl } from './pipeline/documents/reading/rules/disclosed-control.ts';
import { authorityLabel } from './explorer/labels/authorities.ts';
import { termsOf } from './schemas/vocabulary.ts';
import { authorityOfRole } from './schemas/terms/authorities.ts';
import { at, authority, declaredAsset, usdc, listedWallet } from './tests/pipeline/changes/builders.ts';
const type = 'bridge_authority';
const { changes } = declaredAsset();
const raised = changes(
  authority(at('2026-01-29'), { type, address: usdc }, type),
  authority(at('2026-02-09'), { type, address: listedWallet }, type),
);
export const result = {
  type: authorityOfRole(knownRoles.map(roleName).find((name) => name === 'BRIDGE_ROLE')),
  onPages: authorityLabel(type),
  sentences: disclosedControl.sentences.filter(({ value }) => value.authorityType === type).length,
  titles: raised.map(({ title }) => title),
  meanings: raised.map(({ explanation }) => explanation.field.meaning),
  declared: termsOf('authorityType'),
};
`;

interface Result {
  readonly type: string | null;
  readonly onPages: object;
  readonly sentences: number;
  readonly titles: readonly string[];
  readonly meanings: readonly string[];
  readonly declared: readonly string[];
}

test('docs/add-a-chain-authority-kind.md: roles, pages, changes and documents know the new kind', async () => {
  const { result } = (await runIn(editsOf(steps + declared), scenario)) as { readonly result: Result };
  assert.is(result.type, 'bridge_authority');
  assert.equal(result.onPages, {
    name: 'Bridge authority',
    power: 'can create units that arrive from another chain',
  });
  assert.is(result.sentences, 2);
  assert.equal(result.titles, ['Bridge authority replaced']);
  assert.equal(result.meanings, ['The account that creates the tokens that arrive from another chain.']);
  assert.is(result.declared.at(-1), 'bridge_authority');
});

test.run();
