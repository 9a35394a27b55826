import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { largestSetting, readBoundedFile } from '../../infra/disk/bounded-file.ts';
import { ConfigurationError } from '../../infra/config/config.ts';
import { shapeProblem } from '../../schemas/shape-check.ts';
import { selectorProblem } from '../../pipeline/documents/reading/profiles/path-selector.ts';
import { type ProfileTable, profileTable } from '../../pipeline/documents/reading/profiles/profile-table.ts';
import { type ProfileFile, profileFile } from '../../pipeline/documents/reading/profiles/schema.ts';
import { repeatedMember } from '../../schemas/values/json-spelling.ts';
import { parseWellFormedJson } from '../../schemas/values/well-formed-json.ts';

/** The profiles that come along and those of the operator's folder. A file that is no profile is left out and named. */
export function loadProfiles(directory: string | null): ProfileTable {
  const files: ProfileFile[] = [];
  const problems: string[] = [];
  for (const name of directory === null ? [] : jsonFilesIn(directory)) {
    const read = readProfile(join(directory ?? '', name));
    if (typeof read === 'string') problems.push(`${name}: ${read}`);
    else files.push(read);
  }
  const table = profileTable(files);
  return { profiles: table.profiles, problems: [...problems, ...table.problems] };
}

/** Names of JSON files of a folder and its folders, sorted. Throws ConfigurationError when the folder cannot be read. */
function jsonFilesIn(directory: string): readonly string[] {
  try {
    const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.json')).sort();
  } catch (error) {
    throw new ConfigurationError([
      `ATTESTRY_PROFILES_DIR: ${directory} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}

/** The profile of a file, or why it is none, as a sentence part. */
function readProfile(path: string): ProfileFile | string {
  let text: string;
  let value: unknown;
  try {
    text = readBoundedFile(path, largestSetting).toString('utf8');
    value = parseWellFormedJson(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const repeated = repeatedMember(text);
  if (repeated !== null) return `${repeated} occurs twice in its object`;
  const problem = shapeProblem(profileFile, value);
  if (problem !== null) return problem.replace(/^value/, 'the profile');
  const file = value as ProfileFile;
  const selectors = [
    ...(file.remove ?? []),
    ...(file.follow?.selector === undefined ? [] : [file.follow.selector]),
    ...Object.values(file.fields ?? {}).flatMap((field) => field.selector ?? []),
    ...(file.select ?? []).flatMap(({ startAfter, endBefore }) =>
      [startAfter, endBefore].filter((one) => one !== undefined),
    ),
  ];
  return selectors.map(selectorProblem).find((one) => one !== null) ?? file;
}
