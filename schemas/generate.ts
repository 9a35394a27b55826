import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderGenerated } from './render-types.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** Reads every committed schema version: topic to its versions, oldest first. */
export function readCommittedSchemas(directory = join(folder, 'avro')): Record<string, readonly unknown[]> {
  const versions: Record<string, readonly unknown[]> = {};
  for (const topic of readdirSync(directory).sort()) {
    const files = readdirSync(join(directory, topic)).sort((a, b) => versionOf(a) - versionOf(b));
    files.forEach((file, index) => {
      if (versionOf(file) !== index + 1) throw new Error(`${topic}: expected v${index + 1}.avsc, found ${file}`);
    });
    versions[topic] = files.map((file) => JSON.parse(readFileSync(join(directory, topic, file), 'utf8')) as unknown);
  }
  return versions;
}

const versionOf = (file: string): number => Number(/^v(\d+)\.avsc$/.exec(file)?.[1] ?? Number.NaN);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(folder, 'generated'), { recursive: true });
  for (const [file, text] of Object.entries(renderGenerated(readCommittedSchemas()))) {
    writeFileSync(join(folder, 'generated', file), text);
  }
  // Imported now, because it reads the schemas that were just written.
  const { renderVocabularies } = await import('./vocabularies.ts');
  writeFileSync(join(folder, 'vocabularies.json'), renderVocabularies());
}
