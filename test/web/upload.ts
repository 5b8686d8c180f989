import { listOwnWatches } from '../../src/schedule/ownWatchesTable.ts';
import type { Office } from '../check/office.ts';
import { loadForm } from './sendForm.ts';

/** Chooses a file on the import page and sends it. `confirm` also sends the form that comes back. */
export async function upload(
  url: string,
  text: string,
  {
    confirm = false,
    cookie = '',
    price = '',
    meanwhile = async () => {},
    onTheWay = undefined as (() => Promise<unknown>) | undefined,
  } = {},
) {
  const { formToken, cookie: all } = await loadForm(url, '/import', cookie);
  const headers = { cookie: all, 'sec-fetch-site': 'same-origin' };
  const form = new FormData();
  form.set('formToken', formToken);
  form.set('file', new File([text], 'watches.csv'));
  const send = async (body: FormData | URLSearchParams, path = '/import') => {
    const request = new Request(url + path, { method: 'POST', redirect: 'manual', headers, body });
    const response = await fetch(onTheWay === undefined ? request : slowed(request, onTheWay));
    return { status: response.status, see: response.headers.get('location'), text: await response.text() };
  };
  const shown = await send(form);
  if (!confirm) return { ...shown, send, formToken };
  const field = (name: string) =>
    (new RegExp(`name="${name}" value="([^"]*)"`).exec(shown.text)?.[1] ?? '')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  await meanwhile();
  const [rows, seen] = [field('rows'), field('seen')];
  const again = new FormData();
  const offered = /name="agreed" value="(\d+)"/.exec(shown.text)?.[1] ?? '';
  const fields = { formToken, rows, seen, agreed: price || offered };
  for (const [name, value] of Object.entries(fields)) again.set(name, value);
  const confirmed = await send(again);
  return { ...confirmed, send, formToken };
}

/** Returns the same request with a pause between the first 100 bytes and the rest. */
function slowed(request: Request, between: () => Promise<unknown>): Request {
  const halves = new TransformStream<Uint8Array, Uint8Array>({
    async transform(bytes, out) {
      out.enqueue(bytes.subarray(0, 100));
      await between();
      out.enqueue(bytes.subarray(100));
    },
  });
  const body = request.body?.pipeThrough(halves) ?? null;
  return new Request(request, { body, duplex: 'half' } as RequestInit);
}

export const ids = async ({ store }: Office) => (await listOwnWatches(store.db)).map((one) => one.id);
