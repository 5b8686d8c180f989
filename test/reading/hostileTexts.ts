/** The parts of hostile texts. Each is repeated until the text is as long as `readEntry` reads. */
export const pieces: readonly string[] = [
  ...[' ', '\u00a0', '(', ')', '[', '(a', '((', '*', '.', '-', '1', '1 ', '1, ', '#', '# 1 ', 'a', 'a-', 'a b '],
  ...['Motion to ', 'ORDER granting ', 'notice by ', 'stipulation of ', 'certificate of service ', 'Minute Entry '],
  ...['1/2/2027 ', 'January 5, 2027 ', 'Jan ', 'May ', 'within 5 days ', 'at 10:00 ', 'hearing ', 'due by '],
  ...['filed by ', 're 1 ', '(related document(s) ', 'Attachments: # 1 ', '(Attachments: ', '(Entered: '],
  ...['Modified on ', '&amp;', '&#', 'signed by judge a. ', 'order vacating ', 'judge x: ', '123 F.3d 456 ('],
  ...['(time excluded ', 'granting vacate ', 'motion to continue to ', 'settled motions to dismiss ', 'not hereby '],
  ...['based on the hearing is ', 'motion to strike motion for leave to file ', 'before hon.x ', '--[Edited '],
  ...['re 0 motion filed by ', 'discovery due '],
];

export const beginnings: readonly string[] = [
  '',
  'ORDER ',
  'ORDER granting ',
  'Motion to Dismiss (Attachments: ',
  'Hearing set for ',
  're [',
];

export function filled(beginning: string, piece: string, length: number): string {
  return beginning + piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}
