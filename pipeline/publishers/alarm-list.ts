/** Alarms of one kind that are told one by one; of the rest only the number is. */
const toldOfAKind = 20;

/** Collects alarms while a file is read. However broken the file is, their number stays readable. */
export interface AlarmList {
  /** `kind` is a noun phrase in the plural, for "and 12 more …". */
  readonly add: (kind: string, alarm: string) => void;
  /** In the order of the kinds' first alarms. */
  readonly all: () => readonly string[];
}

export function alarmList(): AlarmList {
  const kinds = new Map<string, { readonly told: string[]; more: number }>();
  return {
    add: (kind, alarm) => {
      const known = kinds.get(kind);
      if (known === undefined) kinds.set(kind, { told: [alarm], more: 0 });
      else if (known.told.includes(alarm)) return;
      else if (known.told.length < toldOfAKind) known.told.push(alarm);
      else known.more += 1;
    },
    all: () =>
      [...kinds].flatMap(([kind, { told, more }]) => (more === 0 ? told : [...told, `And ${more} more ${kind}.`])),
  };
}

/** A text of a file as an alarm shows it. */
export const shown = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text);
