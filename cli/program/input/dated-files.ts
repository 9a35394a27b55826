import { basename } from 'node:path';
import { UsageError } from '../../../infra/errors.ts';
import { shellWord } from '../../../schemas/values/shell-word.ts';
import { isDay, pastTimeOption } from './parse-options.ts';

/** A command line that takes files of a source as of a time. */
export interface FilesAsOf {
  /** `--as-of` as given. */
  readonly asOf: string | undefined;
  readonly files: readonly string[];
  /** The command line without `--as-of`, as words. */
  readonly words: readonly string[];
  /** Current time, milliseconds. */
  readonly now: number;
}

/**
 * The time that files of a source are as of, milliseconds: `--as-of`, or now. History only goes on, so a file of the past
 * that is taken as of now closes it for every file before: a date in a file's name without `--as-of` is a UsageError that
 * has the line to type.
 */
export function asOfFiles({ asOf, files, words, now }: FilesAsOf): number {
  const newest = newestOf(files.map((path) => basename(path)));
  if (asOf !== undefined || newest === null) return pastTimeOption('--as-of', asOf, now);
  const line = ['attestry', ...words, '--as-of', newest.day].map(shellWord).join(' ');
  throw new UsageError(
    `the name ${newest.name} has a date. Without --as-of the file counts as of now, and no earlier one is taken after it. Type\n  ${line}\nor --as-of now if it is as of now.`,
  );
}

/** The name with the newest date. */
function newestOf(names: readonly string[]): { readonly name: string; readonly day: string } | null {
  const dated = names.flatMap((name) => {
    const day = dayIn(name);
    return day === null ? [] : [{ name, day }];
  });
  return dated.sort((a, b) => (a.day < b.day ? -1 : 1)).at(-1) ?? null;
}

/** Year, month and day, with or without separators, and no digit beside them. */
const datePattern = /(?<!\d)((?:19|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)/g;

/** The newest day in a name, as ISO 8601; null without one. */
export function dayIn(name: string): string | null {
  const days = [...name.matchAll(datePattern)].map(([, year, , month, day]) => `${year}-${month}-${day}`).filter(isDay);
  return days.sort().at(-1) ?? null;
}
