import { readSession } from '../session/session.ts';

/** Something that was opened, for the palette: 'Billing 0000231'. */
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
const KEY = 'talaan-recent';
let opened: readonly RecentItem[] = [];

/**
 * Remembers a record that was opened, newest first, for its user in this browser. Its payee and amount are remembered for as
 * long as the page is open: the browser's storage holds none.
 */
export function rememberRecent(item: RecentItem): void {
  const id = userId();
  if (id === null) return;
  opened = [item, ...opened.filter(({ label }) => label !== item.label)].slice(0, LENGTH);
  const { label, path, search } = item;
  const kept = [{ label, path, search }, ...keptOf(id).filter((one) => one.label !== label)].slice(0, LENGTH);
  localStorage.setItem(KEY, JSON.stringify({ ...readKept(), [id]: kept }));
}

/** What the user opened last, newest first. */
export function readRecent(): readonly RecentItem[] {
  const id = userId();
  if (id === null) return [];
  return keptOf(id).map(({ label, path, search }) => ({
    context: '',
    ...opened.find((one) => one.label === label),
    label,
    path,
    ...(search === undefined ? {} : { search }),
  }));
}

type Kept = Pick<RecentItem, 'label' | 'path' | 'search'>;

const keptOf = (id: number): readonly Kept[] => readKept()[id] ?? [];

function readKept(): Readonly<Record<string, readonly Kept[]>> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, readonly Kept[]>;
  } catch {
    return {}; // written by hand or cut short: the next record writes it anew
  }
}

function userId(): number | null {
  const session = readSession();
  return 'user' in session ? session.user.id : null;
}
