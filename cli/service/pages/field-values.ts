import type { DescribeValue } from '../../../explorer/labels/field-values.ts';
import { formatValue } from '../../../pipeline/documents/fields/value-text.ts';
import { fieldOf } from '../../../schemas/fields/catalogue.ts';
import type { FieldValue } from '../../../schemas/fields/field.ts';
import { sentenceCase } from '../../../schemas/values/sentence-case.ts';

/** Values of disclosed fields, in the words of explanations. */
export const describeValue: DescribeValue = (name, value) => {
  const field = fieldOf(name);
  if (field === undefined) return null;
  const text = formatValue(field, JSON.parse(value) as FieldValue);
  return { label: field.label, text: sentenceCase(text) };
};
