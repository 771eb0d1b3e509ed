import { first } from './cycle-first.ts'; // bites: no-circle, import(no-cycle)

export const second = (): string => first();
