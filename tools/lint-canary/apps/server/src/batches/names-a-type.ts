export const isJournal = (type: string): boolean => type === 'JE'; // bites: engine-names-no-type
