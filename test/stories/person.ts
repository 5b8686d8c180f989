import { Agent, type buildConnector, FormData, fetch, type Response } from 'undici';
import { onTestFinished } from 'vitest';

/** A user with a browser at a machine of their own. */
export interface Person {
  /** Returns the status and text of a page. */
  opens(path: string): Promise<{ status: number; text: string }>;
  /** Fills in a form of a page and sends it. */
  sends(
    path: string,
    fields: Readonly<Record<string, string>>,
    from?: string,
    how?: { readonly multipart: boolean },
  ): Promise<{ status: number; text: string }>;
  /** Signs in. @returns whether that worked */
  signsIn(name: string, password: string): Promise<boolean>;
}

/**
 * @param address of the user's machine, in 127.0.0.0/8: `127.0.0.5`
 * @param always headers of every request
 * @param connect how the machine resolves names, and whose certificates it trusts
 */
export function person(
  url: string,
  address: string,
  always: Readonly<Record<string, string>> = {},
  connect: buildConnector.BuildOptions = {},
): Person {
  const agent = new Agent({ localAddress: address, connect });
  onTestFinished(() => agent.close());
  const cookies = new Map<string, string>();
  const ask = async (path: string, body?: URLSearchParams | FormData): Promise<Response> => {
    const headers = {
      ...always,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body && { 'sec-fetch-site': 'same-origin' }),
    };
    const response = await fetch(url + path, {
      dispatcher: agent,
      headers,
      redirect: 'manual',
      ...(body && { method: 'POST', body }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const opens = async (path: string) => {
    const response = await ask(path);
    return { status: response.status, text: await response.text() };
  };
  const sends: Person['sends'] = async (path, fields, from = path, { multipart } = { multipart: false }) => {
    const page = await opens(from);
    const formToken = /name="formToken" value="([^"]+)"/.exec(page.text)?.[1] ?? 'none';
    const sent = { formToken, ...fields };
    const response = await ask(path, multipart ? formDataOf(sent) : new URLSearchParams(sent));
    return { status: response.status, text: await response.text() };
  };
  return {
    opens,
    sends,
    signsIn: async (name, password) => (await sends('/sign-in', { name, password, to: '/' })).status === 303,
  };
}

function formDataOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}
