/** Loads a page with a form. Returns the cookies that a browser then has, and the token of the form. */
export async function loadForm(url: string, path: string, before = '') {
  const page = await fetch(url + path, { headers: { cookie: before } });
  const given = page.headers.getSetCookie().map((one) => one.split(';')[0]);
  const formToken = /name="formToken" value="([^"]+)"/.exec(await page.text())?.[1] ?? '';
  return { cookie: [before, ...given].filter(Boolean).join('; '), formToken };
}

/** Sends a form as a browser does that loads a page first. */
export async function sendForm(
  url: string,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  from = '/watches/rival-cases',
): Promise<Response> {
  const { cookie, formToken } = await loadForm(url, from);
  return fetch(url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams({ formToken, ...fields }),
  });
}
