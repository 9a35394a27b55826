/** A tenant that sends test messages to its endpoint from the page, as a person does. */
export interface WebhookTester {
  /** Status of the answer to the form. */
  readonly test: () => Promise<number>;
}

const list = '/account/webhooks';

/** Signs in with a key and adds an endpoint. */
export async function openWebhookTester(base: string, key: string, address: string): Promise<WebhookTester> {
  let cookie = '';
  const submit = (path: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(`${base}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie, 'sec-fetch-site': 'same-origin', accept: 'text/html' },
      body: new URLSearchParams(fields),
    });
  const tokenFor = async (path: string): Promise<string> => {
    const page = await (await fetch(`${base}${path}`, { headers: { cookie, accept: 'text/html' } })).text();
    return new RegExp(`action="${path}"[\\s\\S]*?name="token" value="([^"]+)"`).exec(page)?.[1] ?? '';
  };
  const signedIn = await submit('/signin', { key });
  cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const added = await submit(list, { token: await tokenFor(list), url: address });
  const id = /\/account\/webhooks\/([0-9a-f-]{36})/.exec(await added.text())?.[1];
  if (id === undefined) throw new Error(`adding an endpoint was answered with ${added.status}`);
  const path = `${list}/${id}`;
  const token = await tokenFor(path);
  return {
    test: async () => {
      const answer = await submit(path, { token, do: 'test' });
      await answer.arrayBuffer();
      return answer.status;
    },
  };
}
