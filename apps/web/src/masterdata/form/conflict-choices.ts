import type { AnyResource } from '@talaan/contract/resource/define-resource';
import { writableFields } from '@talaan/contract/resource/define-resource';
import { displayValue, scalarText } from '@talaan/contract/resource/display-value';
import type { ChildrenField, FieldShape } from '@talaan/contract/resource/field';
import { namesOfRow } from '@talaan/contract/resource/field';

export type Side = 'theirs' | 'mine';
type Values = Readonly<Record<string, unknown>>;

/** One thing that two people may have changed: a field, a member of a group, an inner row, an entry of a list. */
export interface Difference {
  /** 'atc_rate', 'profile/tin', 'sections/#12', 'roles/Cashier'. */
  key: string;
  label: string;
  /** As people read them; '' for empty, or for a row that is not there. */
  before: string;
  theirs: string;
  mine: string;
  theirsChanged: boolean;
  mineChanged: boolean;
}

/** A record as it was opened, as it is stored now, and what was changed here; all in wire form. */
export interface TwoVersions {
  opened: Values;
  current: Values;
  /** The changed fields only. */
  mine: Values;
}

/** What either of two people changed, in the order of the definition. What both changed alike is no difference. */
export function differencesOf(definition: AnyResource, versions: TwoVersions): Difference[] {
  return shownFields(definition).flatMap(([name, shape]) => {
    const { before, theirs, mine, keys } = partsOfField(name, shape, versions);
    return keys.flatMap((key): Difference[] => {
      const texts = {
        before: before.get(key)?.text ?? '',
        theirs: theirs.get(key)?.text ?? '',
        mine: mine.get(key)?.text ?? '',
      };
      const [theirsChanged, mineChanged] = [texts.theirs !== texts.before, texts.mine !== texts.before];
      if (texts.theirs === texts.mine) return [];
      const label = (mine.get(key) ?? theirs.get(key) ?? before.get(key))!.label;
      return [{ key: key === '' ? name : `${name}/${key}`, label, ...texts, theirsChanged, mineChanged }];
    });
  });
}

/** The side that is kept unless the person says otherwise; null where both changed the same thing and he must choose. */
export function presetSide({ theirsChanged, mineChanged }: Difference): Side | null {
  if (theirsChanged && mineChanged) return null;
  return mineChanged ? 'mine' : 'theirs';
}

/** The fields that must be sent to store what was chosen over the record as it is now, in wire form. */
export function chosenChange(
  definition: AnyResource,
  versions: TwoVersions,
  sideOf: (key: string) => Side,
): Record<string, unknown> {
  const change: Record<string, unknown> = {};
  const differing = new Set(differencesOf(definition, versions).map(({ key }) => key));
  for (const [name, shape] of shownFields(definition)) {
    const { theirs, mine, keys } = partsOfField(name, shape, versions);
    const fromMine = keys.filter((key) => {
      const whole = key === '' ? name : `${name}/${key}`;
      return differing.has(whole) && sideOf(whole) === 'mine';
    });
    if (fromMine.length === 0) continue;
    const chosen = keys.flatMap((key): [string, Part][] => {
      const part = (fromMine.includes(key) ? mine : theirs).get(key);
      // A row that both added keeps the Record ID under which theirs is stored.
      return part === undefined ? [] : [[key, { ...part, id: theirs.get(key)?.id ?? part.id }]];
    });
    change[name] = composed(shape, chosen);
  }
  return change;
}

interface Part {
  label: string;
  text: string;
  value: unknown;
  id?: unknown;
}

function shownFields(definition: AnyResource): [string, FieldShape][] {
  return writableFields(definition).filter(([, shape]) => !shape.hidden);
}

