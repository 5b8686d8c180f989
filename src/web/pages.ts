import { casePage } from './cases/casePage.ts';
import { casesPage } from './cases/casesPage.ts';
import type { Page } from './page.ts';
import { todayPage } from './today/todayPage.ts';
import { watchesPage } from './watches/watchesPage.ts';
import { watchPage } from './watches/watchPage.ts';

/** Every page, in the order of the navigation. A new page is a folder here and a line in this list. */
export const pages: readonly Page[] = [todayPage, watchesPage, watchPage, casesPage, casePage];
