/** Alarms of one kind that are listed one by one; the rest are only counted. */
const listedPerKind = 20;

/** Collects alarms while a file is read. A badly broken file still gives a list short enough to read. */
export interface AlarmList {
  /** `kind` is a noun phrase in the plural, for "and 12 more …". */
  readonly add: (kind: string, alarm: string) => void;
  /** In the order of the kinds' first alarms. */
  readonly all: () => readonly string[];
}

export function alarmList(): AlarmList {
  const kinds = new Map<string, { readonly listed: string[]; more: number }>();
  return {
    add: (kind, alarm) => {
      const known = kinds.get(kind);
      if (known === undefined) kinds.set(kind, { listed: [alarm], more: 0 });
      else if (known.listed.includes(alarm)) return;
      else if (known.listed.length < listedPerKind) known.listed.push(alarm);
      else known.more += 1;
    },
    all: () =>
      [...kinds].flatMap(([kind, { listed, more }]) =>
        more === 0 ? listed : [...listed, `And ${more} more ${kind}.`],
      ),
  };
}

/** A text of a file, quoted and cut to 60 characters, for an alarm. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text);
