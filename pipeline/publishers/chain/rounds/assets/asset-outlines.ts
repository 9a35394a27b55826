import { type AccountMarks, createAccountMarks, type SoughtMarks } from './account-marks.ts';
import { type AssetMemory, lastStatement } from './asset-memory.ts';

/** What rounds look up of every asset. */
export interface AssetOutline extends Pick<AssetMemory, 'readAt'> {
  readonly whole: boolean;
  /** A statement is on its way. */
  readonly isPending: boolean;
  /** Time of the block of the last accepted statement, milliseconds; null before the first. */
  readonly statedAt: number | null;
  /** Its block. */
  readonly block: number;
  readonly alone: boolean;
  /** Plan of the last statement, accepted or on its way; null before the first. */
  readonly plan: string | null;
  readonly hasRoles: boolean;
  readonly lacksLogs: boolean;
}

export interface AssetOutlines {
  readonly put: (assetId: string, memory: AssetMemory) => void;
  readonly of: (assetId: string) => AssetOutline;
  /** Whether the last statement of an asset may name one of the accounts: where it may, it nearly always does. */
  readonly mayName: (accounts: ReadonlySet<string>) => (assetId: string) => boolean;
  /** Ids of all that were put. */
  readonly ids: () => Iterable<string>;
  /** How many have a time of reading. */
  readonly countRead: () => number;
}

export function outlineOf(memory: AssetMemory): AssetOutline {
  const { readAt, stated, pending, whole } = memory;
  const last = lastStatement(memory);
  return {
    readAt,
    whole: whole === true,
    isPending: pending !== null,
    statedAt: stated?.at ?? null,
    block: stated?.block ?? 0,
    alone: stated?.alone === true,
    plan: last?.plan ?? null,
    hasRoles: last?.hasRoles === true,
    lacksLogs: last?.lacksLogs === true,
  };
}

const [isWhole, isPending, isStated, isAlone, hasRoles, lacksLogs] = [1, 2, 4, 8, 16, 32] as const;
/** Row of an asset that was never put. */
const emptyRow = 0;

interface Columns {
  readonly flags: Uint8Array;
  /** Numbers of plans, from 1; 0: none. */
  readonly plans: Uint16Array;
  readonly readAt: Float64Array;
  readonly statedAt: Float64Array;
  readonly blocks: Float64Array;
}

const columnsOf = (size: number): Columns => ({
  flags: new Uint8Array(size),
  plans: new Uint16Array(size),
  readAt: new Float64Array(size),
  statedAt: new Float64Array(size),
  blocks: new Float64Array(size),
});

function grown(columns: Columns): Columns {
  const larger = columnsOf(columns.flags.length * 2);
  for (const name of ['flags', 'plans', 'readAt', 'statedAt', 'blocks'] as const) larger[name].set(columns[name]);
  return larger;
}

/**
 * Outlines in columns outside of the heap: the heap grows to several times what it has to keep, so objects of 100,000 assets
 * would cost that much more.
 */
export function createAssetOutlines(): AssetOutlines {
  const rows = new Map<string, number>();
  const plans: string[] = [];
  const marks: AccountMarks = createAccountMarks();
  let columns = columnsOf(64);
  const rowOf = (assetId: string): number => {
    const known = rows.get(assetId);
    if (known !== undefined) return known;
    const row = rows.size + 1;
    if (row === columns.flags.length) columns = grown(columns);
    rows.set(assetId, row);
    return row;
  };
  const numberOf = (plan: string | null): number => {
    if (plan === null) return 0;
    return plans.indexOf(plan) + 1 || plans.push(plan);
  };
  return {
    put: (assetId, memory) => {
      const row = rowOf(assetId);
      const outline = outlineOf(memory);
      columns.flags[row] = flagsOf(outline);
      columns.plans[row] = numberOf(outline.plan);
      columns.readAt[row] = outline.readAt;
      columns.statedAt[row] = outline.statedAt ?? 0;
      columns.blocks[row] = outline.block;
      marks.put(row, lastStatement(memory)?.accounts ?? []);
    },
    of: (assetId) => {
      const row = rows.get(assetId) ?? emptyRow;
      const flags = columns.flags[row] ?? 0;
      const has = (flag: number): boolean => (flags & flag) !== 0;
      return {
        readAt: columns.readAt[row] ?? 0,
        whole: has(isWhole),
        isPending: has(isPending),
        statedAt: has(isStated) ? (columns.statedAt[row] ?? 0) : null,
        block: columns.blocks[row] ?? 0,
        alone: has(isAlone),
        plan: plans[(columns.plans[row] ?? 0) - 1] ?? null,
        hasRoles: has(hasRoles),
        lacksLogs: has(lacksLogs),
      };
    },
    mayName: (accounts) => {
      const sought: SoughtMarks = marks.seek(accounts);
      return (assetId) => sought(rows.get(assetId) ?? emptyRow);
    },
    ids: () => rows.keys(),
    countRead: () => columns.readAt.reduce((count, readAt) => (readAt === 0 ? count : count + 1), 0),
  };
}

const flagsOf = (outline: AssetOutline): number =>
  (outline.whole ? isWhole : 0) |
  (outline.isPending ? isPending : 0) |
  (outline.statedAt === null ? 0 : isStated) |
  (outline.alone ? isAlone : 0) |
  (outline.hasRoles ? hasRoles : 0) |
  (outline.lacksLogs ? lacksLogs : 0);
