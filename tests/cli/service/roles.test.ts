import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { AnyPart } from '../../../cli/service/part.ts';
import { parts } from '../../../cli/service/parts.ts';
import { type PartName, type Role, roles } from '../../../cli/service/roles.ts';

const roleNames = Object.keys(roles) as readonly Role[];
const orderOf = (role: Role): readonly PartName[] => roles[role];
const loaded = new Map<PartName, AnyPart>();
for (const name of Object.keys(parts) as PartName[]) loaded.set(name, await parts[name]());

const partNamed = (name: PartName): AnyPart => {
  const part = loaded.get(name);
  if (part === undefined) throw new Error(`no part is named ${name}`);
  return part;
};

test('every part has the name under which roles list it, and a role', () => {
  for (const [name, part] of loaded) {
    assert.is(part.name, name);
    assert.ok(
      roleNames.some((role) => orderOf(role).includes(name)),
      `no role has ${name}`,
    );
  }
});

for (const role of roleNames) {
  test(`${role}: every part starts after the parts that give what it needs, and no value is given twice`, () => {
    const given = new Set<string>();
    for (const { name, needs, gives } of orderOf(role).map(partNamed)) {
      assert.equal(
        needs.filter((need) => !given.has(need)),
        [],
        `${name} lacks a value`,
      );
      assert.equal(
        gives.filter((value) => given.has(value)),
        [],
        `${name} gives a value again`,
      );
      for (const value of gives) given.add(value);
    }
  });
}

/** Parts in an order that agrees with the start order of each role as far as one list can. */
const rows = [...new Set(roleNames.flatMap(orderOf))].map((name) => {
  const { needs, gives } = partNamed(name);
  const places = roleNames.map((role) => orderOf(role).indexOf(name)).map((at) => (at < 0 ? '' : String(at + 1)));
  return `| ${[name, needs.join(', '), gives.join(', '), ...places].join(' | ')} |`;
});
const table = [
  `| Part | needs | gives | ${roleNames.map((role) => `\`${role}\``).join(' | ')} |`,
  `|-|-|-|${roleNames.map(() => '-|').join('')}`,
  ...rows,
].join('\n');

test('the README has the table of parts and roles: UPDATE_APPROVED=1 writes it again for review', () => {
  const path = fileURLToPath(new URL('../../../cli/service/README.md', import.meta.url));
  const readme = readFileSync(path, 'utf8');
  const [, before = '', after = ''] = /^([^]*<!-- parts -->\n)[^]*?(\n<!-- \/parts -->[^]*)$/.exec(readme) ?? [];
  const expected = `${before}${table}${after}`;
  if (process.env['UPDATE_APPROVED'] === '1') writeFileSync(path, expected);
  else assert.is(readme, expected);
});

test.run();
