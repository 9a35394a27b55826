import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type ArtifactStore, openArtifactStore } from '../infra/artifacts/store.ts';
import { type Config, ConfigurationError } from '../infra/config/config.ts';
import { type EmbeddedEngine, openEmbeddedEngine } from '../infra/log/embedded.ts';
import type { Logger } from '../infra/logger.ts';
import { type Codec, createCodec } from '../schemas/codec.ts';
import { subjectOf, topicNames } from '../schemas/topics.ts';
import { sha256Hex } from '../schemas/values/hash.ts';

/** The engines every role needs: log, state, schemas, artifacts. */
export interface Engine extends EmbeddedEngine {
  readonly codec: Codec;
  readonly artifacts: ArtifactStore;
}

/** Opens the embedded engines below the data directory. Several threads and processes may do so at once. */
export async function openEngine(config: Config, logger: Logger): Promise<Engine> {
  prepareDataDirectory(config);
  const embedded = openEmbeddedEngine({
    directory: config.dataDir,
    partitions: config.topicPartitions,
    prefix: config.topicPrefix,
    logger,
  });
  await embedded.schemas.registerCommitted(config.topicPrefix);
  const subjects = new Map(topicNames.map((topic) => [topic, subjectOf(config.topicPrefix, topic)]));
  const codec = await createCodec(embedded.schemas, subjects, Date.now);
  return { ...embedded, codec, artifacts: await openArtifactStore(join(config.dataDir, 'artifacts')) };
}

/** Creates the data directory if it is missing. Throws ConfigurationError when it cannot be used. */
export function prepareDataDirectory({ dataDir }: Config): void {
  try {
    makeDirectory(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    // Permissions do not say everything: whoever may write anywhere still makes nothing in /proc.
    makeDirectory(join(dataDir, 'log'), 0o700);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error);
    throw new ConfigurationError([
      `ATTESTRY_DATA_DIR: ${dataDir} is not a directory that can be written (${code}); make it one, or name another`,
    ]);
  }
}

/** Makes a directory and its parents. Node's own way to do that never ends where there can be no directories, as in /proc. */
function makeDirectory(path: string, mode?: number): void {
  try {
    mkdirSync(path, mode);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || existsSync(parent)) throw error;
    makeDirectory(parent);
    makeDirectory(path, mode);
  }
}

/** Paths below the data directory. */
export const tablesDirectory = (config: Config): string => join(config.dataDir, 'tables');

/** Longest path a Unix socket may have on every supported platform, bytes. */
const longestSocketPath = 100;

/** The tables' socket is in the data directory, or in the temporary one when its path would be too long for a socket. */
export function tablesSocket(config: Config): string {
  const path = join(config.dataDir, 'tables.sock');
  if (Buffer.byteLength(path) <= longestSocketPath) return path;
  return join(tmpdir(), `attestry-${sha256Hex(config.dataDir).slice(0, 16)}.sock`);
}
