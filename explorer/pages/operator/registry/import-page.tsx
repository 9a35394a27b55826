import type { VNode } from 'preact';
import type { GivenFile, ImportReview } from '../../../../api/readmodel/registry/port.ts';
import { chains } from '../../../../schemas/values/chains.ts';
import type { Frame } from '../../../page-route.ts';
import { Field } from '../../../parts/field.tsx';
import { Form } from '../../../parts/form.tsx';
import { documentOf } from '../../../render.ts';
import { OperatorFrame } from '../frame.tsx';
import { fieldsOf } from './given-form.ts';
import { Review } from './review.tsx';

interface ImportPageProps {
  readonly frame: Frame;
  /** The text that is previewed; null before the first preview. */
  readonly given: GivenFile | null;
  readonly review: ImportReview | null;
}

const formats = [
  ['', 'by its content'],
  ['ndjson', 'NDJSON of declarations'],
  ['token-list', 'token list'],
  ['csv', 'CSV'],
  ['list', 'a token a line'],
] as const;

export interface OptionsProps {
  readonly name: string;
  readonly label: string;
  readonly values: readonly (readonly [value: string, name: string])[];
  readonly chosen: string;
}

/** One of several values. */
export const Options = ({ name, label, values, chosen }: OptionsProps): VNode => (
  <label class="stack small">
    <span class="label">{label}</span>
    <select class="field" name={name}>
      {values.map(([value, shown]) => (
        <option key={value} value={value} selected={value === chosen}>
          {shown}
        </option>
      ))}
    </select>
  </label>
);

export const chainOptions = (none: string): OptionsProps['values'] => [
  ['', none],
  ...chains.map(({ slug, name }) => [slug, name] as const),
];

/** Appends what was previewed, or nothing: the digest is of the text and of the registry that it was compared with. */
export const Apply = ({
  frame,
  given,
  review,
}: {
  readonly frame: Frame;
  readonly given: GivenFile;
  readonly review: ImportReview;
}): VNode => (
  <Form
    class="row"
    frame={frame}
    action="/operator/registry/apply"
    hidden={{ ...fieldsOf(given), digest: review.digest }}
    label="Import what is shown"
  >
    <button class="btn main" type="submit">
      Import {review.counts.new + review.counts.changed}
    </button>
  </Form>
);

const ImportPage = ({ frame, given, review }: ImportPageProps): VNode => (
  <OperatorFrame
    frame={frame}
    title="Import"
    lead="Declarations, a token list, a CSV or a token a line. Nothing is appended before you have seen what it does."
  >
    {given === null || review === null ? null : (
      <section class="card pad stack" aria-label="Preview">
        <h2>Preview</h2>
        <Review review={review} />
        {review.ok && review.counts.new + review.counts.changed > 0 ? (
          <Apply frame={frame} given={given} review={review} />
        ) : null}
      </section>
    )}
    <Form class="card pad stack" frame={frame} action="/operator/registry/import" label="Preview an import">
      <Field
        name="text"
        class="field wide mono"
        label="Text (at most 2,000 lines or tokens and 4 MiB; a larger file is for attestry registry import)"
        rows={12}
        required
        spellcheck={false}
        autocomplete="off"
        value={given?.text ?? ''}
      />
      <Options name="format" label="Form of the text" values={formats} chosen={given?.format ?? ''} />
      <Options
        name="chain"
        label="Chain of tokens that state none"
        values={chainOptions('none')}
        chosen={given?.chain ?? ''}
      />
      <Field
        name="issuer"
        class="field"
        label="Issuer of tokens that name none: LEI, id or exact name"
        maxLength={200}
        autocomplete="off"
        value={given?.issuer ?? ''}
      />
      <label class="row small">
        <input type="checkbox" name="update" value="true" checked={given?.update === true} /> Change registered tokens
        to what the text states
      </label>
      <div>
        <button class="btn main" type="submit">
          Preview
        </button>
      </div>
    </Form>
  </OperatorFrame>
);

export const importPage = (props: ImportPageProps): Buffer => documentOf(<ImportPage {...props} />);
