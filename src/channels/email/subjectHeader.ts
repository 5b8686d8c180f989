/** UTF-8 bytes of one encoded word: with its frame and the header's name within the 76 characters of RFC 2047, section 2. */
const wordBytes = 39;

/**
 * A subject as nodemailer takes it. The reader's mail program would decode `=?…?=` in somebody else's text: then
 * the whole subject is encoded (RFC 2047), so that it is shown as it was written.
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
