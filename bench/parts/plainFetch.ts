import { Agent, request } from 'undici';

/** What everything is measured against: fetch the bytes with undici and parse them, nothing else. */
export function openPlain(url: string, connections = 8) {
  const dispatcher = new Agent({ connections });
  return {
    async fetch(operation: 'pacer' | 'wipo', body: object): Promise<unknown> {
      const response = await request(`${url}/api/v3/${operation}`, {
        method: 'POST',
        dispatcher,
        headers: { authorization: 'Bearer bench', 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify(body),
      });
      return response.body.json();
    },
    close: () => dispatcher.close(),
  };
}
