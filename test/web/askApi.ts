import { expect } from 'vitest';

interface Part {
  readonly items: readonly Record<string, unknown>[];
  readonly next: string | null;
}

/** Reads a part of a list of the API. */
export async function ask(url: string, path: string, headers: Record<string, string> = {}): Promise<Part> {
  const response = await fetch(`${url}/api/v1/${path}`, { headers });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Part;
}
