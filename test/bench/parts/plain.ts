import { Agent, request } from 'undici';

/** The yardstick for a check: fetch the bytes with undici and parse them, nothing else. */
export function openPlain(url: string) {
  const dispatcher = new Agent({ connections: 8 });
  return {
    async fetch(operation: 'pacer' | 'wipo', body: object): Promise<unknown> {
      const headers = { authorization: 'Bearer bench', 'content-type': 'application/json', accept: 'application/json' };
      const options = { method: 'POST' as const, dispatcher, headers, body: JSON.stringify(body) };
      const response = await request(`${url}/api/v3/${operation}`, options);
      return response.body.json();
    },
    close: () => dispatcher.close(),
  };
}
