import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadProgram } from '../../cli/main.ts';
import { settings } from '../../infra/config/settings.ts';
import { topicNames, topics } from '../../schemas/topics.ts';
import { committedSchemas } from '../../schemas/generated/schemas.ts';
import { anchorOf, markdownFiles, pathOf, proseOf, tableRows, textFiles, textOf } from './tree.ts';

const operations = textOf('docs/operations.md');

test('every link of a page leads to an existing file and heading', () => {
  const broken = markdownFiles().flatMap((page) =>
    [...proseOf(textOf(page)).matchAll(/\]\((?!https?:)([^)\s]*)\)/g)]
      .map((match) => match[1] ?? '')
      .filter((target) => !leadsSomewhere(page, target))
      .map((target) => `${page}: ${target}`),
  );
  assert.equal(broken, []);
});

function leadsSomewhere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(pathOf(file))) return false;
  if (anchor === undefined) return true;
  return [...textOf(file).matchAll(/^#+ (.+)$/gm)].some((match) => anchorOf(match[1] ?? '') === anchor);
}

/** Leaf commands by their full names: "up", "keys create" … */
const commandsBelow = (parent: Command, path: readonly string[] = []): ReadonlyMap<string, Command> =>
  new Map(
    parent.commands.flatMap((one) => {
      const names = [...path, one.name()];
      return one.commands.length > 0 ? [...commandsBelow(one, names)] : [[names.join(' '), one] as const];
    }),
  );

const rowOf = (command: string): string =>
  operations.split('\n').find((line) => line.startsWith('|') && line.includes(`\`attestry ${command}`)) ?? '';

test('docs/operations.md has every command and every option of the program', async () => {
  const ofEvery: ReadonlySet<string> = new Set(['--json', '--wide', '--help', '--version']);
  const commands = commandsBelow(await loadProgram());
  assert.ok(commands.size > 20, 'the program was loaded with its commands');
  const missing = [...commands].flatMap(([command, { options }]) => {
    const row = rowOf(command);
    if (row === '') return [`attestry ${command}`];
    return options
      .map(({ long }) => long ?? '')
      .filter((option) => !ofEvery.has(option) && !row.includes(option))
      .map((option) => `attestry ${command} ${option}`);
  });
  assert.equal(missing, []);
});

test('docs/operations.md has every setting', () => {
  const names = Object.values(settings).map(({ name }) => name);
  assert.equal(
    names.filter((name) => !operations.includes(name)),
    [],
  );
});

test('the defaults of docs/operations.md are those of the program', () => {
  const wrong = Object.values(settings).flatMap(({ name, fallback }) => {
    const row = tableRows(operations).find(([cell = '']) => cell.includes(`\`${name}\``));
    const index = [...(row?.[0] ?? '').matchAll(/`(\w+)`/g)].findIndex((match) => match[1] === name);
    const given = [...(row?.[1] ?? '').matchAll(/`([^`]+)`/g)].map((match) => match[1])[index];
    return (fallback ?? '') === '' || given === undefined || given === fallback ? [] : [`${name}: ${given}`];
  });
  assert.equal(wrong, []);
});

const decisions = readdirSync(pathOf('docs/decisions')).filter((file) => /^\d{4}-/.test(file));

test('the index of decisions has each decision once, below a subject, and each number without one', () => {
  const index = textOf('docs/decisions/README.md');
  const linked = [...index.matchAll(/\((\d{4}-[^)]+)\)/g)].map((match) => match[1]);
  assert.equal(linked.toSorted(), decisions.toSorted());
  for (const section of index.split('\n## ').slice(1, -1)) {
    const numbers = [...section.matchAll(/^\| \[(\d+)\. /gm)].map((match) => Number(match[1]));
    assert.ok(numbers.length > 0, section);
    assert.equal(
      numbers,
      [...numbers].sort((a, b) => a - b),
      section,
    );
  }
  const taken = new Set(decisions.map((file) => Number(file.slice(0, 4))));
  assert.is(taken.size, decisions.length, 'no number is there twice');
  const free = Array.from({ length: Math.max(...taken) }, (_, number) => number).filter(
    (one) => one > 0 && !taken.has(one),
  );
  const stated = /## Numbers without a decision\n\n([\d, to]+):/.exec(index)?.[1] ?? '';
  const ranges = stated.split(', ').map((range) => range.split(' to ').map(Number));
  assert.equal(
    ranges.flatMap(([from = 0, to = from]) => free.filter((one) => one >= from && one <= to)),
    free,
  );
});

test('a decision has at most 60 lines and its four parts', () => {
  for (const file of decisions) {
    const text = textOf(`docs/decisions/${file}`);
    assert.ok(text.trimEnd().split('\n').length <= 60, file);
    if (file < '0004') continue;
    for (const part of ['Question', 'Decision', 'Rejected', 'Consequences']) assert.match(text, `## ${part}\n`, file);
  }
});

test('every package of package.json is in docs/libraries.md, with its version', () => {
  const text = textOf('docs/libraries.md');
  const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  const missing = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([name, version]) =>
      !rows.some((row) => row.includes(`\`${name}\``) && row.includes(version.replace(/^npm:.*@/, ''))),
  );
  assert.equal(missing, []);
});

test('package.json has every npm script that a page names', () => {
  const { scripts } = JSON.parse(textOf('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const builtIn = ['test', 'start'];
  const unknown = markdownFiles().flatMap((page) =>
    [...textOf(page).matchAll(/npm (?:run ([a-z:]+)|(test|start))/g)]
      .map((match) => match[1] ?? match[2] ?? '')
      .filter((script) => scripts[script] === undefined)
      .map((script) => `${page}: npm run ${script}`),
  );
  assert.equal(unknown, []);
  for (const script of builtIn) assert.ok(textOf('README.md').includes(`npm ${script}`), script);
});

test('docs/conformance.md lists each rule once and states whether it is served', () => {
  const rules = tableRows(textOf('docs/conformance.md')).filter(([id = '']) => /^[A-Z]-\d\d/.test(id));
  const ids = rules.map(([id]) => id ?? '');
  const expected = [
    ...numbered('G', [1, 27]),
    ...numbered('K', [1, 17]),
    ...numbered('A', [1, 16], [20, 30], [40, 75]),
    ...numbered('B', [1, 37], [40, 58], [60, 61]),
    'B-61a',
    ...numbered('B', [62, 74], [80, 96]),
    ...numbered('L', [1, 6]),
    ...numbered('V', [1, 5]),
    ...numbered('U', [1, 32]),
    ...numbered('W', [1, 7]),
    ...numbered('C', [1, 2]),
  ];
  assert.equal(ids, expected);
  assert.equal(
    rules.filter(([, now = '']) => !['yes', 'part', 'later'].includes(now)).map(([id]) => id),
    [],
  );
  const withoutRemark = rules.filter(([, now, rule = '']) => now === 'part' && !rule.includes('(')).map(([id]) => id);
  assert.equal(withoutRemark, []);
});

const numbered = (section: string, ...ranges: readonly (readonly [from: number, to: number])[]): readonly string[] =>
  ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => `${section}-${String(from + index).padStart(2, '0')}`),
  );

test('docs/conformance.md has every rule that a test or a comment names', () => {
  const known = new Set(tableRows(textOf('docs/conformance.md')).map(([id]) => id));
  const unknown = textFiles()
    .filter((file) => file.endsWith('.ts') && !file.startsWith('tests/docs/'))
    .flatMap((file) =>
      [...textOf(file).matchAll(/(?<![\w-])(PG-\d{1,2}|[GKABLVUW]-\d\d)(?![\w-])/g)]
        .map((match) => match[1] ?? '')
        .filter((id) => !known.has(id))
        .map((id) => `${file}: ${id}`),
    );
  assert.equal(unknown, []);
});

test('docs/topics.md has every topic with its key, and for public topics a record with all fields', () => {
  const page = textOf('docs/topics.md');
  for (const topic of topicNames) {
    const { key, public: isPublic } = topics[topic];
    const section = page.split(`### ${topic}\n`)[1]?.split('\n#')[0] ?? '';
    if (!isPublic) {
      assert.ok(page.includes(`| \`${topic}\` | ${key} |`), topic);
      continue;
    }
    assert.match(section, key, topic);
    const example = /```json\n(.*?)```/s.exec(section)?.[1];
    if (example === undefined) {
      assert.ok(
        ['dead.letters', 'document.captures', 'asset.facts', 'verdicts'].includes(topic),
        `${topic} has no example`,
      );
      continue;
    }
    const { value } = JSON.parse(example) as { readonly value: object };
    const schema = JSON.parse(committedSchemas[topic]?.at(-1) ?? '') as {
      readonly fields: readonly { readonly name: string }[];
    };
    assert.equal(
      Object.keys(value),
      schema.fields.map(({ name }) => name),
      topic,
    );
  }
});

/** Names of places that exist on some machines or networks only. */
const foreign: readonly RegExp[] = [
  /\/work\//,
  /\.\.\/shared/,
  /\bnpmjs\.(?:com|org)\b/,
  /\byarnpkg\.com\b/,
  /\bghcr\.io\b/,
];
const mayName: ReadonlySet<string> = new Set(['tests/docs/docs.test.ts', 'tests/support/shared-data.ts']);

test('no file names a place outside the repository', () => {
  const found = textFiles()
    .filter((file) => !mayName.has(file))
    .flatMap((file) => foreign.filter((pattern) => pattern.test(textOf(file))).map((pattern) => `${file}: ${pattern}`));
  assert.equal(found, []);
});

test.run();
