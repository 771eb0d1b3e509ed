/** Hours that a transaction waits at a stage before those who could act on it are reminded; the settings name one. */
export const REMINDER_HOURS = [4, 8, 24, 48, 72] as const;
export const DEFAULT_REMINDER_HOURS = 24;
