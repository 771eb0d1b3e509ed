/** '1 row', '4,200 rows'. */
export const many = (count: number, one: string, more: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;
