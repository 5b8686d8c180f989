import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** What a device gets wrong, or somebody who speaks for it. */
interface Lies {
  readonly origin?: string;
  /** The name of the site. */
  readonly site?: string;
  readonly challenge?: string;
  /** Whether it asked for a PIN or a finger. Default true. */
  readonly verified?: boolean;
  readonly counter?: number;
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest();

/** As much of CBOR (RFC 8949) as a device needs: small numbers, bytes, texts, and maps. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, number | string | Buffer>): Buffer {
  // The shortest form: readers take no other.
  const head = (kind: number, size: number) => {
    if (size < 24) return Buffer.from([kind * 32 + size]);
    return Buffer.from(size < 256 ? [kind * 32 + 24, size] : [kind * 32 + 25, size >> 8, size & 255]);
  };
  if (typeof value === 'number') return value < 0 ? negative(value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const negative = (value: number) => Buffer.from([32 - 1 - value]);

/** A device that keeps one passkey (ES256) and answers as browsers do, true or not. */
export function passkeyDevice(origin: string) {
  const { hostname } = new URL(origin);
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  let used = 0;

  const authData = ({ site = hostname, verified = true, counter = used }: Lies, more: Buffer = Buffer.alloc(0)) => {
    const flags = 1 | (verified ? 4 : 0) | (more.length > 0 ? 64 : 0);
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    return Buffer.concat([sha256(site), Buffer.from([flags]), counted, more]);
  };
  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? origin }));
  const sent = (response: Readonly<Record<string, Buffer>>) => {
    const encoded = Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]);
    const own = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };
    return JSON.stringify({ ...own, clientExtensionResults: {}, response: Object.fromEntries(encoded) });
  };
  return {
    id: id.toString('base64url'),
    /** @param options as the page has them */
    make(options: string, lies: Lies = {}): string {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
      const key = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, left],
          [-3, right],
        ]),
      );
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attested = new Map<string, string | Buffer>([
        ['fmt', 'none'],
        ['authData', authData(lies, credential)],
      ]);
      // An empty map stands for a statement of none.
      const whole = Buffer.concat([cbor(attested), cbor('attStmt'), Buffer.from([160])]);
      whole[0] = 163;
      const challenge = JSON.parse(options).challenge;
      return sent({ clientDataJSON: clientData('webauthn.create', challenge, lies), attestationObject: whole });
    },
    sign(options: string, lies: Lies = {}): string {
      used += 1;
      const challenge = JSON.parse(options).challenge;
      const [clientDataJSON, authenticatorData] = [clientData('webauthn.get', challenge, lies), authData(lies)];
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      const signature = createSign('sha256').update(signed).sign(privateKey);
      return sent({ clientDataJSON, authenticatorData, signature });
    },
  };
}
