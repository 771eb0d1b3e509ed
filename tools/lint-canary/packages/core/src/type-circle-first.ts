import type { Second } from './type-circle-second.ts'; // bites: no-circle

export type First = Second[];
