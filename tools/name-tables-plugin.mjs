import { copyFileSync, readdirSync, readFileSync } from 'node:fs';

const folder = 'pipeline/screening/names/tables';
const filesIn = (root) => readdirSync(`${root}${folder}`).filter((file) => file.endsWith('.tsv'));

/** Bundles the tables of the name matcher as text. */
export const nameTables = (root) => ({
  name: 'name tables',
  setup: (builder) => {
    builder.onLoad({ filter: /[/\\]names[/\\]tables[/\\]read-table\.ts$/ }, () => {
      const texts = Object.fromEntries(
        filesIn(root).map((file) => [file.replace('.tsv', ''), readFileSync(`${root}${folder}/${file}`, 'utf8')]),
      );
      return {
        contents: `const texts = ${JSON.stringify(texts)};\nexport const textOfTable = (name) => texts[name];\n`,
      };
    });
  },
});

/** Copies them beside the compiled modules. */
export function copyNameTables(root) {
  for (const file of filesIn(root)) copyFileSync(`${root}${folder}/${file}`, `${root}dist/${folder}/${file}`);
}
