/** Contexts and units of an XBRL instance, from the elements of its header. */
import type { ReadingFact } from '../../../../schemas/values/reading.ts';

type Context = NonNullable<ReadingFact['context']>;

const xbrli = 'http://www.xbrl.org/2003/instance';
const xbrldi = 'http://xbrl.org/2006/xbrldi';

/** An element as the reader passes it: namespace, local name, attributes by local name. */
export interface OpenElement {
  readonly uri: string;
  readonly local: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** `{namespace}local` of a name with a prefix, as it is declared here. */
  readonly expand: (name: string) => string;
}

interface Open {
  readonly id: string;
  entity: string | null;
  period: string | null;
  readonly dims: [string, string][];
}

/** Collects contexts and units by id. A part that is not in the header is ignored. */
export function createContexts(): {
  readonly open: (element: OpenElement) => void;
  /** `text` is the whole text of the element. */
  readonly close: (element: OpenElement, text: string) => void;
  readonly context: (id: string) => Context | null;
  readonly unit: (id: string) => string | null;
} {
  const contexts = new Map<string, Context>();
  const units = new Map<string, string>();
  let context: Open | null = null;
  let unit: { readonly id: string; readonly above: string[]; readonly below: string[]; isBelow: boolean } | null = null;
  let dimension: string | null = null;

  const open = ({ uri, local, attributes, expand }: OpenElement): void => {
    if (uri === xbrldi) dimension = expand(attributes.get('dimension') ?? '');
    if (uri !== xbrli) return;
    if (local === 'context') context = { id: attributes.get('id') ?? '', entity: null, period: null, dims: [] };
    if (local === 'unit') unit = { id: attributes.get('id') ?? '', above: [], below: [], isBelow: false };
    if (local === 'forever' && context !== null) context.period = 'forever';
    if (local === 'unitDenominator' && unit !== null) unit.isBelow = true;
  };
  const close = ({ uri, local, expand }: OpenElement, text: string): void => {
    const value = text.trim();
    if (uri === xbrldi && dimension !== null) {
      context?.dims.push([dimension, local === 'explicitMember' ? expand(value) : value]);
      dimension = null;
    }
    if (uri !== xbrli) return;
    if (unit !== null) {
      if (local === 'measure') (unit.isBelow ? unit.below : unit.above).push(value);
      if (local === 'unit') {
        const parts = [
          unit.above.toSorted().join('*'),
          ...(unit.below.length === 0 ? [] : [unit.below.toSorted().join('*')]),
        ];
        units.set(unit.id, parts.join('/'));
        unit = null;
      }
    }
    if (context === null) return;
    if (local === 'identifier') context.entity = value;
    if (local === 'instant' || local === 'startDate') context.period = value;
    if (local === 'endDate') context.period = `${context.period ?? ''}/${value}`;
    if (local === 'context') {
      const { id, entity, period, dims } = context;
      if (id !== '') contexts.set(id, { id, entity, period, dims: dims.toSorted(([a], [b]) => (a < b ? -1 : 1)) });
      context = null;
    }
  };
  return { open, close, context: (id) => contexts.get(id) ?? null, unit: (id) => units.get(id) ?? null };
}
