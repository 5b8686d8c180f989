import type { Action, Download, Page, PublicAction, PublicPage } from './frame/page.ts';
import { type Listing, listingOf } from './lists/listing.ts';
import { listDownloads } from './lists/xlsxFile.ts';
import { accountActions, accountPage, auditList, auditPage } from './pages/account/accountPage.ts';
import { connectAction, signInActions, signInPages } from './pages/account/signIn.ts';
import { userActions, userPage, usersPage } from './pages/account/usersPage.ts';
import { alertMail, retryAction, sendAgainAction } from './pages/alerts/alertMail.ts';
import { alertPage, alertsList, alertsPage } from './pages/alerts/alertsPage.ts';
import { reviewAction } from './pages/alike/finds.ts';
import { findsPage, ownActions, pairsListing } from './pages/alike/findsPage.ts';
import { compareAllAction, comparePage, ownPicture, pairPage } from './pages/alike/pairs.ts';
import { calendarPage, subscribeAction } from './pages/calendar/calendarPage.ts';
import { datesListing } from './pages/calendar/chosenDates.ts';
import { casesList, casesPage, entriesListing } from './pages/cases/caseLists.ts';
import { casePage } from './pages/cases/casePage.ts';
import { changesListing, changesPage } from './pages/changes/changesPage.ts';
import { checkPage, checksList, checksPage, nudgesPage } from './pages/checks/checksPage.ts';
import { creditsList, creditsPage, watchCreditsListing } from './pages/credits/creditsPage.ts';
import { picture, starAction } from './pages/designs/designCard.ts';
import { designPage } from './pages/designs/designPage.ts';
import { designsList, galleryPage } from './pages/designs/galleryPage.ts';
import { evidenceFile, matterPage, mattersPage } from './pages/matters/matterPage.ts';
import { acknowledgeAction, mailLinkAction, mailLinkPage, recordActions } from './pages/notes/notesPart.ts';
import { resultsListing, searchPage } from './pages/search/searchPage.ts';
import { todayPage } from './pages/today/todayPage.ts';
import {
  addWatchAction,
  editWatchAction,
  editWatchPage,
  newWatchPage,
  removeWatchAction,
} from './pages/watches/editWatch.ts';
import { muteRecordAction, quietenAction, reportAgainAction, silencePage } from './pages/watches/quieten.ts';
import { importAction, importPage, undoImportAction } from './pages/watches/sheet/importPage.ts';
import { checkNowAction, holdActions } from './pages/watches/watchActions.ts';
import { watchesList, watchesPage } from './pages/watches/watchesPage.ts';
import { watchPage } from './pages/watches/watchPage.ts';

/** All listings, in the order in which the document of the API describes them. */
export const listings: readonly Listing[] = [
  listingOf(watchesList),
  listingOf(casesList),
  listingOf(designsList),
  changesListing,
  listingOf(alertsList),
  listingOf(checksList),
  listingOf(creditsList),
  datesListing,
  entriesListing,
  resultsListing,
  watchCreditsListing,
  pairsListing,
  listingOf(auditList),
];

export const endpoints = listings.flatMap(({ name, item, brief, api }) =>
  api === undefined ? [] : [{ name, item, brief, ...api }],
);

export type Endpoint = (typeof endpoints)[number];

/** All pages, in the order of the navigation. A new page is a file in `pages/` and a line in this list. */
export const pages: readonly Page[] = [
  todayPage,
  casesPage,
  casePage,
  galleryPage,
  designPage,
  comparePage,
  calendarPage,
  watchesPage,
  newWatchPage,
  watchPage,
  editWatchPage,
  findsPage,
  pairPage,
  importPage,
  changesPage,
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
  compareAllAction,
  ...ownActions,
  subscribeAction,
  ...userActions,
  ...accountActions,
  connectAction,
];

export const publicPages: readonly PublicPage[] = [...signInPages, mailLinkPage];
export const publicActions: readonly PublicAction[] = [...signInActions, mailLinkAction];

export const downloads: readonly Download[] = [
  picture,
  ownPicture,
  alertMail,
  evidenceFile,
  ...listings.flatMap(listDownloads),
];
