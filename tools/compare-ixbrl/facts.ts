/** Prints the facts that our reader finds in a file of inline XBRL, as JSON: `npx tsx tools/compare-ixbrl/facts.ts FILE`. */
import { readFileSync } from 'node:fs';
import { readBytes } from '../../infra/reading/readers/read-bytes.ts';

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('usage: facts.ts FILE');
const { reading } = await readBytes(readFileSync(path), { class: null, charset: null });
console.log(
  JSON.stringify(
    reading.facts.map(({ name, value, context, unit }) => ({ name, value, context: context?.id ?? null, unit })),
  ),
);
