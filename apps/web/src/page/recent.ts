/** Something opened in this session, for the palette: 'Billing 0000231'. */
export interface RecentItem {
  label: string;
  /** Who or what it is about. */
  context: string;
  path: string;
  search?: Readonly<Record<string, string>>;
  /** Right: an amount with its currency. */
  detail?: string;
}

const LENGTH = 8;
let items: readonly RecentItem[] = [];

/** Remembers a record that was opened, newest first. In memory only: no amounts and no payees in the browser's storage. */
export function rememberRecent(item: RecentItem): void {
  items = [item, ...items.filter(({ label }) => label !== item.label)].slice(0, LENGTH);
}

export function readRecent(): readonly RecentItem[] {
  return items;
}
