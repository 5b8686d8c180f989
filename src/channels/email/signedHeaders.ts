/**
 * What a DKIM signature covers (RFC 6376, section 5.4.1): every header by which a mail is read, replied to, sorted or unsubscribed from,
 * `List-Unsubscribe-Post` among them, which RFC 8058 requires. Nodemailer signs those that a mail has, once each.
 */
export const signedHeaders = [
  'From',
  'Sender',
  'Reply-To',
  'To',
  'Cc',
  'Subject',
  'Date',
  'Message-ID',
  'In-Reply-To',
  'References',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Content-Language',
  'List-Id',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
  'Auto-Submitted',
  'X-Auto-Response-Suppress',
] as const;
