/** Where the page of an alert has its mail, in a frame. */
export const mailPath = '/alerts/:id{[0-9]+}/mail';

/** A mail has its own styles and shows only its own pictures: no script, no form, nothing loaded from elsewhere. */
export const mailPolicy = {
  defaultSrc: ["'none'"],
  imgSrc: ['data:'],
  styleSrc: ["'unsafe-inline'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'self'"],
  sandbox: ['allow-popups', 'allow-popups-to-escape-sandbox'],
};
