import { html } from 'hono/html';
import { type Action, whoOf } from '../pages/action.ts';
import { tokenField } from '../pages/actionForm.ts';
import type { Page } from '../pages/page.ts';
import type { Visit } from '../pages/visit/visit.ts';
import { endListedKey, listAccessKeys } from '../people/accessKeysTable.ts';
import { noteAudit } from '../people/auditTable.ts';
import { findUser, lockUsers, saveUser } from '../people/usersTable.ts';
import { keyTable } from './keyTable.ts';
import { changeOwnPasswordAction, ownPasswordPart } from './ownPassword.ts';
import { readerFields, readerFrom } from './userForm.ts';

const path = '/account';

/** `/account`: how days and times are shown to the signed-in user, their password, and their sessions, keys and links. */
export const accountPage: Page = {
  path,
  async draw({ store }, visit) {
    const user = await ownUser(store, visit);
    if (user === undefined) return undefined;
    const keys = await listAccessKeys(store.db, { userName: user.name }, visit.now);
    return {
      title: 'Account',
      body: html`<h1>${user.name}</h1><p class="lead quiet">${user.role}</p>
<form method="post" action="${path}/save" class="fields"><input type="hidden" name="${tokenField}" value="${visit.formToken}">${readerFields(user)}<p><button>Save</button></p></form>
${ownPasswordPart(user, visit)}
<h2>Sessions, keys and links</h2>${keyTable(keys, `${path}/end`, visit)}`,
    };
  },
};

async function ownUser({ db }: Parameters<Page['draw']>[0]['store'], { viewer }: Visit) {
  return viewer.name === undefined || viewer.guest ? undefined : findUser(db, viewer.name);
}

const saveAccountAction: Action = {
  path: `${path}/save`,
  role: 'reader',
  async act({ store }, visit, _params, form) {
    const user = await ownUser(store, visit);
    if (user === undefined) return undefined;
    const reader = readerFrom(form);
    if (typeof reader === 'string') return { kind: 'refused', why: reader };
    await store.transaction(async (trx) => {
      await lockUsers(trx);
      // As they are by now: an admin may have changed them meanwhile.
      const current = await findUser(trx, user.name);
      if (current !== undefined) await saveUser(trx, { ...current, ...reader }, visit.now);
    });
    return { kind: 'done', see: path };
  },
};

const endOwnKeyAction: Action = {
  path: `${path}/end`,
  role: 'reader',
  async act({ store }, visit, _params, { digest = '' }) {
    const user = await ownUser(store, visit);
    const keys = user === undefined ? [] : await listAccessKeys(store.db, { userName: user.name }, visit.now);
    if (!keys.some((key) => key.digest === digest)) return undefined;
    await store.transaction(async (trx) => {
      const ended = await endListedKey(trx, digest);
      const line = { what: `${ended?.kind}.end`, subject: whoOf(visit.viewer), detail: ended?.label ?? '' };
      await noteAudit(trx, { at: visit.now.toISOString(), who: whoOf(visit.viewer), ...line });
    });
    return { kind: 'done', see: path };
  },
};

export const accountActions: readonly Action[] = [saveAccountAction, changeOwnPasswordAction, endOwnKeyAction];
