import { createPublicKey, verify } from 'node:crypto';
import { unzipSync } from 'fflate';
import { messageOf } from '../../base/errors.ts';
import { type Manifest, manifestName, manifestShape, publicKeyName, sha256Of, signatureName } from './evidenceParts.ts';
import { fingerprintOf } from './makeEvidence.ts';

export interface Verified {
  /** undefined where it cannot be read. */
  readonly manifest: Manifest | undefined;
  readonly fingerprint: string | undefined;
  /** Empty: it is unchanged since it was signed. */
  readonly problems: readonly string[];
}

/** Larger than any evidence file that Tipstaff makes. */
const bytesAtMost = 1_073_741_824;

/** Checks the signature, and every file against the manifest. The file itself cannot prove whose key it is. */
export function verifyEvidence(zip: Uint8Array): Verified {
  let files: Record<string, Uint8Array>;
  const problems: string[] = [];
  const strange = bytesAround(zip);
  if (strange !== undefined) return { manifest: undefined, fingerprint: undefined, problems: [strange] };
  try {
    files = unpack(zip, problems);
  } catch (error) {
    return { manifest: undefined, fingerprint: undefined, problems: [`it is no readable ZIP: ${messageOf(error)}`] };
  }
  const [text, signature, key] = [files[manifestName], files[signatureName], files[publicKeyName]];
  if (text === undefined || signature === undefined || key === undefined) {
    const missing = [manifestName, signatureName, publicKeyName].filter((name) => files[name] === undefined);
    return { manifest: undefined, fingerprint: undefined, problems: [...problems, `${missing.join(' and ')} missing`] };
  }
  const fingerprint = checkSignature(text, signature, key, problems);
  const manifest = manifestOf(text, problems);
  if (manifest !== undefined) problems.push(...differences(manifest, files));
  return { manifest, fingerprint, problems };
}

const endLength = 22;
const endMark = 0x06054b50;
const firstMark = 0x04034b50;

/**
 * What a file has before or after its ZIP, which programs that unpack it would pass over; undefined: nothing. Our ZIPs
 * have no comment.
 */
function bytesAround(zip: Uint8Array): string | undefined {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
  const end = zip.byteLength - endLength;
  if (end < 0 || view.getUint32(end, true) !== endMark)
    return 'it is no readable ZIP: it has bytes after its end, or lacks its end';
  const [size, start] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
  const isWhole = view.getUint32(0, true) === firstMark && start + size === end;
  return isWhole ? undefined : 'it is no readable ZIP: it has bytes before its beginning, or between its parts';
}

function unpack(zip: Uint8Array, problems: string[]): Record<string, Uint8Array> {
  const seen = new Set<string>();
  let bytes = 0;
  return unzipSync(zip, {
    filter: ({ name, originalSize }) => {
      bytes += originalSize;
      if (bytes > bytesAtMost) throw new Error('it unpacks to more than any evidence file');
      if (seen.has(name)) problems.push(`${name} is in it twice`);
      seen.add(name);
      return true;
    },
  });
}

/** @returns the fingerprint of the key; undefined where it is none. */
function checkSignature(
  text: Uint8Array,
  signature: Uint8Array,
  key: Uint8Array,
  problems: string[],
): string | undefined {
  try {
    const pem = Buffer.from(key).toString('utf8');
    if (!verify(null, text, createPublicKey(pem), signature)) {
      problems.push(`the signature is not that of ${manifestName}: one of them was changed`);
    }
    return fingerprintOf(pem);
  } catch (error) {
    problems.push(`${publicKeyName} is no key (${messageOf(error)})`);
    return undefined;
  }
}

function manifestOf(text: Uint8Array, problems: string[]): Manifest | undefined {
  try {
    return manifestShape.parse(JSON.parse(Buffer.from(text).toString('utf8')));
  } catch {
    problems.push(`${manifestName} cannot be read`);
    return undefined;
  }
}

function differences({ files: listed }: Manifest, files: Readonly<Record<string, Uint8Array>>): string[] {
  const known = new Set([manifestName, signatureName, ...listed.map(({ path }) => path)]);
  const added = Object.keys(files).filter((path) => !known.has(path));
  return [
    ...listed.flatMap(({ path, sha256 }) => {
      const content = files[path];
      if (content === undefined) return [`${path} is missing`];
      return sha256Of(content) === sha256 ? [] : [`${path} was changed`];
    }),
    ...added.map((path) => `${path} was added`),
  ];
}
