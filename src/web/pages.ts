import { accountActions, accountPage } from '../accounts/accountPage.ts';
import { auditPage } from '../accounts/auditPage.ts';
import { userActions } from '../accounts/userActions.ts';
import { userPage, usersPage } from '../accounts/usersPage.ts';
import { alertMail } from '../alerts/alertMail.ts';
import { alertPage, alertsPage } from '../alerts/alertsPage.ts';
import { retryAction, sendAgainAction } from '../alerts/sendAgain.ts';
import { muteRecordAction, silencePage } from '../alerts/silencePage.ts';
import { comparePage, pairPage, reviewAction } from '../alike/besidePages.ts';
import { findsPage } from '../alike/findsPage.ts';
import { likePage } from '../alike/likePage.ts';
import { ownActions } from '../alike/ownDesigns.ts';
import { ownPicture } from '../alike/ownSides.ts';
import { calendarPage } from '../calendar/calendarPage.ts';
import { subscribeAction } from '../calendar/subscribe.ts';
import { casePage } from '../cases/casePage.ts';
import { casesPage } from '../cases/casesPage.ts';
import { searchPage } from '../cases/searchPage.ts';
import { checkPage, checksPage } from '../checks/checksPage.ts';
import { nudgesPage } from '../checks/nudgesPage.ts';
import { creditsPage } from '../credits/creditsPage.ts';
import { starAction } from '../designs/designCard.ts';
import { designPage } from '../designs/designPage.ts';
import { galleryPage } from '../designs/galleryPage.ts';
import { picture } from '../designs/picture.ts';
import { changesPage } from '../evidence/changesPage.ts';
import { evidenceFile, matterPage, mattersPage } from '../matters/matterPage.ts';
import { acknowledgeAction, recordActions } from '../notes/notesPart.ts';
import { listDownloads } from '../pages/lists/xlsxFile.ts';
import type { Action, Download, Page } from '../pages/page.ts';
import { todayPage } from '../today/todayPage.ts';
import { addWatchAction, editWatchAction, removeWatchAction } from '../watches/editActions.ts';
import { editWatchPage, newWatchPage } from '../watches/editPages.ts';
import { quietenAction, reportAgainAction } from '../watches/quietenPart.ts';
import { importAction, importPage, undoImportAction } from '../watches/sheet/importPage.ts';
import { checkNowAction, holdActions } from '../watches/watchActions.ts';
import { watchesPage } from '../watches/watchesPage.ts';
import { watchCalledNewPage, watchPage } from '../watches/watchPage.ts';
import { listings } from './listings.ts';

/** Every page, in the order of the navigation. A new page is a folder here and a line in this list. */
export const pages: readonly Page[] = [
  todayPage,
  changesPage,
  watchesPage,
  newWatchPage,
  watchPage,
  watchCalledNewPage,
  editWatchPage,
  findsPage,
  pairPage,
  importPage,
  casesPage,
  casePage,
  galleryPage,
  designPage,
  comparePage,
  likePage,
  calendarPage,
  mattersPage,
  matterPage,
  alertsPage,
  alertPage,
  silencePage,
  checksPage,
  checkPage,
  nudgesPage,
  creditsPage,
  searchPage,
  auditPage,
  usersPage,
  userPage,
  accountPage,
];

/** What people can do on pages. */
export const actions: readonly Action[] = [
  addWatchAction,
  editWatchAction,
  removeWatchAction,
  importAction,
  undoImportAction,
  checkNowAction,
  ...holdActions,
  retryAction,
  sendAgainAction,
  muteRecordAction,
  acknowledgeAction,
  starAction,
  ...recordActions,
  quietenAction,
  reportAgainAction,
  reviewAction,
  ...ownActions,
  subscribeAction,
  ...userActions,
  ...accountActions,
];

/** What pages load or offer to save. */
export const downloads: readonly Download[] = [
  picture,
  ownPicture,
  alertMail,
  evidenceFile,
  ...listings.flatMap(listDownloads),
];
