/** Pictures by their address as a message or a change has it, as data: nothing is loaded when the page is read. */
export type Pictures = ReadonlyMap<string, string>;

/** Where the story's records say that their pictures are: a public https address like the real service's, because Slack shows no other. */
export const picturesAddress = 'https://pictures.example';

/** Where such a picture really is. @param address from a record, or its path */
export function atSandbox(address: string, sandboxUrl: string): string {
  return new URL(new URL(address, picturesAddress).pathname, sandboxUrl).href;
}

/** Fetches pictures while the sandbox is there, and from nowhere else. One that is not there is left out. */
export async function picturesOf(sandboxUrl: string, addresses: readonly string[]): Promise<Pictures> {
  const pictures = new Map<string, string>();
  for (const address of new Set(addresses)) {
    if (!URL.canParse(address, picturesAddress)) continue;
    const response = await fetch(atSandbox(address, sandboxUrl));
    const type = response.headers.get('content-type') ?? '';
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok && type.startsWith('image/'))
      pictures.set(address, `data:${type};base64,${bytes.toString('base64')}`);
  }
  return pictures;
}
