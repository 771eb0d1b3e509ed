import { anything } from '../../core/src/utils/drawer.ts'; // bites: import-direction

export const something = anything;
