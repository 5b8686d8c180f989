import type { ConfigData } from 'html-validate';

/** What every page of ours keeps to. */
export const strict: ConfigData = {
  extends: ['html-validate:recommended'],
  rules: {
    // A matter of style, on which the pages differ from it.
    'doctype-style': 'off',
    'void-style': 'off',
    'attr-quotes': 'off',
    'no-trailing-whitespace': 'off',
    'no-implicit-button-type': 'off',
    'no-implicit-input-type': 'off',
  },
};
