import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { importsOf } from './support/imports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const topFolders = ['schemas', 'infra', 'pipeline', 'api', 'explorer', 'cli'];

/** Folders that a folder may import besides itself. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  schemas: [],
  infra: ['schemas'],
  pipeline: ['schemas', 'infra'],
  api: ['schemas', 'infra'],
  explorer: ['schemas', 'infra', 'api'],
  cli: ['schemas', 'infra', 'pipeline', 'api', 'explorer'],
};

const pureFolders = [
  'obligations',
  'reconciliation',
  'parties',
  'ingest',
  'registers',
  'screening',
  'changes',
  'text',
  'impact',
  'accounts',
  'registry',
  'chain',
  'documents',
].map((name) => `pipeline/${name}`);
const forbiddenInPure = [
  /\bDate\.now\b/,
  /\bnew Date\(\)/,
  /\bMath\.random\b/,
  /\bperformance\.now\b/,
  /\bIntl\b/,
  /\.localeCompare\(/,
  /\.toLocale\w+\(/,
  /\brandomUUID\b/,
  /\brandomBytes\(/,
  /\bprocess\./,
  /from 'node:(?!crypto')/,
];

const sources = topFolders.flatMap((folder) =>
  existsSync(join(root, folder))
    ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(?:c?ts|tsx)$/.test(file))
        .map((file) => join(folder, file))
    : [],
);

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

const importedBy = (file: string): readonly string[] => importsOf(file, textOf(file));

const topOf = (file: string): string => file.split('/')[0] ?? '';

test('a folder imports only from folders to its left', () => {
  const broken = sources.flatMap((file) =>
    importedBy(file)
      .filter((target) => topOf(target) !== topOf(file) && allowed[topOf(file)]?.includes(topOf(target)) !== true)
      .map((target) => `${file} imports ${target}`),
  );
  assert.equal(broken, []);
});

test('the program imports no development folder', () => {
  const development = ['bench', 'demo', 'examples', 'tests', 'tools'];
  const broken = sources.flatMap((file) =>
    importedBy(file)
      .filter((target) => development.includes(topOf(target)))
      .map((target) => `${file} imports ${target}`),
  );
  assert.equal(broken, []);
});

test('every relative import names an existing file', () => {
  const missing = sources.flatMap((file) =>
    importedBy(file)
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${file} imports ${target}`),
  );
  assert.equal(missing, []);
});

test('pure folders import schemas and each other only', () => {
  const broken = sources
    .filter((file) => pureFolders.some((folder) => file.startsWith(`${folder}/`)))
    .flatMap((file) =>
      importedBy(file)
        .filter(
          (target) =>
            topOf(target) !== 'schemas' &&
            target !== 'pipeline/runtime/processor.ts' &&
            !pureFolders.some((folder) => target.startsWith(`${folder}/`)),
        )
        .map((target) => `${file} imports ${target}`),
    );
  assert.equal(broken, []);
});

test('the explorer imports the read model, the errors and the routes of the API, and nothing else of it', () => {
  const shared = ['api/readmodel/', 'api/route/', 'api/errors.ts'];
  const broken = sources
    .filter((file) => topOf(file) === 'explorer')
    .flatMap((file) =>
      importedBy(file)
        .filter((target) => topOf(target) === 'api' && !shared.some((place) => target.startsWith(place)))
        .map((target) => `${file} imports ${target}`),
    );
  assert.equal(broken, []);
});

test('a page imports no other page: what pages share is in explorer/readers', () => {
  const pageOf = (file: string): string | null => /^explorer\/pages\/[^/]+/.exec(file)?.[0] ?? null;
  const broken = sources
    .filter((file) => pageOf(file) !== null)
    .flatMap((file) =>
      importedBy(file)
        .filter((target) => pageOf(target) !== null && pageOf(target) !== pageOf(file))
        .map((target) => `${file} imports ${target}`),
    );
  assert.equal(broken, []);
});

test('nothing outside pipeline/impact imports the rules of a set, but the file that publishes the sets', () => {
  const broken = sources
    .filter((file) => !file.startsWith('pipeline/impact/') && file !== 'pipeline/changes/rule-sets.ts')
    .flatMap((file) =>
      importedBy(file)
        .filter((target) => target.startsWith('pipeline/impact/v'))
        .map((target) => `${file} imports ${target}`),
    );
  assert.equal(broken, []);
});

test('nothing outside pipeline/changes imports its families', () => {
  const broken = sources
    .filter((file) => !file.startsWith('pipeline/changes/'))
    .flatMap((file) =>
      importedBy(file)
        .filter((target) => target.startsWith('pipeline/changes/families/'))
        .map((target) => `${file} imports ${target}`),
    );
  assert.equal(broken, []);
});

/** Reads data of the program, which the bundle has as text. */
const readsOwnData = 'pipeline/screening/names/tables/read-table.ts';

test('pure folders read no clock, no randomness, no file and no locale', () => {
  const broken = sources
    .filter((file) => file !== readsOwnData)
    .filter((file) => pureFolders.some((folder) => file.startsWith(`${folder}/`)))
    .flatMap((file) =>
      forbiddenInPure.filter((pattern) => pattern.test(textOf(file))).map((pattern) => `${file}: ${pattern}`),
    );
  assert.equal(broken, []);
});

