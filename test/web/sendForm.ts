/** Loads a page with a form. Returns the cookies that a browser then has, and the hidden fields of the page. */
export async function loadForm(url: string, path: string, before = '') {
  const page = await fetch(url + path, { headers: { cookie: before } });
  const given = page.headers.getSetCookie().map((one) => one.split(';')[0]);
  const inputs = (await page.text()).matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g);
  const hidden: Record<string, string> = Object.fromEntries(Array.from(inputs, ([, name, value]) => [name, value]));
  return { cookie: [before, ...given].filter(Boolean).join('; '), hidden, formToken: hidden.formToken ?? '' };
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
