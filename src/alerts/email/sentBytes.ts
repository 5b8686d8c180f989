/**
 * Bytes that a text takes in a mail, at most: mail programs encode it as quoted-printable (three bytes for each that is not ASCII, and
 * for `=`) or as base64 (four for three), both with line breaks.
 */
export function sentBytes(text: string): number {
  const bytes = Buffer.byteLength(text);
  let plain = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80 && code !== 0x3d) plain++;
  }
  const quotedPrintable = (plain + (bytes - plain) * 3) * 1.05;
  const base64 = (bytes / 3) * 4 * 1.03;
  // Mostly other alphabets are sent as base64, the rest as quoted-printable.
  return Math.ceil(plain * 2 > bytes ? Math.max(quotedPrintable, bytes) : base64);
}
