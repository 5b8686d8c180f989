import { html } from 'hono/html';
import type { Html } from './page.ts';
import type { Visit } from './visit/visit.ts';

/** The field by which a form shows that one of our pages made it. */
export const tokenField = 'formToken';

/** A form that does something: sent by POST, with the token of this browser. @param fields what the person fills in. */
export function actionForm(visit: Visit, path: string, button: string, fields: Html | string = ''): Html {
  return html`<form method="post" action="${path}" class="actions"><input type="hidden" name="${tokenField}" value="${visit.formToken}">${fields}<button>${button}</button></form>`;
}
