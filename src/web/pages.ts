import type { Action } from './action.ts';
import { alertPage } from './alerts/alertPage.ts';
import { alertsPage } from './alerts/alertsPage.ts';
import { retryAction } from './alerts/retryAction.ts';
import { calendarPage } from './calendar/calendarPage.ts';
import { casePage } from './cases/casePage.ts';
import { casesPage } from './cases/casesPage.ts';
import { checkPage } from './checks/checkPage.ts';
import { checksPage } from './checks/checksPage.ts';
import { creditsPage } from './credits/creditsPage.ts';
import { designPage } from './designs/designPage.ts';
import { galleryPage } from './designs/galleryPage.ts';
import { picture } from './designs/picture.ts';
import type { Download } from './download.ts';
import { acknowledgeAction, recordActions } from './marks/markActions.ts';
import { matterPage } from './matters/matterPage.ts';
import { mattersPage } from './matters/mattersPage.ts';
import type { Page } from './page.ts';
import { searchPage } from './search/searchPage.ts';
import { todayPage } from './today/todayPage.ts';
import { addWatchAction, editWatchAction, removeWatchAction } from './watches/editActions.ts';
import { editWatchPage, newWatchPage } from './watches/editPages.ts';
import { checkNowAction, muteAction, unmuteAction } from './watches/watchActions.ts';
import { watchesPage } from './watches/watchesPage.ts';
import { watchPage } from './watches/watchPage.ts';

/** Every page, in the order of the navigation. A new page is a folder here and a line in this list. */
export const pages: readonly Page[] = [
  todayPage,
  watchesPage,
  newWatchPage,
  watchPage,
  editWatchPage,
  casesPage,
  casePage,
  galleryPage,
  designPage,
  calendarPage,
  mattersPage,
  matterPage,
  alertsPage,
  alertPage,
  checksPage,
  checkPage,
  creditsPage,
  searchPage,
];

/** What people can do on pages. */
export const actions: readonly Action[] = [
  addWatchAction,
  editWatchAction,
  removeWatchAction,
  checkNowAction,
  muteAction,
  unmuteAction,
  retryAction,
  acknowledgeAction,
  ...recordActions,
];

/** What pages load or offer to save. */
export const downloads: readonly Download[] = [picture];
