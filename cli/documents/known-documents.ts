import { UsageError } from '../../infra/errors.ts';
import type { ProfileTable } from '../../pipeline/documents/reading/profiles/profile-table.ts';
import { afterCapture, type DocumentState } from '../../pipeline/publishers/documents/schedule/document-state.ts';
import { dueAt } from '../../pipeline/publishers/documents/schedule/due-at.ts';
import type { DocumentInRound } from '../../pipeline/publishers/documents/publisher-deps.ts';
import type { Engine } from '../engine/open-engine.ts';
import { readTopic } from '../log/read-topic.ts';
import { documentsDeclared } from './documents-declared.ts';

/** Every declared document with the state that follows from its captures, sorted by address. */
export async function knownDocuments(
  engine: Engine,
  profiles: ProfileTable['profiles'],
): Promise<readonly DocumentInRound[]> {
  const planned = await documentsDeclared(engine, profiles)();
  const states = new Map<string, DocumentState>();
  for await (const { value } of readTopic(engine, 'document.captures')) {
    if (value === null || !planned.has(value.documentId)) continue;
    states.set(value.documentId, afterCapture(states.get(value.documentId) ?? null, value));
  }
  return [...planned.values()]
    .sort((a, b) => (a.url < b.url ? -1 : 1))
    .map((document) => {
      const state = states.get(document.documentId) ?? null;
      return { document, state, dueAt: dueAt(state, document.everyMs) };
    });
}

/** The declared document with this address. Throws UsageError when no asset declares it. */
export async function documentByUrl(
  engine: Engine,
  profiles: ProfileTable['profiles'],
  url: string,
): Promise<DocumentInRound> {
  const found = (await knownDocuments(engine, profiles)).find(({ document }) => document.url === url);
  if (found !== undefined) return found;
  throw new UsageError(`no active asset declares ${url} as a source; attestry documents lists those that are declared`);
}
