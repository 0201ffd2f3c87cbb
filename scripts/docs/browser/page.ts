import { startCopying } from './copy.ts';
import { startSiteDialog } from './your-site.ts';
import { startTheme } from './theme.ts';
import { startTabs } from './ways.ts';
import { startMenu } from './menu.ts';
import { startSearchButton } from './search-button.ts';
import { startTryButtons } from './try-button.ts';
import { isThere } from './elements.ts';

// What a page of the documentation has besides its text.
startTheme();
startMenu();
startCopying();
startTabs();
startTryButtons();
startSiteDialog();
startSearchButton();
if (isThere('[data-playground]')) void import('./playground.ts').then(({ startPlayground }) => startPlayground());
