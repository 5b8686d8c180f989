import { hash } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { parseJson } from '../../json.ts';
import type { Passkey } from '../passkeysTable.ts';
import { isLoopbackHost } from './needsSignIn.ts';

/** For whom browsers make and use passkeys: a name, and the addresses that begin with it. */
export interface PasskeySite {
  /** `https://tipstaff.firm.example` */
  readonly origin: string;
  /** Its name without scheme and port. */
  readonly id: string;
}

/**
 * The site as browsers know it; undefined where they take no passkeys: without https, or by an address instead of a
 * name.
 */
export function passkeySite({ publicUrl }: Config['http'], asked: URL): PasskeySite | undefined {
  const { origin, hostname, protocol } = publicUrl === undefined ? asked : new URL(publicUrl);
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  const isSafe = protocol === 'https:' || isLoopbackHost(hostname);
  return isName && isSafe ? { origin, id: hostname } : undefined;
}

const base64url = z.string().regex(/^[\w-]{1,8000}$/);
const signed = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.exactOptional(),
  }),
});
const made = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).exactOptional(),
  }),
});

/** What a browser sends when a passkey signed a challenge. */
export type SignedByPasskey = z.infer<typeof signed>;

/** @param text as a form has it; undefined: it is nothing of the kind */
export function readSigned(text: string): SignedByPasskey | undefined {
  return signed.safeParse(parseJson(text)).data;
}

/**
 * What a browser needs to have a passkey sign, as JSON. @param among only these; absent: any that the reader chooses
 */
export async function optionsToSign(
  { id }: PasskeySite,
  challenge: Buffer,
  among?: readonly Pick<Passkey, 'id' | 'transports'>[],
): Promise<string> {
  const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: new Uint8Array(challenge),
    // Alone it stands for both factors: the device asks for its PIN or a finger. After the password, having it is
    // enough.
    userVerification: among === undefined ? 'required' : 'discouraged',
    ...(among === undefined ? {} : { allowCredentials: among.map(credentialOf) }),
    timeout: patienceMs,
  });
  return JSON.stringify(options);
}

const patienceMs = 300_000;
/** EdDSA, ES256, RS256 (COSE): what every device has one of. */
const algorithms = [-8, -7, -257];

function credentialOf({ id, transports }: Pick<Passkey, 'id' | 'transports'>) {
  return { id, transports: [...transports] };
}

/**
 * What a browser needs to make a passkey, as JSON. @param known those that the user has: a device makes no second one
 */
export async function optionsToMake(
  { id }: PasskeySite,
  challenge: Buffer,
  userName: string,
  known: readonly Passkey[],
): Promise<string> {
  const { generateRegistrationOptions } = await import('@simplewebauthn/server');
  const options = await generateRegistrationOptions({
    rpName: 'Tipstaff',
    rpID: id,
    userName,
    userDisplayName: userName,
    // Devices keep it, and show it to nobody.
    userID: new Uint8Array(hash('sha256', userName, 'buffer')),
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    excludeCredentials: known.map(credentialOf),
    timeout: patienceMs,
  });
  return JSON.stringify(options);
}

/** @param isOurs whether the challenge is one of ours, base64url */
export async function verifySigned(
  site: PasskeySite,
  passkey: Passkey,
  response: SignedByPasskey,
  { isOurs, alone }: { readonly isOurs: (challenge: string) => boolean; readonly alone: boolean },
): Promise<{ readonly counter: number } | undefined> {
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { id, publicKey, counter } = passkey;
  const credential = { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: isOurs,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential,
    requireUserVerification: alone,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified && authenticationInfo !== undefined ? { counter: authenticationInfo.newCounter } : undefined;
}

/** A passkey that a browser made; undefined: what it sent proves none. @param text as a form has it */
export async function verifyMade(
  site: PasskeySite,
  text: string,
  isOurs: (challenge: string) => boolean,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const sent = made.safeParse(parseJson(text)).data;
  if (sent === undefined) return undefined;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { registrationInfo } = await verifyRegistrationResponse({
    response: sent,
    expectedChallenge: isOurs,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }));
  if (registrationInfo === undefined) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  const transports = sent.response.transports ?? [];
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
}
