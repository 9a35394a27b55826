import { readdirSync, readFileSync } from 'node:fs';

const licenceFile = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/**
 * Name, version, licence and licence texts of every package of which the bundle has code or files: most licences ask that
 * each copy has them.
 *
 * @param inputs paths from the root of the repository, of which those below `node_modules` count
 */
export function thirdPartyText(root, inputs) {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []));
  const names = [...folders].map((folder) => describe(`${root}${folder}`));
  return [...new Set(names)].sort().join(`\n${'-'.repeat(80)}\n\n`);
}

function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const files = readdirSync(folder).filter((file) => licenceFile.test(file));
  const texts = files.sort().map((file) => readFileSync(`${folder}/${file}`, 'utf8').trim());
  if (typeof license !== 'string' && texts.length === 0) throw new Error(`${name} states no licence`);
  const head = `${name} ${version}${typeof license === 'string' ? `: ${license}` : ''}`;
  return `${[head, ...texts].join('\n\n')}\n`;
}
