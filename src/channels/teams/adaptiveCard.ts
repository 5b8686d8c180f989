/** What we use of Adaptive Cards 1.4, which every client of Teams draws. */
export interface AdaptiveCard {
  readonly $schema: 'http://adaptivecards.io/schemas/adaptive-card.json';
  readonly type: 'AdaptiveCard';
  readonly version: '1.4';
  /** For clients that cannot draw the card. */
  readonly fallbackText: string;
  readonly body: readonly CardElement[];
  readonly msteams: { readonly width: 'Full' };
}

export type CardElement = Paragraph | Box | PictureRow;

export interface Paragraph {
  readonly type: 'RichTextBlock';
  readonly inlines: readonly TextRun[];
  readonly spacing?: 'None' | 'Small' | 'Medium' | 'Large';
  readonly separator?: true;
}

/** Text as it is: the only kind of text in a card that is not read as Markdown. */
export interface TextRun {
  readonly type: 'TextRun';
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly size?: 'Large' | 'Small';
  readonly isSubtle?: true;
  readonly italic?: true;
  readonly strikethrough?: true;
  readonly color?: 'Attention';
  readonly selectAction?: { readonly type: 'Action.OpenUrl'; readonly url: string };
}

/** Elements on a background of their own. */
export interface Box {
  readonly type: 'Container';
  readonly style: 'attention' | 'warning' | 'emphasis';
  readonly items: readonly Paragraph[];
}

export interface PictureRow {
  readonly type: 'ImageSet';
  readonly imageSize: 'Small' | 'Medium';
  readonly images: readonly { readonly type: 'Image'; readonly url: string; readonly altText: string }[];
}
