/**
 * Adds to package-lock.json the optional packages of other platforms that npm omits when their metadata is not available.
 * npm 11 rejects a lock file without them on those platforms. Run after every change of a dependency: `npm run lock`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));

/** Optional packages that a package of the lock file names and the lock file lacks. */
export function missingOptionals(packages) {
  const missing = [];
  for (const [parent, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = [`${parent}/node_modules/${name}`, `node_modules/${name}`];
      if (!places.some((place) => packages[place] !== undefined))
        missing.push({ name, range, dev: entry.dev === true });
    }
  }
  return missing;
}

function describe({ name, range, dev }) {
  const known = published(name, range);
  const { version = range, license, engines, ...rest } = known;
  const { cpu, os, libc } = rest.cpu === undefined ? platformOf(name) : rest;
  const integrity = known['dist.integrity'];
  return { version, cpu, ...(dev ? { dev: true } : {}), integrity, libc, license, optional: true, os, engines };
}

/** Metadata from the package registry; empty when it has none for the package. */
function published(name, range) {
  const fields = ['version', 'cpu', 'os', 'libc', 'license', 'engines', 'dist.integrity'];
  const args = ['view', `${name}@${range}`, ...fields, '--json'];
  try {
    return JSON.parse(execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return {};
  }
}

/** The platform in a package name: `<name>-<os>-<cpu>[-<C library or ABI>]`, or `<name>-wasm32-wasi`. */
function platformOf(name) {
  if (name.endsWith('-wasm32-wasi')) return { cpu: ['wasm32'] };
  const pattern =
    /(android|darwin|freebsd|linux|openharmony|win32)-(amd64|arm64|arm|ia32|loong64|ppc64|riscv64|s390x|x64)(?:-(\w+))?$/;
  const [, os, cpu, abi = ''] = pattern.exec(name) ?? [];
  if (os === undefined) throw new Error(`${name}: not published here, and its name does not tell its platform`);
  const libc =
    os !== 'linux' ? undefined : abi.startsWith('musl') ? 'musl' : abi.startsWith('gnu') ? 'glibc' : undefined;
  // Names of Go's platforms: Node.js calls the processor x64.
  return { os: [os], cpu: [cpu === 'amd64' ? 'x64' : cpu], ...(libc === undefined ? {} : { libc: [libc] }) };
}

for (const missing of missingOptionals(lock.packages))
  lock.packages[`node_modules/${missing.name}`] = describe(missing);
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
