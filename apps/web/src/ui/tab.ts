/** What the browser's tab says before the page's title, such as that somebody waits for you. */

export const TAB = { before: '' };
