// Sets the colour scheme and the density before the first paint, so that a dark page never flashes white.
// A file of its own, because the content security policy allows no inline script.
(function () {
  const root = document.documentElement;
  let scheme = 'auto';
  try {
    scheme = localStorage.getItem('talaan-color-scheme') || 'auto';
    root.dataset.density = localStorage.getItem('talaan-density') || 'compact';
  } catch {
    root.dataset.density = 'compact'; // storage is switched off in this browser: the defaults hold
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  root.setAttribute('data-mantine-color-scheme', scheme);
})();
