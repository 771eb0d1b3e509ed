const instantFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Asia/Manila',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

/** An instant (ISO text) as date and time in the company's zone: 2025-05-22 14:02. */
export function displayInstant(instant: string): string {
  return instantFormat.format(new Date(instant)).replace(',', '');
}
