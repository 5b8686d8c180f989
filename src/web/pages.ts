import { casePage } from './cases/casePage.ts';
import { casesPage } from './cases/casesPage.ts';
import { designPage } from './designs/designPage.ts';
import { galleryPage } from './designs/galleryPage.ts';
import { picture } from './designs/picture.ts';
import type { Download } from './download.ts';
import type { Page } from './page.ts';
import { todayPage } from './today/todayPage.ts';
import { watchesPage } from './watches/watchesPage.ts';
import { watchPage } from './watches/watchPage.ts';

/** Every page, in the order of the navigation. A new page is a folder here and a line in this list. */
export const pages: readonly Page[] = [todayPage, watchesPage, watchPage, casesPage, casePage, galleryPage, designPage];

/** What pages load or offer to save. */
export const downloads: readonly Download[] = [picture];
