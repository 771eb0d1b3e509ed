export { first } from './cycle-first.ts'; // bites: no-barrels
