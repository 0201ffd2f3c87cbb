/*
 * Shows the markup that the documentation's playground sends, as if it had been written into this page. It is kept in
 * the tab, so that log-in and the links of the markup may load the page again. The policy of this site runs no inline
 * script, whatever the markup holds.
 */
(() => {
  const place = document.getElementById('playground');
  const reader = new URL(place.dataset.shownTo).origin;
  const shown = sessionStorage.getItem('playground') ?? '';
  place.innerHTML = shown;
  addEventListener('message', ({ origin, data }) => {
    /** @type {unknown} */
    const sent = data?.playground;
    if (origin !== reader || typeof sent !== 'string' || sent === shown) return;
    sessionStorage.setItem('playground', sent);
    location.reload();
  });
  if (parent !== window) parent.postMessage('playground-ready', reader);
})();
