/** A button's text when its part could not be fetched. Browsers keep a failed `import()` until the page is loaded anew. */
export const notLoaded = 'Not loaded: reload the page';
