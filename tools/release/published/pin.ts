/**
 * `npm run release:pin`: adds each part of this build that no release has published to published.json, and lists the files of
 * published texts for the lint. A published part that has changed is an error: its pin is never written again.
 */
import { fileURLToPath } from 'node:url';
import { writeFiles } from '../write-files.ts';
import { changedSince, publishedFile, readPublished } from './changed-since.ts';
import { joinedPins, partsOf, pinCount, sourcesOfBuild } from './parts.ts';
import { textFiles } from './text-files.ts';

const published = readPublished();
const parts = partsOf(sourcesOfBuild());
const problems = changedSince(published, parts);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exitCode = 1;
} else {
  const pins = joinedPins(published, parts);
  const texts = new URL('../../lint/published-texts.json', import.meta.url);
  writeFiles({
    [fileURLToPath(publishedFile)]: `${JSON.stringify(pins, null, 2)}\n`,
    [fileURLToPath(texts)]: `${JSON.stringify(textFiles(), null, 2)}\n`,
  });
  console.log(`${pinCount(pins)} parts are pinned, ${pinCount(pins) - pinCount(published)} of them new`);
}
