import { type Listing, listingOf } from './lists/listing.ts';
import { auditList } from './pages/account/accountPage.ts';
import { alertsList } from './pages/alerts/alertsPage.ts';
import { reviewsListing } from './pages/alike/findsPage.ts';
import { datesListing } from './pages/calendar/chosenDates.ts';
import { casesList, entriesListing } from './pages/cases/caseLists.ts';
import { changesListing } from './pages/changes/changesPage.ts';
import { checksList } from './pages/checks/checksPage.ts';
import { creditsList, watchCreditsListing } from './pages/credits/creditsPage.ts';
import { designsList } from './pages/designs/galleryPage.ts';
import { resultsListing } from './pages/search/searchPage.ts';
import { watchesList } from './pages/watches/watchesPage.ts';

/** In the order in which the document of the API describes them. */
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
  reviewsListing,
  listingOf(auditList),
];

export const endpoints = listings.flatMap(({ name, item, brief, api }) =>
  api === undefined ? [] : [{ name, item, brief, ...api }],
);

export type Endpoint = (typeof endpoints)[number];
