/** Everything that sources state about the parties of an asset: one entry of the state for each asset. */
import type { EdgeParty } from '../../../../schemas/facts.ts';
import type { PartyRole } from '../../../../schemas/vocabulary.ts';
import type { KeyedState } from '../../../runtime/processor.ts';
import type { OpenDraft } from '../../drafts/emit-drafts.ts';
import type { EdgeEvent } from './compare-sets.ts';

/** An event of one source, with the change that reports it, which later readings can revise. */
export interface ReportedEvent extends OpenDraft<EdgeEvent> {
  /** What the change reports: the part of the event that no other source states. */
  readonly reported: EdgeEvent;
  /** Subject key of the change. It stays when the event is revised. */
  readonly subjectKey: string;
}

/** The parties that one source names in one role. */
export interface StatedEdges {
  readonly from: string;
  readonly role: PartyRole;
  readonly source: string;
  /** Name of the register, where the reading states one. */
  readonly register?: string;
  /** Established parties. */
  readonly to: readonly EdgeParty[];
  /** Of this registry: their ids, in the same order. */
  readonly ids?: readonly string[];
  /** Time of the reading that established them, milliseconds. */
  readonly at: number;
  /** Events that one reading alone states. */
  readonly open?: readonly ReportedEvent[];
  /** Events that an operator dismissed, while the source still states them. */
  readonly dismissed?: readonly EdgeEvent[];
  /** The newest event, and the file that stated it: a counterpart from the same file revises it. */
  readonly last?: ReportedEvent & { readonly artifactId: string | null };
}

/** The subject through which a row of a register was matched. */
interface RowSubject {
  readonly subjectKey: string;
  readonly sinceObservationId: string;
}

/** A relationship record of GLEIF. */
export interface RelationRow extends RowSubject {
  readonly child: string;
  readonly role: 'parent' | 'ultimate_parent';
  readonly parent: EdgeParty;
  readonly isActive: boolean;
  /** The record appeared after the first file that covered the child. */
  readonly isNew: boolean;
}

/** A reporting exception of GLEIF: why an entity names no parent. */
export interface ExceptionRow extends RowSubject {
  readonly child: string;
  readonly role: 'parent' | 'ultimate_parent';
  readonly reasons: readonly string[];
}

/** The issuer that a row of a register of tokens names. */
export interface IssuerRow extends RowSubject {
  readonly source: string;
  /** Column of the LEI. */
  readonly field: string;
  readonly register: string;
  readonly issuer: EdgeParty;
  /** The row appeared after the first file of the register. */
  readonly isNew: boolean;
}

export interface EdgeState {
  /** By source, `from` and role. */
  readonly sets: Readonly<Record<string, StatedEdges>>;
  /** By row id. */
  readonly relations: Readonly<Record<string, RelationRow>>;
  readonly exceptions: Readonly<Record<string, ExceptionRow>>;
  readonly issuers: Readonly<Record<string, IssuerRow>>;
}

const stateKey = (assetId: string): string => `edges\t${assetId}`;
const none: EdgeState = { sets: {}, relations: {}, exceptions: {}, issuers: {} };

export const edgesOf = (state: KeyedState, assetId: string): EdgeState =>
  state.get<EdgeState>(stateKey(assetId)) ?? none;

export const putEdges = (state: KeyedState, assetId: string, edges: EdgeState): void =>
  state.put(stateKey(assetId), edges);

type SetPlace = Pick<StatedEdges, 'source' | 'from' | 'role'>;

const setKey = ({ source, from, role }: SetPlace): string => `${source}\t${from}\t${role}`;

export const setOf = ({ sets }: EdgeState, place: SetPlace): StatedEdges | undefined =>
  Object.hasOwn(sets, setKey(place)) ? sets[setKey(place)] : undefined;

export const withSet = (edges: EdgeState, set: StatedEdges): EdgeState => ({
  ...edges,
  sets: { ...edges.sets, [setKey(set)]: set },
});

export const withoutSet = (edges: EdgeState, place: SetPlace): EdgeState => {
  const key = setKey(place);
  return { ...edges, sets: Object.fromEntries(Object.entries(edges.sets).filter(([one]) => one !== key)) };
};

/** The rows with one more, or with `null` in place of one: it is left out. */
export const withRow = <R>(
  rows: Readonly<Record<string, R>>,
  rowId: string,
  row: R | null,
): Readonly<Record<string, R>> => {
  const others = Object.entries(rows).filter(([id]) => id !== rowId);
  return Object.fromEntries(row === null ? others : [...others, [rowId, row] as const]);
};
