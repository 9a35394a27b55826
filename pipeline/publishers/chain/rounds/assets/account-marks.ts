import { murmur2 } from '../../../../../infra/log/murmur2.ts';

/** Whether a row may have one of the accounts that are sought. */
export type SoughtMarks = (row: number) => boolean;

/** Accounts of many rows as marks of four bytes: of a row that has none of the accounts sought, one in millions seems to. */
export interface AccountMarks {
  readonly put: (row: number, accounts: readonly string[]) => void;
  readonly seek: (accounts: ReadonlySet<string>) => SoughtMarks;
}

const markOf = (account: string): number => murmur2(Buffer.from(account, 'latin1')) >>> 0;

const grown = (array: Uint32Array, size: number): Uint32Array => {
  if (size <= array.length) return array;
  const larger = new Uint32Array(Math.max(size, array.length * 2));
  larger.set(array);
  return larger;
};

export function createAccountMarks(): AccountMarks {
  let marks: Uint32Array = new Uint32Array(64);
  /** Of each row: its first mark, how many it has, and how many have room there. */
  let places: Uint32Array = new Uint32Array(3 * 64);
  let used = 0;
  return {
    put: (row, accounts) => {
      places = grown(places, 3 * (row + 1));
      if (accounts.length > (places[3 * row + 2] ?? 0)) {
        // Twice the room of before, so that all places that a row has left are together no more than it has.
        const room = Math.max(accounts.length, 2 * (places[3 * row + 2] ?? 0));
        marks = grown(marks, used + room);
        places[3 * row] = used;
        places[3 * row + 2] = room;
        used += room;
      }
      places[3 * row + 1] = accounts.length;
      for (const [index, account] of accounts.entries()) marks[(places[3 * row] ?? 0) + index] = markOf(account);
    },
    seek: (accounts) => {
      const sought = new Set([...accounts].map(markOf));
      return (row) => {
        const first = places[3 * row] ?? 0;
        const end = first + (places[3 * row + 1] ?? 0);
        for (let at = first; at < end; at += 1) if (sought.has(marks[at] ?? 0)) return true;
        return false;
      };
    },
  };
}
