import type { ImportNote } from '../../pipeline/registry/import/decisions/notes.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import type { Engine } from '../engine/open-engine.ts';
import type { Context } from '../program/command.ts';
import { UsageError } from '../../infra/errors.ts';
import { visibleText } from '../program/output/visible-text.ts';
import { appendImport, checkImport, showNotes } from './import-files.ts';

interface MadeLines {
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly registry: RegistrySnapshot;
  readonly asOf: number;
}

/**
 * Appends lines that a command made, and returns the notes about them. Throws UsageError, with nothing appended, for lines that
 * the import refuses.
 */
export async function importLines(
  context: Context,
  engine: Engine,
  { lines, registry, asOf }: MadeLines,
  { wait, dryRun = false }: { readonly wait: boolean; readonly dryRun?: boolean },
): Promise<readonly ImportNote[]> {
  const files = [{ name: 'lines', text: ndjsonOf(lines) }];
  const checked = await checkImport(context, engine, { files, asOf, registry });
  const { plan, notes } = checked;
  if (!plan.ok) {
    for (const { path, reason } of plan.issues)
      context.out.note(visibleText(path === '' ? reason : `${path}: ${reason}`));
    throw new UsageError('nothing was appended');
  }
  showNotes(context, notes);
  if (!dryRun) await appendImport(context, engine, checked, { wait });
  return notes;
}

export const ndjsonOf = (lines: readonly Readonly<Record<string, unknown>>[]): string =>
  lines.map((line) => JSON.stringify(line)).join('\n');
