import { UsageError } from '../../infra/errors.ts';
import { type Amendments, unsettable } from '../../pipeline/registry/wishes/amend-line.ts';
import type { RegistrySnapshot } from '../../pipeline/registry/snapshot.ts';
import { isTerm, termsOf } from '../../schemas/vocabulary.ts';
import { partyNamed } from './registered.ts';
import { noAmendments } from './white-papers.ts';

export interface AmendmentOptions {
  /** `KIND=URL`. */
  readonly document?: readonly string[];
  /** `ROLE=PARTY`. */
  readonly role?: readonly string[];
  readonly unset?: readonly string[];
}

/** What options state of a token beside its members. Throws UsageError for what they cannot state. */
export function amendmentsOf(
  options: AmendmentOptions & Readonly<Record<string, unknown>>,
  registry: RegistrySnapshot,
): Amendments {
  const { document = [], role = [], unset = [] } = options;
  return {
    ...noAmendments,
    documents: document.map((text) => {
      const [kind, url] = pairIn('--document', text);
      if (!isTerm('sourceKind', kind)) throw unknownTerm('--document', kind, termsOf('sourceKind'));
      return { kind, url };
    }),
    roles: role.map((text) => {
      const [name, ref] = pairIn('--role', text);
      if (name === 'issuer') throw new UsageError('the issuer is named by --issuer');
      if (!isTerm('partyRole', name)) throw unknownTerm('--role', name, termsOf('partyRole'));
      return { role: name, partyId: partyNamed(ref, registry).partyId };
    }),
    unset: unset.map((text) => {
      const member = unsettable.find((one) => one === text);
      if (member === undefined) throw unknownTerm('--unset', text, unsettable);
      const isStated = options[member] !== undefined;
      if (isStated) throw new UsageError(`--${member} and --unset ${member} contradict each other`);
      return member;
    }),
  };
}

function pairIn(option: string, text: string): readonly [string, string] {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) throw new UsageError(`${option} takes a name, = and a value, not "${text}"`);
  return [text.slice(0, at), text.slice(at + 1)];
}

const unknownTerm = (option: string, text: string, terms: readonly string[]): UsageError =>
  new UsageError(`${option} takes one of ${terms.join(', ')}, not "${text}"`);
