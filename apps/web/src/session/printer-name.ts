const KEY = 'talaan.cheque-printer';

/** The printer that was measured or printed on last in this browser; '' where none was. */
export function lastPrinter(): string {
  return localStorage.getItem(KEY) ?? '';
}

export function rememberPrinter(name: string): void {
  localStorage.setItem(KEY, name);
}
