import { ApiError } from '../api/errors.ts';

/** Nothing was done, because a field of the form is not accepted. Its page shows the sentence at that field. */
export class FormRefusal extends ApiError {
  constructor(field: string, sentence: string) {
    super('form_refused', sentence, { details: [{ parameter: field, reason: sentence }] });
  }
}
