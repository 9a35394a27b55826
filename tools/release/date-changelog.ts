/** `npm run release:date`: states today, in UTC, as the date of the version of package.json in the heading of the changelog. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Throws when the version has no heading without a date. */
export function datedChangelog(text: string, version: string, day: string): string {
  const heading = `## ${version}, not released yet\n`;
  if (!text.includes(heading)) throw new Error(`CHANGELOG.md has no heading "${heading.trim()}"`);
  return text.replace(heading, `## ${version} – ${day}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    readonly version: string;
  };
  const file = new URL('../../CHANGELOG.md', import.meta.url);
  writeFileSync(file, datedChangelog(readFileSync(file, 'utf8'), version, new Date().toISOString().slice(0, 10)));
}
