import type { Command } from 'commander';
import { disclosureFields } from '../../schemas/fields/catalogue.ts';
import type { DisclosureField } from '../../schemas/fields/field.ts';
import { command, type Context, runs } from '../program/command.ts';
import { describeField } from '../documents/describe-field.ts';
import { table } from '../program/output/table.ts';

export const fieldsCommand = (): Command => command('fields').action(runs(listFields));

async function listFields({ out }: Context): Promise<void> {
  out.result(disclosureFields, disclosureFields.map(block).join('\n\n'));
}

function block(field: DisclosureField): string {
  const { number, name, label, group, meaning, stake } = field;
  const lines = table(['group', group], [['states', meaning], ['matters', stake], ...describeField(field)]);
  return `${number}. ${label} (${name})\n${lines.replaceAll(/^/gm, '   ')}`;
}
