// Runs before the first paint, as a classic script. `page.ts` changes what it reads.
try {
  const chosen = localStorage.getItem('intake-docs-theme');
  if (chosen !== null) document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is switched off: the system decides.
}
document.documentElement.classList.add('scripted');
