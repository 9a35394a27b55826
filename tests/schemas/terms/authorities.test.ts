import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  authorityOfRole,
  authorityTerm,
  authorityTerms,
  authorityTypes,
  powersOfAuthorities,
} from '../../../schemas/terms/authorities.ts';
import { termsOf } from '../../../schemas/vocabulary.ts';

test('a type without a row has its name alone, whatever a source calls it', () => {
  for (const [type, label] of [
    ['some_new_role', 'Some new role'],
    ['constructor', 'Constructor'],
    ['toString', 'ToString'],
    ['', ''],
  ] as const) {
    const { can, powers, ...term } = authorityTerm(type);
    assert.equal([term.label, can, powers], [label, '', []]);
  }
  assert.is(authorityTerm('some_new_role').holder, 'the some new role of the token');
});

test('a role gives the type in whose row it stands, and no other', () => {
  assert.is(authorityOfRole('UPGRADER_ROLE'), 'upgrade_authority');
  assert.is(authorityOfRole('DEFAULT_ADMIN_ROLE'), 'owner');
  for (const name of [null, '', 'BURNER_ROLE', 'minter_role', 'MINTER_ROLE_ADMIN'])
    assert.is(authorityOfRole(name), null);
});

test('A-28 every type of interface A has a row; each role, getter and place stands in one row', () => {
  for (const type of termsOf('authorityType')) assert.ok(type in authorityTerms, type);
  const rows = authorityTypes.map(authorityTerm);
  for (const member of ['roles', 'getters'] as const) {
    const all = rows.flatMap((row) => row[member]);
    assert.is(new Set(all).size, all.length, member);
  }
  const places = rows.flatMap(({ extension }) => (extension === null ? [] : [extension.join(' ')]));
  assert.is(new Set(places).size, places.length);
});

test('powers follow from authorities in the order in which readings state them', () => {
  assert.equal(powersOfAuthorities([]), []);
  assert.equal(powersOfAuthorities(['owner', 'creator', 'some_new_role']), []);
  assert.equal(
    powersOfAuthorities(['permanent_delegate', 'upgrade_authority', 'freeze_authority', 'freeze_authority']),
    ['freeze_address', 'burn_from', 'force_transfer', 'upgrade_logic'],
  );
});

test.run();
