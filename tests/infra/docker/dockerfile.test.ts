/** Compares infra/docker/Dockerfile with the tree that it copies from. */
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadConfig } from '../../../infra/config/config.ts';
import { settings } from '../../../infra/config/settings.ts';
import { roles, root, textOf } from './compose-file.ts';

const text = textOf('infra/docker/Dockerfile');
const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
const argumentsOf = (instruction: string): readonly string[] =>
  lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));

const manifest = JSON.parse(textOf('package.json')) as {
  readonly engines: { readonly node: string };
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
};

/** Sources of COPY from the build context. */
const copied = argumentsOf('COPY')
  .filter((line) => !line.startsWith('--from='))
  .flatMap((line) => line.split(' ').slice(0, -1));

test('every stage has the same base image, pinned by version and digest, with a Node version that the package supports', () => {
  const images = argumentsOf('FROM').map((line) => line.split(' ')[0] ?? '');
  assert.is(new Set(images).size, 1);
  const match = /^node:(\d+)\.(\d+)\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/.exec(images[0] ?? '');
  const [, major = 0, minor = 0] = match ?? [];
  const [, least = 0, leastMinor = 0] = /^>=(\d+)\.(\d+)$/.exec(manifest.engines.node) ?? [];
  assert.ok(Number(major) > Number(least) || (major === least && Number(minor) >= Number(leastMinor)), images[0]);
});

test('copied files exist and are not ignored', () => {
  assert.ok(copied.length > 8);
  assert.equal(
    copied.filter((path) => !existsSync(`${root}${path}`)),
    [],
  );
  const [all, ...kept] = textOf('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  assert.is(all, '*');
  const isKept = (path: string): boolean => kept.some((one) => `${path}/`.startsWith(`${one.slice(1)}/`));
  assert.equal(
    copied.filter((path) => !isKept(path)),
    [],
  );
});

test('the build has every folder that is compiled, and its configuration', () => {
  const { include } = JSON.parse(textOf('tsconfig.build.json')) as { readonly include: readonly string[] };
  for (const path of [...include, 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json']) {
    assert.ok(copied.includes(path), path);
  }
  for (const script of argumentsOf('RUN').flatMap((line) => /npm run (\S+)/.exec(line)?.[1] ?? [])) {
    assert.ok(manifest.scripts[script] !== undefined, script);
  }
});

test('the build has every module that the bundler imports', () => {
  const imported = [...textOf('tools/bundle.mjs').matchAll(/from '\.\/([^']+)'/g)].map(
    ([, file = '']) => `tools/${file}`,
  );
  assert.ok(imported.length > 0);
  assert.equal(
    imported.filter((path) => !copied.includes(path)),
    [],
  );
});

test('the image has every file that the program reads from its package', () => {
  const folders = ['schemas', 'infra', 'pipeline', 'api', 'cli'];
  const sources = folders.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  );
  const read = sources.filter((file) => readFileSync(`${root}${file}`, 'utf8').includes('packageRoot()'));
  const parts = read
    .filter((file) => file !== 'infra/disk/package-root.ts')
    .flatMap((file) =>
      [...readFileSync(`${root}${file}`, 'utf8').matchAll(/packageRoot\(\), ((?:'[^']+'(?:, )?)+)/g)].map((match) =>
        [...(match[1] ?? '').matchAll(/'([^']+)'/g)].map((part) => part[1]).join('/'),
      ),
    );
  assert.equal([...new Set(parts)].sort(), [
    'demo',
    'dist/program/commit',
    'infra/clickhouse/migrations',
    'package.json',
  ]);
  const last = text.slice(text.lastIndexOf('\nFROM '));
  for (const path of [
    'demo/steps.json',
    'demo/files',
    'infra/clickhouse/migrations',
    'package.json',
    'LICENSE',
    'NOTICE',
  ]) {
    assert.match(last, new RegExp(`^COPY .*${path.replaceAll('.', '\\.')}`, 'm'));
  }
});

test('the image has the other files that services run', () => {
  const ours = roles.flatMap(([, { entrypoint, healthcheck }]) => [entrypoint?.[1], healthcheck?.test?.[2]]);
  const files = [...new Set(ours)].filter((file) => file !== undefined);
  assert.equal(files.sort(), ['infra/docker/healthy.mjs', 'infra/docker/signing-key.mjs']);
  const last = text.slice(text.lastIndexOf('\nFROM '));
  for (const file of files) assert.match(last, new RegExp(`^COPY .*${file.replaceAll('.', '\\.')}`, 'm'));
});

test('it runs the program, as a user without rights, on the ports and directories that the settings name', () => {
  const [entry = ''] = argumentsOf('ENTRYPOINT').slice(-1);
  assert.equal(JSON.parse(entry), ['node', `/app/${manifest.bin['attestry'] ?? ''}`]);
  assert.equal(argumentsOf('USER'), ['node']);
  assert.is(argumentsOf('EXPOSE')[0], `${settings.httpPort.fallback} ${settings.opsPort.fallback}`);
  const environment = Object.fromEntries(
    argumentsOf('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=') as [string, string])),
  );
  const { config, warnings } = loadConfig(environment);
  assert.equal(warnings, []);
  const [volumes = ''] = argumentsOf('VOLUME');
  assert.ok((JSON.parse(volumes) as readonly string[]).includes(config.dataDir));
  assert.match(text, new RegExp(`install --directory --owner node .*${config.dataDir}`));
});

test('the health check reports the answer of the URL', async () => {
  const [check = ''] = argumentsOf('HEALTHCHECK');
  const [node, file = '', url] = JSON.parse(check.slice(check.indexOf('['))) as readonly string[];
  assert.equal([node, url], ['node', `http://127.0.0.1:${settings.httpPort.fallback}/readyz`]);
  assert.ok(copied.includes(file), file);
  let status = 503;
  const server = createServer((_, response) => {
    response.statusCode = status;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const code = async (): Promise<unknown> => {
    const argv = [`http://127.0.0.1:${port}/readyz`];
    const worker = new Worker(join(root, file), { argv, execArgv: [], stderr: true });
    const [exitCode] = (await once(worker, 'exit')) as [number];
    return exitCode;
  };
  assert.is(await code(), 1);
  status = 200;
  assert.is(await code(), 0);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  assert.is(await code(), 1);
});

test.run();
