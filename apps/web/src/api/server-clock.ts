let offset = 0;

/** Sets the browser's picture of the server's clock from an instant that the server just answered (ISO text). */
export function setServerTime(instant: string): void {
  offset = Date.parse(instant) - Date.now();
}

/** The server's clock now, in milliseconds; the browser's own clock may be wrong (reliability G-R18). */
export function serverNow(): number {
  return Date.now() + offset;
}
