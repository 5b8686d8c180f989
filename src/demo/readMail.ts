import PostalMime from 'postal-mime';

/** A mail as its reader gets it. */
export interface ReadMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  /** The HTML part whole, its pictures inside it as data. */
  readonly html: string;
  /** Names of what is attached and not shown inside. */
  readonly attachments: readonly string[];
}

/** Reads an .eml file. A mail without an HTML part has '' there. */
export async function readMail(eml: Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(eml, { attachmentEncoding: 'base64' });
  const pictures = new Map<string, string>();
  const attachments: string[] = [];
  for (const { contentId, filename, mimeType, content } of mail.attachments) {
    const cid = contentId?.replace(/^<|>$/g, '');
    if (cid !== undefined) pictures.set(cid, `data:${mimeType};base64,${content}`);
    else attachments.push(filename ?? 'without a name');
  }
  return {
    from: mail.from?.name || mail.from?.address || '',
    to: (mail.to ?? []).map(({ address }) => address ?? ''),
    subject: mail.subject ?? '',
    html: (mail.html ?? '').replace(/\bcid:([^"'\s)]+)/g, (whole, cid: string) => pictures.get(cid) ?? whole),
    attachments,
  };
}
