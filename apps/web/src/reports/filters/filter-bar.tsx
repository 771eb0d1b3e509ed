import { useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { AnyReport } from '@talaan/contract/reports/kit/define-report';
import type { FilterControl, GivenFilter } from '@talaan/contract/reports/kit/report-filters';
import { MONTH_NAMES } from '@talaan/core/calendar/calendar-date';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconFilters } from '../../ui/icons.tsx';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import type { FilterFaults } from './filter.ts';
import { controlWidth, FilterField } from './filter-controls.tsx';
import styles from './filter-bar.module.css';

export interface FilterBarProps {
  report: Pick<AnyReport, 'filters'>;
  draft: GivenFilter;
  faults: FilterFaults;
  onChange: (draft: GivenFilter) => void;
  /** Enter in the bar, or the button. */
  onGenerate: () => void;
  /** What the report in sight is narrowed to, in words. */
  narrowedTo: readonly string[];
  /** The first control: the saved view. */
  views?: ReactNode;
  /** Beside the filters: how deep the groups are unfolded. */
  levels?: ReactNode;
}

/** Of the button Filters, and of a gap, in px. */
const FILTERS = 112;
const GAP = 8;
/** Below this width of the line, in px, all filters stand behind the one button that says them. */
const PHONE = 768;

/**
 * The filter bar of every report: as many controls as its line has room for, the others behind a button that counts those of them
 * that narrow the report; on a phone all, and the button says them (ux §13).
 */
export function FilterBar({ report, draft, faults, onChange, onGenerate, narrowedTo, views, levels }: FilterBarProps) {
  const bar = useRef<HTMLFormElement>(null);
  const { line, room, isPhone } = useLineRoom();
  const [open, setOpen] = useState(false);
  const controls = Object.entries(report.filters);
  const [fitting, folded] = isPhone ? [[], controls] : partOf(controls, draft, room);
  const narrowing = folded.filter(([name, control]) => narrows(name, control, draft)).length;
  const isFaulty = folded.some(([name, { names = [name] }]) => names.some((one) => faults[one] !== undefined));
  const isOpen = open || isFaulty;
  useShortcut('f', 'Filters', () => {
    if (fitting.length === 0) setOpen(true);
    requestAnimationFrame(() => bar.current?.querySelector<HTMLElement>('input, [aria-expanded]')?.focus());
  });

  function submit(event: FormEvent): void {
    event.preventDefault();
    setOpen(false);
    onGenerate();
  }

  const fieldOf = ([name, control]: readonly [string, FilterControl]): ReactNode => (
    <div key={name} className={styles.control} data-control>
      <FilterField
        name={name}
        control={control}
        draft={draft}
        faults={faults}
        onChange={(said) => onChange({ ...draft, ...said })}
      />
    </div>
  );

  return (
    <form ref={bar} className={styles.bar} aria-label="Filters" onSubmit={submit} noValidate>
      <div ref={line} className={styles.line}>
        {views}
        {fitting.map(fieldOf)}
        {folded.length === 0 ? null : (
          <Button
            icon={<IconFilters />}
            aria-expanded={isOpen}
            className={styles.more ?? ''}
            data-control
            onClick={() => setOpen(!open)}
          >
            <span className={styles.words}>
              {isPhone ? [daysSaid(draft), ...narrowedTo].filter(Boolean).join(', ') : 'Filters'}
              {!isPhone && narrowing > 0 ? ` (${narrowing})` : ''}
            </span>
          </Button>
        )}
        {levels}
        <Button variant="primary" submit keys="Enter" className={styles.generate ?? ''}>
          Generate
        </Button>
      </div>
      {folded.length > 0 && isOpen ? (
        <div className={classNames(styles.line, styles.folded)}>{folded.map(fieldOf)}</div>
      ) : null}
    </form>
  );
}

/** What the line of the bar leaves to its controls, and whether it is that of a phone. */
function useLineRoom() {
  const line = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(Infinity);
  const [isPhone, setPhone] = useState(false);
  function measure(): void {
    setRoom(roomForControls(line.current!));
    setPhone(line.current!.clientWidth < PHONE);
  }
  // What stands beside the controls is as wide as the name of the view.
  useLayoutEffect(measure);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(line.current!);
    return () => observer.disconnect();
  }, []);
  return { line, room, isPhone };
}

type Named = readonly [string, FilterControl];

/** What a line leaves to its controls beside all else and the button that opens those that fold. */
function roomForControls(line: HTMLElement): number {
  let room = line.clientWidth - FILTERS - GAP;
  for (const child of line.children)
    if (!child.hasAttribute('data-control')) room -= child.getBoundingClientRect().width + GAP;
  return room;
}

/** The controls that fit into a room, from the first on, which stays in any case. */
function partOf(controls: readonly Named[], draft: GivenFilter, room: number): [Named[], Named[]] {
  let left = room;
  const at = controls.findIndex(([, control], place) => {
    left -= controlWidth(control, draft) + GAP;
    return left < 0 && place > 0;
  });
  return at === -1 ? [[...controls], []] : [controls.slice(0, at), controls.slice(at)];
}

/** Whether a control asks for less than all. */
function narrows(name: string, control: FilterControl, draft: GivenFilter): boolean {
  const said = (control.names ?? [name]).map((one) => draft[one] ?? '');
  if (control.kind === 'choice' || control.kind === 'choices')
    return said[0] !== '' && said[0] !== String(control.initial);
  return said.some((text) => text !== '');
}

/** The days of a filter in a few words: 'May 2025'. */
export function daysSaid(draft: GivenFilter): string {
  const { type, year, month, date_from, date_to } = draft as Record<string, string | undefined>;
  if (type === 'ftm') return `${MONTH_NAMES[Number(month) - 1] ?? ''} ${year ?? ''}`.trim();
  if (type === 'daily') return `${date_from ?? ''} to ${date_to ?? ''}`;
  if (draft['fiscal_year'])
    return [draft['quarter'] && `Q${draft['quarter']}`, draft['fiscal_year']].filter(Boolean).join(' ');
  return date_to === undefined ? '' : `as of ${date_to}`;
}
