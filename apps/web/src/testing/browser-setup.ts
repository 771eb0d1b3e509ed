import '../ui/theme/styles.ts';

// Every test sees the page as main.tsx starts it: light colours, compact rows.
document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
document.documentElement.dataset.density = 'compact';
