/** docs/fields.md matches the catalogue of disclosure fields. `UPDATE_DOCS=1` regenerates it, for review. */
import { writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeField } from '../../cli/documents/describe-field.ts';
import { disclosureFields } from '../../schemas/fields/catalogue.ts';
import type { DisclosureField } from '../../schemas/fields/field.ts';
import { termsOf } from '../../schemas/vocabulary.ts';
import { anchorOf, pathOf, textOf } from './tree.ts';

const page = 'docs/fields.md';

const intro = `# Disclosed fields

What issuers disclose about a token, as ${disclosureFields.length} fields: the names, values and comparisons that \`attestry observe\` and the rules of \`impact-v1\` use. Made from \`schemas/fields/\`; \`attestry fields --json\` prints the same with the JSON Schema of every value.

- **Not disclosed** is the value null, read from a source that was read in full. It is another statement than 0, false or an empty set.
- A **decimal** is text: at most 30 digits, without sign, exponent or leading zeros.
- A **code** is one of those listed. What is stated and is none of them has the code \`other\`, with its words in \`text\` where the value is a single code; it counts neither as protective nor as adverse.
- Members of a **set** are stored in order, each once; \`attestry observe\` takes them in any order. Parties are ordered by name, fees by code.
- Members with a question mark may be left out.
- A **business day** counts as 1.4 calendar days when two times are compared; both are shown as stated.
- **Protective** and **adverse** values count when a field is disclosed for the first time, or no longer.
- MiCA's tables are those of the white paper templates in Implementing Regulation (EU) 2024/2984: 2 for other crypto-assets, 3 for asset-referenced tokens, 4 for e-money tokens.
`;

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('>', '\\>');
const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
const headingOf = ({ number, label }: DisclosureField): string => `${number}. ${label}`;

function rendered(): string {
  const index = disclosureFields.map(
    (field) =>
      `| ${field.number} | \`${field.name}\` | [${field.label}](#${anchorOf(headingOf(field))}) | ${field.rule.type} | ${field.dimensions.join(', ')} |`,
  );
  const groups = termsOf('fieldGroup').map((group) => {
    const title = group.charAt(0).toUpperCase() + group.slice(1).replaceAll('_', ' ');
    const fields = disclosureFields.filter((field) => field.group === group);
    return `## ${title}\n\n${fields.map(section).join('\n')}`;
  });
  return `${intro}
| # | Name | Label | Compared as | Dimensions |
|-|-|-|-|-|
${index.join('\n')}

${groups.join('\n')}`;
}

function section(field: DisclosureField): string {
  const asCode = new Set(['value', 'example']);
  const rows = describeField(field).map(([about, entry]) =>
    Object.hasOwn(field.words, about)
      ? `| ${code(about)} | ${cell(entry)} |`
      : `| **${about}** | ${asCode.has(about) ? code(entry) : cell(entry)} |`,
  );
  return `### ${headingOf(field)}\n\n\`${field.name}\`: ${field.meaning}. ${field.stake}\n\n| | |\n|-|-|\n${rows.join('\n')}\n`;
}

test('docs/fields.md matches the catalogue', () => {
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(pathOf(page), rendered());
  assert.fixture(textOf(page), rendered(), `${page} is stale; run with UPDATE_DOCS=1 and review it`);
});

test.run();
