/** UTF-8 bytes of one encoded word: with its frame and the header's name within the 76 characters of RFC 2047, section 2. */
const wordBytes = 39;

/**
 * A subject as nodemailer takes it. `=?…?=` that stands in somebody else's text would be decoded by the reader's mail program: then
 * the whole subject is encoded (RFC 2047), so that what is shown is what stands there.
 */
export function subjectHeader(subject: string): string | { prepared: true; value: string } {
  if (!subject.includes('=?')) return subject;
  const words: string[] = [];
  let word = '';
  for (const character of subject) {
    if (Buffer.byteLength(word + character) > wordBytes) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  const encoded = [...words, word].map((text) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`);
  return { prepared: true, value: encoded.join('\r\n ') };
}
