import type { First } from './type-circle-first.ts'; // bites: no-circle

export type Second = First | null;
