/** Labelled documents of a folder: `<class>/<name>.labels.json` beside the document that it names. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FieldValue } from '../../schemas/fields/field.ts';
import type { Term } from '../../schemas/vocabulary.ts';

interface Label {
  readonly value: FieldValue;
  /** `plain` counts for what is found; `judgement` and `image` for wrong values alone. */
  readonly grade: 'plain' | 'judgement' | 'image';
  readonly accept?: readonly FieldValue[];
}

export interface LabelledFile {
  /** Path of the labels without its end. */
  readonly name: string;
  /** Folder of the labels: `reports`, `terms`, `whitepapers` or `ixbrl`. */
  readonly class: string;
  readonly kind: Term<'sourceKind'>;
  readonly issuer: string;
  readonly bytes: Buffer;
  readonly fields: Readonly<Record<string, Label>>;
  /** Instruments of a report. */
  readonly instruments: readonly (readonly string[])[];
  /** Rows of a report that are text: label, amount, class. */
  readonly rows: readonly LabelledRow[];
  /** Total of the reserve as decimal text; null where the report has it in a picture alone. */
  readonly reserves: string | null;
}

type LabelledRow = readonly [label: string, amount: string | null, code: string];

interface LabelsFile {
  readonly document?: string;
  readonly issuer?: string;
  readonly fields?: LabelledFile['fields'];
  readonly report?: Partial<Pick<LabelledFile, 'instruments' | 'rows' | 'reserves'>>;
}

const kinds: Readonly<Record<string, Term<'sourceKind'>>> = { reports: 'report', terms: 'terms' };
const end = '.labels.json';

/** Every labelled document below a folder, in order of its path. */
export function labelledIn(folder: string): readonly LabelledFile[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(end));
  return paths.sort().flatMap((path) => {
    const file = join(folder, path);
    const { document, issuer, fields, report } = JSON.parse(readFileSync(file, 'utf8')) as LabelsFile;
    if (document === undefined || fields === undefined) return [];
    const own = dirname(path).split('/').at(-1) ?? '';
    // A document outside of the folder has its path from the folder above.
    const at = document.includes('/') ? join(folder, '..', document) : join(dirname(file), document);
    const name = path.slice(0, -end.length);
    return [
      {
        name,
        class: own,
        kind: kinds[own] ?? 'whitepaper',
        issuer: issuer ?? (name.split('/').at(-1) ?? name).split(/[.-]/, 1)[0] ?? name,
        bytes: readFileSync(at),
        fields,
        instruments: report?.instruments ?? [],
        rows: (report?.rows ?? []).filter(([, amount]) => amount !== null),
        reserves: report?.reserves ?? null,
      },
    ];
  });
}
