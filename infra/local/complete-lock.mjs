/**
 * Adds to package-lock.json the optional packages of other platforms that npm leaves out when it cannot see them;
 * npm 11 refuses such a lock file on those platforms. Run after every change of a dependency: `npm run lock`.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));

/** Optional packages that some package of the lock names and the lock does not have. */
export function missingOptionals(packages) {
  const missing = [];
  for (const [parent, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = [`${parent}/node_modules/${name}`, `node_modules/${name}`];
      if (!places.some((place) => packages[place] !== undefined)) missing.push({ name, range, dev: entry.dev === true });
    }
  }
  return missing;
}

function describe({ name, range, dev }) {
  const fields = ['version', 'cpu', 'os', 'libc', 'license', 'engines', 'dist.integrity'];
  const found = JSON.parse(execFileSync('npm', ['view', `${name}@${range}`, ...fields, '--json'], { encoding: 'utf8' }));
  const { version, cpu, os, libc, license, engines } = found;
  return { version, cpu, ...(dev ? { dev: true } : {}), integrity: found['dist.integrity'], libc, license, optional: true, os, engines };
}

for (const missing of missingOptionals(lock.packages)) lock.packages[`node_modules/${missing.name}`] = describe(missing);
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
