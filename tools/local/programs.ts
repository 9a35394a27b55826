import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from '../../infra/disk/package-root.ts';

const run = promisify(execFile);

type RunProgram = (
  file: string,
  arguments_: readonly string[],
) => Promise<{ readonly stdout: string; readonly stderr: string }>;

const pom = (): string => join(packageRoot(), 'tools', 'local', 'pom.xml');

/** Runs on Java 17; later ones need 21. */
const registryVersion = '3.0.9';

const leastJava = 17;

/**
 * What prevents engines from starting on this machine, as a sentence with the remedy; null when nothing does.
 *
 * @param runProgram resolves with what a program writes; rejects when it cannot be started
 */
export async function whatIsMissing(directory: string, runProgram: RunProgram = run): Promise<string | null> {
  const java = await majorOfJava(runProgram);
  if (java === null) return `Java is missing: install a runtime of Java ${leastJava} or later.`;
  if (java < leastJava) return `Java ${java} is too old: install a runtime of Java ${leastJava} or later.`;
  if (existsSync(kafkaJars(directory)) && existsSync(registryFolder(directory))) return null;
  const maven = await runProgram('mvn', ['--version']).catch(() => null);
  return maven === null ? 'Maven is missing: install mvn; it downloads Kafka and the registry once.' : null;
}

async function majorOfJava(runProgram: RunProgram): Promise<number | null> {
  try {
    const { stdout, stderr } = await runProgram('java', ['-version']);
    const version = /version "(\d+)/.exec(stdout + stderr)?.[1];
    return version === undefined ? null : Number(version);
  } catch {
    return null;
  }
}

const kafkaJars = (directory: string): string => {
  const hash = createHash('sha256').update(readFileSync(pom())).digest('hex').slice(0, 12);
  return join(directory, 'programs', `kafka-${hash}`);
};

const registryFolder = (directory: string): string => join(directory, 'programs', `apicurio-${registryVersion}`);

/** Folder with the broker's jars at the versions of the pom; the first call downloads them from Maven Central (44 MB). */
export async function kafkaProgram(directory: string): Promise<string> {
  const folder = kafkaJars(directory);
  if (existsSync(folder)) return folder;
  await createAtomically(folder, async (part) => {
    await maven(['-f', pom(), 'dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${part}`]);
  });
  return folder;
}

/** Jar that starts Apicurio Registry; the first call downloads it from Maven Central (109 MB). */
export async function registryProgram(directory: string): Promise<string> {
  const folder = registryFolder(directory);
  if (!existsSync(folder)) {
    await createAtomically(folder, async (part) => {
      const archive = `${part}.tar.gz`;
      mkdirSync(part, { recursive: true });
      // Version 2.8 of the plugin downloads only the file; 3.x also resolves its POM, whose parent is not published.
      const artifact = `io.apicurio:apicurio-registry-app:${registryVersion}:tar.gz:all`;
      const goal = 'org.apache.maven.plugins:maven-dependency-plugin:2.8:get';
      await maven([goal, '-Dtransitive=false', `-Dartifact=${artifact}`, `-Ddest=${archive}`]);
      await run('tar', ['xzf', archive, '-C', part]);
      rmSync(archive);
    });
  }
  const jar = readdirSync(folder).find((name) => /^(?:quarkus-run|apicurio-registry-app-.*-runner)\.jar$/.test(name));
  if (jar === undefined) throw new Error(`${folder} has no jar to start; delete it to download it again`);
  return join(folder, jar);
}

/** Creates a folder atomically: it exists only when complete. */
async function createAtomically(folder: string, make: (part: string) => Promise<void>): Promise<void> {
  const part = `${folder}.part-${process.pid}`;
  mkdirSync(dirname(folder), { recursive: true });
  rmSync(part, { recursive: true, force: true });
  await make(part);
  if (!existsSync(folder)) renameSync(part, folder);
  rmSync(part, { recursive: true, force: true });
}

async function maven(args: readonly string[]): Promise<void> {
  try {
    await run('mvn', ['-B', '-q', '-ntp', ...args], { maxBuffer: 16 * 2 ** 20 });
  } catch (error) {
    const { stdout = '', message } = error as Error & { readonly stdout?: string };
    throw new Error(`Maven could not download what is needed: ${stdout.trim().split('\n')[0] ?? message}`, {
      cause: error,
    });
  }
}
