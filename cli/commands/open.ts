import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '../../infra/config/config.ts';
import { UsageError } from '../../infra/errors.ts';
import { isLoopback } from '../../infra/schema-registry/http.ts';
import { configuredAddress } from '../program/configured-address.ts';
import { command, type Context, runs } from '../program/command.ts';

export const openCommand = (): Command =>
  command('open')
    .argument('[path]', 'path of a page, such as /changes; by default the sign-in page')
    .action(runs(open));

async function open({ loaded: { config }, out }: Context, path = '/signin'): Promise<void> {
  const base = configuredAddress(config.explorerUrl, config);
  if (base === null) {
    throw new UsageError('ATTESTRY_HTTP_PORT is 0, so the port is not known here; attestry up prints it');
  }
  if (!/^\/(?![/\\])/.test(path)) throw new UsageError(`the path begins with one slash, as /changes, not "${path}"`);
  const url = new URL(config.explorerUrl === null && hasDemo(config) ? signedIn(path) : path, base).href;
  out.result({ url }, url);
  // In a pipe or with --json, the address is the answer.
  if (!out.json && process.stdout.isTTY) await show(url);
}

/** The demo on this machine has a page that signs in with one click. */
const hasDemo = ({ dataDir, httpHost }: Pick<Config, 'dataDir' | 'httpHost'>): boolean =>
  isLoopback(httpHost) && existsSync(join(dataDir, 'demo.json'));

/** Pages of the operator are for the operator of the demo. */
const signedIn = (path: string): string =>
  `/signin?demo=${/^\/operator(?![\w-])/.test(path) ? 'operator' : 'yes'}${path === '/signin' ? '' : `&next=${encodeURIComponent(path)}`}`;

/** Starts the browser of the desktop. Without one the printed address is enough. */
const show = (url: string): Promise<void> =>
  new Promise((resolve) => {
    const browser = spawn(process.platform === 'darwin' ? 'open' : 'xdg-open', [url], {
      detached: true,
      stdio: 'ignore',
    });
    browser.on('error', () => resolve());
    browser.on('spawn', () => {
      browser.unref();
      resolve();
    });
  });
