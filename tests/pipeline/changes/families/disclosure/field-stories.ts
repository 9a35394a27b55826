/** One-line stories of readings of one disclosed field: `'0A 10B 16B → 10 #1.0 draft, 16 #1.1 confirmed → B'`. */
import type { Overrides, Step } from './field-harness.ts';

/** A story per name. */
export type Stories = Readonly<Record<string, string>>;

export interface Story {
  readonly steps: readonly Step[];
  /** Changes as `fieldFold` states them. */
  readonly raised: readonly string[];
  /** The established value and the open draft. */
  readonly holds: string;
}

/** Reads a story: readings → changes → state. `nothing` stands for no change. */
export function storyOf(line: string): Story {
  const [readings = '', changes = '', holds = ''] = line.split(' → ');
  return {
    steps: readings.split(' ').map(stepOf),
    raised: changes === 'nothing' ? [] : changes.split(', ').map(raisedOf),
    holds,
  };
}

/** Bytes of a document by letter. */
export const bytes = (name: string): Overrides => ({ sourceHash: `sha256:${name.repeat(64)}` });

/** `16B:v2+b`: at hour 16 (`15:59` with minutes) value B, read by extractor version 2 from the bytes `b`. */
function stepOf(text: string): Step {
  const [, hours = '', minutes = '0', letter = '', marks = ''] =
    /^([\d.]+)(?::(\d+))?([A-Z-])(?::(.+))?$/.exec(text) ?? [];
  const given = marks.split('+').filter((mark) => mark !== '');
  return [Number(hours) + Number(minutes) / 60, letter, Object.assign({}, ...given.map(overridesOf)) as Overrides];
}

function overridesOf(mark: string): Overrides {
  const overrides = /^[a-z]$/.test(mark) ? bytes(mark) : marks[mark];
  if (overrides === undefined) throw new Error(`no mark ${mark}`);
  return overrides;
}

/** What a reading states otherwise than the default one, which is a page read by version 1 from bytes of its own. */
const marks: Readonly<Record<string, Overrides>> = {
  v2: { extractorVersion: '2' },
  tagged: { extractionRule: 'ixbrl:RedemptionFee' },
  partial: { parseStatus: 'partial', value: null, quote: null },
  pdf: { documentClass: 'pdf' },
  xhtml: { documentClass: 'xhtml' },
  ixbrl_other: { documentClass: 'ixbrl_other' },
  unclassed: { documentClass: null },
  failed: { parseStatus: 'failed' },
  gone: { fetchOutcome: 'gone' },
  not_modified: { fetchOutcome: 'not_modified' },
  empty: { fetchOutcome: 'empty', parseStatus: 'partial' },
  unquoted: { quote: null },
  ten: { quote: 'Ten.' },
  fifty: { quote: 'Fifty.' },
  one: { quote: 'One.' },
  two: { quote: 'Two.' },
  composed: { quote: 'Geb\u00fchr' },
  decomposed: { quote: 'Gebu\u0308hr' },
  respelled: { quote: 'the\u00a0fee is  a' },
  wordy: { value: { bps: 'ten' } },
  number: { value: 7 },
  list: { value: [] },
};

/** `10 #1.0 draft`: at hour 10, change 1 in revision 0. */
function raisedOf(text: string): string {
  const [, place = '', name = ''] = /^([\d.]+ #\d+\.\d+) (.+)$/.exec(text) ?? [];
  const outcome = outcomes[name];
  if (outcome === undefined) throw new Error(`no outcome ${name}`);
  return `${place} ${outcome}`;
}

const outcomes: Stories = {
  draft: 'value_changed/changed draft',
  confirmed: 'value_changed/changed confirmed material, notable',
  withdrawn: 'value_changed/corrected withdrawn',
  returned: 'value_changed/restored low collapsed, notable since 16',
  suppressed: 'value_changed/changed low suppressed',
  corrected: 'value_corrected/corrected low suppressed',
  'draft added': 'value_added/added draft',
  added: 'value_added/added confirmed material, notable',
  'draft removed': 'value_removed/removed draft',
  removed: 'value_removed/removed confirmed material, notable',
  'suppressed removal': 'value_removed/removed low suppressed',
  reworded: 'wording_changed/changed confirmed clarification',
  respelled: 'wording_changed/changed confirmed editorial',
  'wording returned': 'wording_changed/restored low collapsed',
};
