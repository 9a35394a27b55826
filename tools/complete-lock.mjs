/**
 * Completes package-lock.json: adds the optional packages of other platforms that npm omits when their metadata is not
 * available, and the integrity of every package that lacks it. npm 11 rejects a lock file without them on those platforms,
 * and takes any bytes for a package without an integrity. Run after every change of a dependency: `npm run lock`. Fails if the
 * registry does not state the integrity of a package, unless packages-without-integrity.json names it.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
const exempt = JSON.parse(readFileSync(new URL('packages-without-integrity.json', import.meta.url), 'utf8'));

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
  if (os === undefined) throw new Error(`${name}: not published here, and its name does not state its platform`);
  const libc =
    os !== 'linux' ? undefined : abi.startsWith('musl') ? 'musl' : abi.startsWith('gnu') ? 'glibc' : undefined;
  // Names of Go's platforms: Node.js calls the processor x64.
  return { os: [os], cpu: [cpu === 'amd64' ? 'x64' : cpu], ...(libc === undefined ? {} : { libc: [libc] }) };
}

/** The entry with its integrity where the registry states it, at the place where npm writes it. */
function withIntegrity(place, entry) {
  if (place === '' || entry.link === true || entry.integrity !== undefined) return entry;
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const integrity = published(name, entry.version)['dist.integrity'];
  if (integrity === undefined) {
    if (exempt[name] === undefined) unknown.push(`${name}@${entry.version}`);
    return entry;
  }
  const { version, resolved, ...rest } = entry;
  return { version, ...(resolved === undefined ? {} : { resolved }), integrity, ...rest };
}

const unknown = [];
for (const missing of missingOptionals(lock.packages))
  lock.packages[`node_modules/${missing.name}`] = describe(missing);
const entries = Object.entries(lock.packages)
  .map(([place, entry]) => [place, withIntegrity(place, entry)])
  .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
lock.packages = Object.fromEntries(entries);
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
if (unknown.length > 0) {
  console.error(`the registry states no integrity of ${unknown.join(', ')}`);
  process.exitCode = 1;
}
