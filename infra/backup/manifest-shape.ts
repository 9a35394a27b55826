import { isKnownPath } from './known-paths.ts';
import { isRecord } from '../../schemas/values/is-record.ts';

/** Contents of a backup. It is written last: a directory without a manifest is no backup. */
export interface Manifest {
  readonly format: 'attestry-backup-1';
  /** Version of the program that wrote it. */
  readonly program: string;
  /** ISO 8601. The backup has everything that was acknowledged before `startedAt`. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly logId: string;
  readonly topicPrefix: string;
  /** Records by topic. */
  readonly records: Readonly<Record<string, number>>;
  /** Address of the artifacts, when they are not part of the backup. */
  readonly artifactsElsewhere: string | null;
  readonly files: readonly BackedUpFile[];
}

export interface BackedUpFile {
  /** Relative to the backup and to the data directory it is restored into; with slashes. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Whether parsed JSON has the members of a manifest; digest and paths are not checked here. */
export function isManifest(value: unknown): value is Manifest & { readonly digest: string } {
  if (!isRecord(value)) return false;
  const { records, artifactsElsewhere, files } = value;
  const texts = ['program', 'startedAt', 'finishedAt', 'logId', 'topicPrefix', 'digest'];
  return (
    Object.keys(value).every((name) => texts.includes(name) || others.has(name)) &&
    texts.every((name) => typeof value[name] === 'string') &&
    (artifactsElsewhere === null || typeof artifactsElsewhere === 'string') &&
    isRecord(records) &&
    Object.values(records).every(isCount) &&
    Array.isArray(files) &&
    files.every(isFile)
  );
}

const others: ReadonlySet<string> = new Set(['format', 'records', 'artifactsElsewhere', 'files']);

/** Why the paths of a manifest are not those of a backup, as the end of a sentence; null when they are. */
export function whyNotPaths(files: readonly BackedUpFile[]): string | null {
  const seen = new Set<string>();
  for (const { path } of files) {
    if (!isKnownPath(path)) return `names ${JSON.stringify(path.slice(0, 200))}, which no backup has`;
    if (seen.has(path)) return `names ${JSON.stringify(path)} twice`;
    seen.add(path);
  }
  return null;
}

function isFile(value: unknown): value is BackedUpFile {
  if (!isRecord(value) || Object.keys(value).length !== 3) return false;
  const { path, bytes, sha256 } = value;
  return typeof path === 'string' && isCount(bytes) && typeof sha256 === 'string';
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
