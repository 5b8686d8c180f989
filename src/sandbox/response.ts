/** One response, and how its bytes go out. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly sending: Sending;
}

export type Sending =
  | { readonly kind: 'whole' }
  /** Only so many bytes, though Content-Length promises all; then the connection closes. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** So many pieces, with a pause before each. */
  | { readonly kind: 'drip'; readonly pieces: number; readonly pauseMilliseconds: number }
  /** No response: the connection is reset. */
  | { readonly kind: 'reset' };

export function jsonResponse(status: number, value: unknown, headers: Record<string, string> = {}): SandboxResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: Buffer.from(JSON.stringify(value)),
    sending: { kind: 'whole' },
  };
}
