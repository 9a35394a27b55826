import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

interface LockEntry {
  readonly version?: string;
  readonly optional?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockEntry>>;
};

test('the lock file has the optional packages of every platform', () => {
  const missing = Object.entries(packages).flatMap(([parent, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).filter(
      (name) =>
        packages[`${parent}/node_modules/${name}`] === undefined && packages[`node_modules/${name}`] === undefined,
    ),
  );
  assert.equal(missing, [], 'run npm run lock');
});

const nameOf = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
const jsonOf = <V>(path: string): V => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as V;

test('every package has an integrity, but for the named ones that the registry does not serve', () => {
  const exempt = jsonOf<Readonly<Record<string, string>>>('../tools/packages-without-integrity.json');
  const without = Object.entries(packages).flatMap(([place, { integrity, link }]) =>
    place !== '' && link !== true && integrity === undefined ? [nameOf(place)] : [],
  );
  assert.equal(without, Object.keys(exempt), 'run npm run lock, and name no package that has one');
  const weak = Object.entries(packages).filter(([, { integrity }]) => integrity?.startsWith('sha512-') === false);
  assert.equal(weak, []);
});

test('npm runs the install script of no package', () => {
  const { allowScripts } = jsonOf<{ readonly allowScripts: Readonly<Record<string, boolean>> }>('../package.json');
  const scripted = Object.entries(packages).flatMap(([place, { hasInstallScript }]) =>
    hasInstallScript === true ? [nameOf(place)] : [],
  );
  assert.equal(Object.keys(allowScripts).sort(), [...new Set(scripted)].sort());
  assert.equal([...new Set(Object.values(allowScripts))], [false]);
});

test('the lock file has the native libraries for Linux and macOS', () => {
  for (const name of ['darwin-arm64', 'darwin-x64', 'linux-arm64-gnu', 'linux-x64-gnu']) {
    assert.ok(packages[`node_modules/@chdb/lib-${name}`]?.optional, name);
  }
});

test('the lock file names no registry host', () => {
  assert.equal(
    Object.entries(packages)
      .filter(([, entry]) => entry.resolved !== undefined)
      .map(([name]) => name),
    [],
  );
});

test('every dependency is pinned to one version', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  const loose = Object.entries({
    ...manifest.dependencies,
    ...manifest.optionalDependencies,
    ...manifest.devDependencies,
  }).filter(([, range]) => !/^(?:npm:(?:@[a-z-]+\/)?[a-z-]+@)?\d+\.\d+\.\d+$/.test(range));
  assert.equal(loose, []);
});

test.run();
