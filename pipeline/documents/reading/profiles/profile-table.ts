import { canonicalJson } from '../../../../schemas/values/canonical.ts';
import { sha256Hex } from '../../../../schemas/values/hash.ts';
import { genericProfiles } from './generic.ts';
import type { Profile, ProfileFile } from './schema.ts';

/** A profile under the name that it has in everything it causes. */
interface NamedProfile {
  /** `<id>@<first 12 digits of sha256>`. */
  readonly name: string;
  readonly sha256: string;
  /** The profile as RFC 8785 JSON: the bytes of its artifact. */
  readonly text: string;
  readonly profile: Profile;
}

export interface ProfileTable {
  readonly profiles: ReadonlyMap<string, NamedProfile>;
  /** What is wrong with the profiles that are left out, as sentences. */
  readonly problems: readonly string[];
}

/** Longest chain of `extends`. */
const deepest = 8;

/** All profiles by id: the generic ones, and the operator's beside them. */
export function profileTable(files: readonly ProfileFile[]): ProfileTable {
  const byId = new Map<string, ProfileFile>(genericProfiles.map((file) => [file.id, file]));
  const problems: string[] = [];
  for (const file of files) {
    if (byId.has(file.id)) problems.push(`The profile ${file.id} is there twice; the first one is used.`);
    else byId.set(file.id, file);
  }
  const profiles = new Map<string, NamedProfile>();
  for (const file of byId.values()) {
    const resolved = resolve(file, byId);
    if (typeof resolved === 'string') problems.push(resolved);
    else profiles.set(file.id, named(resolved));
  }
  return { profiles, problems };
}

/** The profile with what it inherits, or why it cannot be used, as a sentence. */
function resolve(file: ProfileFile, byId: ReadonlyMap<string, ProfileFile>): Profile | string {
  const chain = [file];
  for (let parent = file.extends; parent !== undefined; ) {
    const found = byId.get(parent);
    if (found === undefined) return `The profile ${file.id} extends ${parent}, which does not exist.`;
    if (chain.includes(found)) return `The profile ${file.id} extends itself through ${parent}.`;
    if (chain.length === deepest) return `The profile ${file.id} extends more than ${deepest} others.`;
    chain.push(found);
    parent = found.extends;
  }
  if (chain.some(({ render }) => render === true)) {
    return `The profile ${file.id} asks for a browser (render), which this version does not have.`;
  }
  const { extends: _extends, render: _render, ...merged } = chain.reduceRight(merge, { id: file.id });
  return { ...merged, id: file.id };
}

/** Members of the extending profile hold; rules of fields and rows of the table are joined. */
function merge(base: ProfileFile, own: ProfileFile): ProfileFile {
  const fields = base.fields === undefined && own.fields === undefined ? {} : { ...base.fields, ...own.fields };
  const rows = { ...base.table?.rows, ...own.table?.rows };
  const table = own.table === undefined ? base.table : { ...own.table, rows };
  return {
    ...base,
    ...own,
    ...(Object.keys(fields).length === 0 ? {} : { fields }),
    ...(table === undefined ? {} : { table }),
  };
}

function named(profile: Profile): NamedProfile {
  const text = canonicalJson(profile);
  const sha256 = sha256Hex(text);
  return { name: `${profile.id}@${sha256.slice(0, 12)}`, sha256, text, profile };
}
