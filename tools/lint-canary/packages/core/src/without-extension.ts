import { anything } from './utils/drawer'; // bites: import-names-file

export const something = anything;
