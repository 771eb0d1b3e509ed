/** What the token of a client of the API may be good for; a route says so in its declaration. */
export const API_SCOPES = ['receipts', 'reports', 'integrated'] as const;
export type ApiScope = (typeof API_SCOPES)[number];