function partsOfField(name: string, shape: FieldShape, { opened, current, mine }: TwoVersions) {
  const rows: RowReading = {
    known: new Set(rowsOf(opened[name]).map((row) => row['id'])),
    stored: [...rowsOf(opened[name]), ...rowsOf(current[name])],
  };
  const before = partsOf(shape, opened[name], rows);
  const theirs = partsOf(shape, current[name], rows);
  const own = name in mine ? partsOf(shape, mine[name], rows) : before;
  return { before, theirs, mine: own, keys: [...new Set([...before.keys(), ...theirs.keys(), ...own.keys()])] };
}

/** What it takes to read inner rows. */
interface RowReading {
  /** Record IDs of the rows when the record was opened. */
  known: ReadonlySet<unknown>;
  /** Rows as replies carry them: they say what the records are called that a typed row names by Record ID. */
  stored: readonly Values[];
}

/** The parts of a value that can be chosen one by one. */
function partsOf(shape: FieldShape, value: unknown, rows: RowReading): Map<string, Part> {
  switch (shape.kind) {
    case 'group': {
      const members = (value ?? {}) as Values;
      return new Map(
        Object.entries(shape.fields).map(([name, member]) => [name, partOf(member, members[name] ?? null)]),
      );
    }
    case 'references':
      return new Map(((value ?? []) as string[]).map((key) => [key, { label: shape.label, text: key, value: key }]));
    case 'children':
      return new Map(rowsOf(value).map((row, at) => [rowKey(shape, row, rows, at), rowPart(shape, row, rows)]));
    default:
      return new Map([['', partOf(shape, value)]]);
  }
}

function partOf(shape: FieldShape, value: unknown): Part {
  return { label: shape.label, text: displayValue(shape, value), value };
}

function rowsOf(value: unknown): Values[] {
  return Array.isArray(value) ? (value as unknown[]).filter((row): row is Values => typeof row === 'object') : [];
}

/**
 * A row that was there is known by its Record ID, a new one by its own key, whoever added it. Rows without a key are never
 * the same: one that they added is known by its Record ID, one that I added by its place.
 */
function rowKey(shape: ChildrenField, row: Values, { known }: RowReading, at: number): string {
  const id = row['id'];
  if (shape.unique.length === 0) return id === undefined ? `+${at}` : `#${scalarText(id)}`;
  return id !== undefined && known.has(id) ? `#${scalarText(id)}` : `+${uniqueText(shape, row)}`;
}

function rowPart(shape: ChildrenField, row: Values, rows: RowReading): Part {
  const textOf = (name: string) => memberText(shape, name, row, rows);
  const texts = writableFields({ fields: shape.fields }).map(([name]) => textOf(name));
  return {
    label: `${shape.label}: ${[shape.one, ...namesOfRow(shape).map(textOf)].filter(Boolean).join(' ')}`,
    text: texts.filter(Boolean).join(' · '),
    value: row,
    id: row['id'],
  };
}

/** A value of a row as people read it; a record that it names by Record ID goes by what a stored row calls it. */
function memberText(shape: ChildrenField, name: string, row: Values, { stored }: RowReading): string {
  const member = shape.fields[name]!;
  if (member.kind !== 'reference' || member.by !== 'id') return displayValue(member, row[name]);
  const named = stored.find((one) => one[name] === row[name]) ?? row;
  const shown = Object.entries(shape.fields).filter(([, field]) => field.kind === 'lookup' && field.through === name);
  const texts = shown.map(([lookup, field]) => displayValue(field, named[lookup])).filter(Boolean);
  return texts.length > 0 ? texts.join(' ') : displayValue(member, row[name]);
}

function uniqueText(shape: ChildrenField, row: Values): string {
  return shape.unique.map((name) => scalarText(row[name])).join(' ');
}

function composed(shape: FieldShape, parts: readonly [string, Part][]): unknown {
  if (shape.kind === 'group') return Object.fromEntries(parts.map(([name, { value }]) => [name, value]));
  if (shape.kind === 'references') return parts.map(([, { value }]) => value);
  if (shape.kind === 'children') {
    return parts.map(([, { value, id }]) => ({ ...(value as Values), ...(id === undefined ? {} : { id }) }));
  }
  return parts[0]?.[1].value ?? null;
}
