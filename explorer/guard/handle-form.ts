import { ApiError, toApiError } from '../../api/errors.ts';
import { UsageError } from '../../infra/errors.ts';
import type { Frame, PageAnswer, PageRequest, PageRoute, RefusedForm } from '../page-route.ts';
import { refuseUndeclaredFields } from './read-form.ts';

/** Refusals whose form is shown again. After any other the page has no such form, or the reader may not have it. */
const shownAgain: readonly number[] = [400, 409, 429, 502, 503];

/** Handles a form. A refused one is shown again on its page, with the text that the reader sent. */
export async function handleForm(
  route: PageRoute,
  request: PageRequest,
  action: string,
  frameAgain: (refused: RefusedForm) => Promise<Frame>,
): Promise<PageAnswer> {
  try {
    refuseUndeclaredFields(request.form, route.fields ?? [], route.repeated);
    return await route.handle(request);
  } catch (error) {
    const refusal = refusalOf(error);
    const page = await again(
      route,
      request,
      { action, fields: request.form, ...fieldOf(refusal, route.fields ?? []) },
      refusal,
      frameAgain,
    );
    if (page === null) throw refusal.code === 'form_refused' ? refusal : error;
    return { ...page, status: refusal.status, headers: { ...page.headers, ...refusal.headers } };
  }
}

/** What a form gave and the service did not accept is refused by one code, whichever part found it. */
function refusalOf(error: unknown): ApiError {
  if (error instanceof UsageError) return new ApiError('form_refused', error.message);
  const refusal = toApiError(error);
  const { code, message, details, headers } = refusal;
  return code === 'invalid_parameter' ? new ApiError('form_refused', message, { details, headers }) : refusal;
}

/** A refusal about one field of the form stands at that field. */
function fieldOf(refusal: ApiError, fields: readonly string[]): Pick<RefusedForm, 'field' | 'sentence'> {
  const [about, ...others] = refusal.details;
  const isOfField = refusal.code === 'form_refused' && others.length === 0 && fields.includes(about?.parameter ?? '');
  return { field: isOfField ? (about?.parameter ?? null) : null, sentence: sentenceOf(refusal) };
}

/** The page of the form; null if it has none, or cannot be made now. */
async function again(
  route: PageRoute,
  request: PageRequest,
  refused: RefusedForm,
  { status }: ApiError,
  frameAgain: (refused: RefusedForm) => Promise<Frame>,
): Promise<PageAnswer | null> {
  if (route.again === undefined || !shownAgain.includes(status)) return null;
  try {
    return await route.again({ ...request, query: new URLSearchParams(), frame: await frameAgain(refused) });
  } catch {
    return null;
  }
}

/** The message of a refusal as a sentence that states whether the form was applied. */
function sentenceOf({ status, message, code, headers }: ApiError): string {
  if (status >= 500)
    return 'The service did not answer in time, so this may not be recorded. Send it again in a few seconds.';
  const clause = message.replace(/\.$/, '').replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());
  const again = code === 'rate_limited' ? ` Send it again in ${headers['Retry-After'] ?? 'some'} seconds.` : '';
  return `Nothing was changed: ${clause}.${again}`;
}
