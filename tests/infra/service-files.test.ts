/** What runs the program without a container: the package, the units of systemd and the examples of proxies. */
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { importBytes } from '../../api/readmodel/registry/schema.ts';
import { formBytes } from '../../explorer/pages/operator/registry/given-form.ts';

const root = new URL('../../', import.meta.url);
const textOf = (file: string): string => readFileSync(new URL(file, root), 'utf8');
const units = ['attestry.service', 'attestry@.service'] as const;

test('FD-19 the package has what the image has, and no source maps', () => {
  const { files } = JSON.parse(textOf('package.json')) as { readonly files: readonly string[] };
  const image = textOf('infra/docker/Dockerfile');
  const last = image.slice(image.lastIndexOf('\nFROM '));
  const copied = [...last.matchAll(/^COPY (?:--from=build )?(.+)$/gm)]
    .flatMap(([, paths = '']) => paths.split(' ').slice(0, -1))
    .map((path) => path.replace(/^\/app\//, ''))
    .filter(
      (path) => !path.startsWith('--from') && !path.startsWith('infra/docker') && !path.startsWith('node_modules'),
    );
  assert.ok(copied.length >= 7, String(copied));
  // npm adds the first three to every package.
  const packed = ['package.json', 'LICENSE', 'README.md', ...files];
  assert.equal(
    copied.filter((path) => !packed.includes(path)),
    [],
  );
  assert.ok(files.includes('!dist/program/**/*.map'));
});

test('a unit starts the program itself, with data of its own, and not again where another start does not help', () => {
  for (const unit of units) {
    const text = textOf(`infra/systemd/${unit}`);
    for (const line of [
      /^Restart=on-failure$/m,
      /^RestartPreventExitStatus=2 78$/m,
      /^StateDirectory=attestry/m,
      /ATTESTRY_DATA_DIR=\/var\/lib\/attestry/,
      /^ExecStart=\/opt\/attestry\/node_modules\/\.bin\/attestry /m,
      /^LimitNOFILE=65536$/m,
      /^ProtectSystem=strict$/m,
    ]) {
      assert.match(text, line, unit);
    }
  }
});

test('the proxies lead to the port of the API alone, and pass streams on at once', () => {
  const caddy = textOf('infra/proxies/Caddyfile');
  const nginx = textOf('infra/proxies/nginx.conf');
  for (const text of [caddy, nginx]) {
    const targets = [...text.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, port]) => port);
    assert.equal([...new Set(targets)], ['8080']);
  }
  assert.is(caddy.split('flush_interval -1').length - 1, caddy.split('reverse_proxy').length - 1);
  assert.match(nginx, /location \/me\/monitoring\/stream \{[^}]*proxy_buffering off;/);
  assert.match(nginx, /location \/live \{[^}]*proxy_buffering off;/);
  // Appending would let a client name an address of its own.
  assert.not.match(nginx, /proxy_add_x_forwarded_for/);
});

test('nginx accepts what the largest request may have', () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(textOf('infra/proxies/nginx.conf')) ?? [];
  assert.is(Number(megabytes) * 1024 ** 2, Math.max(importBytes, formBytes));
});

test.run();
