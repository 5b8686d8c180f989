/**
 * Bytes that a text takes in a mail. Where most letters are ASCII it is sent as quoted-printable (three bytes for each byte that is
 * not ASCII, and for `=`), else as base64 (four for three): nodemailer decides so. Both with line breaks, rounded up.
 */
export function sentBytes(text: string): number {
  const bytes = Buffer.byteLength(text);
  let letters = 0;
  let ascii = 0;
  let signs = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) ascii++;
    if (code === 0x3d) signs++;
    if ((code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) letters++;
  }
  const isQuotedPrintable = text.length - ascii < letters;
  const sent = isQuotedPrintable ? ascii + signs * 2 + (bytes - ascii) * 3 : (bytes / 3) * 4;
  return Math.ceil(sent * 1.06);
}
