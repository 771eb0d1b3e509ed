import { first } from './cycle-first.ts'; // bites: import(no-cycle)

export const second = (): string => first();
