/** Forms of places, each with its words; the first that matches counts. */
const forms: readonly (readonly [form: RegExp, words: (...parts: readonly string[]) => string])[] = [
  [/^block:(\d+):[^;]*;proof$/, (block) => `at block ${inDigits(block)}, whose state root proves it`],
  [/^block:(\d+):/, (block) => `at block ${inDigits(block)}`],
  [/^pdf:(?:page )?(\d+)/, (page) => `on page ${page}`],
  [/^html:([^@]*)@(\d+)-(\d+)$/, (path, from, to) => `in ${path}, characters ${from} to ${to}`],
  [/^html:([^@]*)@r(\d+)c(\d+)$/, (path, row, column) => `in ${path}, row ${row}, column ${column}`],
  [/^html:(.*)$/, (path) => `in ${path}`],
  [/^xbrl:(.*)$/, (fact) => `in the tagged fact ${fact}`],
  [/^json:(.*)$/, (pointer = '') => `at ${pointer === '' ? 'the top of the file' : pointer}`],
  [/^(?:line|row)[: ](\d+)$/, (line) => `on line ${line}`],
];

const inDigits = (digits = ''): string => BigInt(digits).toLocaleString('en-US');

/** Where in its source a value was read, as the end of a sentence. A place of an unknown form is shown as it is. */
export function placeText(place: string): string {
  for (const [form, words] of forms) {
    const found = form.exec(place);
    if (found !== null) return words(...found.slice(1));
  }
  return place === '' ? 'at an unnamed place' : `at ${place}`;
}
