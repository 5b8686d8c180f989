/** Pictures by their address as a message or a change has it, as data: nothing is loaded when the page is read. */
export type Pictures = ReadonlyMap<string, string>;

/**
 * Fetches pictures of the sandbox while it is there, and from nowhere else: addresses of its own, or paths on it. One that is not
 * there is left out.
 */
export async function picturesOf(sandboxUrl: string, addresses: readonly string[]): Promise<Pictures> {
  const pictures = new Map<string, string>();
  for (const address of new Set(addresses)) {
    const url = URL.canParse(address, sandboxUrl) ? new URL(address, sandboxUrl) : undefined;
    if (url?.origin !== new URL(sandboxUrl).origin) continue;
    const response = await fetch(url);
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !type.startsWith('image/')) continue;
    pictures.set(address, `data:${type};base64,${Buffer.from(await response.arrayBuffer()).toString('base64')}`);
  }
  return pictures;
}
