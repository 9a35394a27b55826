import { createContext, type VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { RefusedForm } from '../page-route.ts';

/** The refusal of the form around a field; null if it was not refused. */
export const RefusalOfForm = createContext<RefusedForm | null>(null);

interface FieldProps {
  readonly name: string;
  readonly class: string;
  readonly id?: string;
  readonly type?: 'date' | 'password' | 'url';
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly inputMode?: 'numeric';
  readonly placeholder?: string;
  readonly autocomplete?: 'current-password' | 'name' | 'off';
  readonly spellcheck?: boolean;
  readonly autoFocus?: boolean;
  readonly 'aria-label'?: string;
  /** What to type, as text above the field; null where `aria-label` has it. */
  readonly label: string | null;
  readonly value?: string;
  /** Lines of a longer text; without them the field has one line. */
  readonly rows?: number;
}

/** A field for text. In a refused form it has the text that was sent, and the sentence if that is about it. */
export const Field = ({ name, label, value = '', rows, ...rest }: FieldProps): VNode => {
  const refused = useContext(RefusalOfForm);
  // What a reader types as a secret is in no answer.
  const shown = rest.type === 'password' ? '' : (refused?.fields.get(name) ?? value);
  const sentence = refused?.field === name ? refused.sentence : null;
  const id = `refused-${name}`;
  const attributes = {
    ...rest,
    name,
    dir: 'auto' as const,
    ...(sentence === null ? {} : { 'aria-invalid': 'true' as const, 'aria-describedby': id, autoFocus: true }),
  };
  const field =
    rows === undefined ? (
      <input {...attributes} {...(shown === '' ? {} : { value: shown })} />
    ) : (
      <textarea {...attributes} rows={rows}>
        {shown}
      </textarea>
    );
  return (
    <>
      {label === null ? (
        field
      ) : (
        <label class="stack small">
          <span class="label">{label}</span>
          {field}
        </label>
      )}
      <Sentence id={id} sentence={sentence} />
    </>
  );
};

const Sentence = ({ id, sentence }: { readonly id: string; readonly sentence: string | null }): VNode | null =>
  sentence === null ? null : (
    <p class="bad small" id={id}>
      {sentence}
    </p>
  );

interface ChoicesProps {
  readonly name: string;
  readonly legend: string;
  readonly values: readonly (readonly [value: string, name: string])[];
}

/** Boxes to tick, of a field that may have several values; ticked as they were sent in a refused form. */
export const Choices = ({ name, legend, values }: ChoicesProps): VNode => {
  const refused = useContext(RefusalOfForm);
  const sentence = refused?.field === name ? refused.sentence : null;
  const id = `refused-${name}`;
  return (
    <fieldset class="plainset" {...(sentence === null ? {} : { 'aria-describedby': id })}>
      <legend class="label">{legend}</legend>
      {values.map(([value, shown]) => (
        <label key={value} class="row small">
          <input
            type="checkbox"
            name={name}
            value={value}
            checked={refused?.fields.getAll(name).includes(value) === true}
            {...(sentence === null ? {} : { 'aria-invalid': 'true' as const })}
          />{' '}
          <span>
            {shown} <code>{value}</code>
          </span>
        </label>
      ))}
      <Sentence id={id} sentence={sentence} />
    </fieldset>
  );
};
