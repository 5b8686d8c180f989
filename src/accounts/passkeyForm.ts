import { html } from 'hono/html';
import { type Html, tokenInput } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';

interface PasskeyForm {
  readonly path: string;
  /** `get`: a passkey signs; `create`: one is made. */
  readonly does: 'get' | 'create';
  /** For the browser, as JSON. */
  readonly options: string;
  readonly button: string;
  readonly fields?: Html | undefined;
}

/**
 * A form whose answer a passkey makes: hidden until the script of the pages has found that the browser knows passkeys.
 */
export function passkeyForm(visit: Pick<Visit, 'formToken'>, form: PasskeyForm): Html {
  const { path, does, options, button, fields } = form;
  return html`<form method="post" action="${path}" class="sign-in" data-passkey="${does}"
data-options="${options}" hidden>${tokenInput(visit)}<input type="hidden" name="response" value="">${fields ?? ''}
<button>${button}</button><span class="alarm" role="status"></span></form>`;
}

/** Shown where the browser knows no passkeys; the script takes it away. */
export const withoutPasskeys = html`<p class="quiet small" data-passkey="none">This browser knows no passkeys, or runs
no JavaScript.</p>`;