/** The cycles of a graph, each as a path. */
function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (node: string, path: readonly string[]): void => {
    if (done.has(node)) return;
    const at = path.indexOf(node);
    if (at >= 0) {
      cycles.push([...path.slice(at), node].join(' -> '));
      return;
    }
    for (const target of graph.get(node) ?? []) visit(target, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}

const fileGraph: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  sources.map((file) => [file, new Set(importedBy(file))]),
);

/** Imports between what stands in the folders of one depth: 2 for `pipeline/changes`. A file higher up stands for itself. */
function placeGraph(
  files: ReadonlyMap<string, ReadonlySet<string>>,
  depth: number,
): ReadonlyMap<string, ReadonlySet<string>> {
  const placeOf = (file: string): string => file.split('/').slice(0, depth).join('/');
  const graph = new Map<string, Set<string>>();
  for (const [file, imports] of files) {
    const targets = graph.get(placeOf(file)) ?? new Set();
    graph.set(placeOf(file), targets);
    for (const target of [...imports].map(placeOf)) if (target !== placeOf(file)) targets.add(target);
  }
  return graph;
}

test('no import cycle', () => {
  assert.equal(cyclesOf(fileGraph), []);
});

test('the folders and files of a top folder import each other in one direction', () => {
  assert.equal(cyclesOf(placeGraph(fileGraph, 2)), []);
});

/** Folders whose own folders and files still import each other both ways. The list only shrinks. */
const mutual: readonly string[] = [];

/** Circles between the places in a folder below a top folder, at the third, fourth and fifth level. */
const nestedCircles = (files: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] =>
  [3, 4, 5].flatMap((depth) =>
    cyclesOf(placeGraph(files, depth)).filter(
      (circle) => !mutual.includes((circle.split(' -> ')[0] ?? '').split('/').slice(0, -1).join('/')),
    ),
  );

test('folders and files import each other in one direction down to the fourth folder below a top folder', () => {
  assert.equal(nestedCircles(fileGraph), []);
});

test('a planted circle of two folders is found at the level on which they stand', () => {
  const plant = (left: string, right: string): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map([...fileGraph, [`${left}/a.ts`, new Set([`${right}/b.ts`])], [`${right}/c.ts`, new Set([`${left}/d.ts`])]]);
  for (const parent of ['pipeline/changes', 'pipeline/changes/families']) {
    const [left, right] = [`${parent}/left`, `${parent}/right`];
    assert.equal(cyclesOf(plant(left, right)), []);
    assert.equal(nestedCircles(plant(left, right)), [`${left} -> ${right} -> ${left}`]);
  }
});

test('a folder of the pipeline with more than 20 files has a README that names each of them', () => {
  const rooms = new Map<string, string[]>();
  for (const file of sources.filter((one) => one.startsWith('pipeline/'))) {
    rooms.set(dirname(file), [...(rooms.get(dirname(file)) ?? []), basename(file)]);
  }
  const full = [...rooms].filter(([, files]) => files.length > 20);
  assert.ok(full.length > 0);
  const unnamed = full.flatMap(([room, files]) => {
    const page = existsSync(join(root, room, 'README.md')) ? textOf(`${room}/README.md`) : '';
    return files.filter((file) => !page.includes(`\`${file}\``)).map((file) => `${room}/${file}`);
  });
  assert.equal(unnamed, []);
});

test('the framework of the pipeline stays small', () => {
  const lines = sources
    .filter((file) => file.startsWith('pipeline/runtime/'))
    .reduce((total, file) => total + textOf(file).split('\n').length, 0);
  assert.ok(lines <= 2_185, `pipeline/runtime has ${lines} lines`);
});

test('files stay near 200 lines', () => {
  const long = sources
    .filter((file) => !file.startsWith('schemas/generated/') && file !== 'schemas/vocabulary.ts')
    .map((file) => ({ file, lines: textOf(file).split('\n').length }))
    .filter(({ lines }) => lines > 260)
    .map(({ file, lines }) => `${file} has ${lines} lines`);
  assert.equal(long, []);
});

test('every top folder has a README', () => {
  assert.equal(
    topFolders.filter((folder) => existsSync(join(root, folder)) && !existsSync(join(root, folder, 'README.md'))),
    [],
  );
});

test('no default exports', () => {
  assert.equal(
    sources.filter((file) => /^export default/m.test(textOf(file))),
    [],
  );
});

test('addresses are parsed by parseUrl, because the result of URL.canParse depends on whether its caller is optimised', () => {
  const using = sources.filter(
    (file) => file !== 'schemas/values/parse-url.ts' && textOf(file).includes('URL.canParse'),
  );
  assert.equal(using, []);
});

test('no text of the program names an address of this machine with a port of its own: ports are settings', () => {
  const address = /(?:127\.0\.0\.1|localhost|\[::1\]|0\.0\.0\.0):\d/;
  assert.equal(
    sources.filter((file) => address.test(textOf(file))),
    [],
  );
});

test.run();
