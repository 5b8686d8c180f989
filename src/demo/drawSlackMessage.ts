import { html } from 'hono/html';
import type {
  RichLines,
  RichList,
  RichPiece,
  ShownBlock,
  ShownButton,
  ShownImage,
  ShownPayload,
  ShownText,
} from './slackPayload.ts';
import { type Drawn, drawEmoji, drawLink, drawMrkdwn } from './slackText.ts';
import type { Pictures } from './storyPictures.ts';

/** A message much as Slack shows it. A block that cannot be drawn is named, never left out. */
export function drawSlackMessage({ blocks }: ShownPayload, pictures: Pictures): Drawn {
  return html`${blocks.map((block) => drawBlock(block, pictures))}`;
}

function drawBlock(block: ShownBlock, pictures: Pictures): Drawn {
  switch (block.type) {
    case 'header':
      return html`<p class="header">${drawText(block.text)}</p>`;
    case 'divider':
      return html`<hr>`;
    case 'section':
      return html`<div class="section"><div>${block.text ? html`<p>${drawText(block.text)}</p>` : ''}${fields(block.fields ?? [])}</div>${block.accessory ? drawAccessory(block.accessory, pictures) : ''}</div>`;
    case 'context':
      return html`<div class="context">${block.elements.map((element) => (element.type === 'image' ? drawPicture(element, pictures) : html`<span>${drawText(element)}</span>`))}</div>`;
    case 'image':
      return html`<figure>${block.title ? html`<figcaption>${drawText(block.title)}</figcaption>` : ''}${drawPicture(block, pictures)}</figure>`;
    case 'rich_text':
      return html`<div class="rich">${block.elements.map(drawRich)}</div>`;
    case 'actions':
      return html`<p>${block.elements.map(drawButton)}</p>`;
    case 'unknown':
      return html`<p class="unknown">[a block of the type ${block.is}, which this page does not draw]</p>`;
  }
}

function drawText({ type, text }: ShownText): Drawn {
  return type === 'mrkdwn' ? drawMrkdwn(text) : html`${text}`;
}

function fields(texts: readonly ShownText[]): Drawn | string {
  return texts.length === 0
    ? ''
    : html`<div class="fields">${texts.map((text) => html`<p>${drawText(text)}</p>`)}</div>`;
}

function drawAccessory(accessory: ShownImage | ShownButton, pictures: Pictures): Drawn {
  return accessory.type === 'image' ? drawPicture(accessory, pictures) : drawButton(accessory);
}

function drawButton({ text, url }: ShownButton): Drawn {
  return html`<span class="button">${url === undefined ? text.text : drawLink(url, text.text)}</span>`;
}

function drawPicture({ image_url, alt_text }: ShownImage, pictures: Pictures): Drawn {
  const data = pictures.get(image_url);
  if (data === undefined) return html`<span class="unknown">[picture: ${alt_text}]</span>`;
  return html`<img src="${data}" alt="${alt_text}">`;
}

function drawRich(element: RichLines | RichList): Drawn {
  if (element.type !== 'rich_text_list') return drawLines(element);
  const items = element.elements.map(({ elements }) => html`<li>${elements.map(drawPiece)}</li>`);
  return element.style === 'ordered' ? html`<ol>${items}</ol>` : html`<ul>${items}</ul>`;
}

function drawLines({ type, elements }: RichLines): Drawn {
  const pieces = elements.map(drawPiece);
  switch (type) {
    case 'rich_text_section':
      return html`<p class="lines">${pieces}</p>`;
    case 'rich_text_quote':
      return html`<blockquote class="lines">${pieces}</blockquote>`;
    case 'rich_text_preformatted':
      return html`<pre>${pieces}</pre>`;
  }
}

function drawPiece(piece: RichPiece): Drawn {
  if (piece.type === 'emoji') return drawEmoji(piece.name);
  let drawn = piece.type === 'link' ? drawLink(piece.url, piece.text ?? piece.url) : html`${piece.text}`;
  const { bold, italic, strike, code } = piece.style ?? {};
  if (code) drawn = html`<code>${drawn}</code>`;
  if (strike) drawn = html`<s>${drawn}</s>`;
  if (italic) drawn = html`<em>${drawn}</em>`;
  return bold ? html`<strong>${drawn}</strong>` : drawn;
}
