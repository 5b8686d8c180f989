/** Sends a form as a browser does that loads a page first. */
export async function sendForm(
  url: string,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  from = '/watches/rival-cases',
): Promise<Response> {
  const page = await fetch(url + from);
  const cookie = page.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const formToken = /name="formToken" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  return fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams({ formToken, ...fields }),
  });
}
