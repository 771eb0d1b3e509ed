/**
 * What makes two cheque numbers the same cheque of an account: their letters and digits, without zeros in front. "0009001",
 * "9001" and "0009 001" are one; the database compares by the same key (`cheque_key`).
 */
export function chequeKey(number: string): string {
  return number
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '');
}
