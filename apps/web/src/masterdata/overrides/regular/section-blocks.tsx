import { flushSync } from 'react-dom';
import { useFieldArray, type Control } from 'react-hook-form';
import { fieldOf } from '@talaan/contract/resource/define-resource';
import type { ChildrenField } from '@talaan/contract/resource/field';
import { Button, IconButton } from '../../../ui/buttons/button.tsx';
import { askToConfirm } from '../../../ui/feedback/feedback.ts';
import { Field } from '../../../ui/fields/field.tsx';
import { IconDelete, IconPlus } from '../../../ui/icons.tsx';
import { controlId, useFormSurroundings } from '../../fields/form-context.ts';
import { Block } from '../../fields/inner-rows.tsx';
import { ValueControl } from '../../fields/value-control.tsx';
import { emptyRow, type FormRow } from '../../record/form-values.ts';
import styles from './section-blocks.module.css';

/** What a template without sections gets when it is stored. */
const ONLY: FormRow = { section_no: '1', section_name: 'Lines' };

/** The sections of a regular transaction, each a named block of its lines, which count over all of them (`many.md` §2). */
export function SectionBlocks({ shape }: { shape: ChildrenField }) {
  const { readOnly, idPrefix } = useFormSurroundings();
  const { blocks, lineShape, addLine, addSection, takeLine, takeSection } = useSections(shape);
  const count = blocks.reduce((sum, { lines }) => sum + lines.length, 0);
  return (
    <Field group id={controlId(idPrefix, 'sections')} label={`Lines (${count})`}>
      <div className={styles.sections}>
        {blocks.map(({ key, at, name, lines }, place) => (
          <section key={key} className={styles.section} aria-label={`Section ${place + 1}`}>
            <div className={styles.head}>
              {at === null ? (
                <h4>{name}</h4>
              ) : (
                <ValueControl path={`sections.${at}.section_name`} shape={shape.fields['section_name']!} />
              )}
              {readOnly || at === null || blocks.length === 1 ? null : (
                <IconButton
                  label={`Remove section ${place + 1}`}
                  icon={<IconDelete />}
                  onClick={() => void takeSection(place)}
                />
              )}
            </div>
            <ol className={styles.lines}>
              {lines.map((line) => (
                <Block
                  key={line.key}
                  name="lines"
                  shape={lineShape}
                  index={line.at}
                  number={line.number}
                  isNew={line.isNew}
                  stays={false}
                  onRemove={takeLine}
                />
              ))}
            </ol>
            {lines.length === 0 ? <p className="muted">No line yet</p> : null}
            {readOnly ? null : (
              <Button size="sm" icon={<IconPlus />} onClick={() => addLine(place)}>
                {blocks.length === 1 ? 'Add line' : `Add line to section ${place + 1}`}
              </Button>
            )}
          </section>
        ))}
      </div>
      {readOnly ? null : (
        <Button className={styles.add ?? ''} size="sm" icon={<IconPlus />} onClick={addSection}>
          Add section
        </Button>
      )}
    </Field>
  );
}

/** The lines as blocks of their sections, and every way to change which there are. */
function useSections(shape: ChildrenField) {
  const { form, parts, idPrefix } = useFormSurroundings();
  // The form's values are made by field; the library knows lists only by their static type.
  const control = form.control as unknown as Control<{ sections: FormRow[]; lines: FormRow[] }>;
  const sections = useFieldArray({ control, name: 'sections', keyName: 'rowKey' });
  const lines = useFieldArray({ control, name: 'lines', keyName: 'rowKey' });
  const stored = fieldOf(parts.definition, 'lines') as ChildrenField;
  // Its block says in which section a line stands.
  const { section_no: _ofBlock, ...fields } = stored.fields;
  const lineShape = { ...stored, fields };

  const blocks = blocksOf(sections.fields, lines.fields);
  const focus = (path: string) => document.getElementById(controlId(idPrefix, path))?.focus();
  const check = () => {
    if (form.formState.isSubmitted) void form.trigger(['sections', 'lines']);
  };

  function addLine(place: number): void {
    const before = blocks.slice(0, place + 1).flatMap((block) => block.lines);
    const at = Math.max(-1, ...before.map((line) => line.at)) + 1;
    const row = { ...emptyRow(stored.fields), section_no: blocks[place]!.no };
    flushSync(() => lines.insert(at, row, { shouldFocus: false }));
    focus(`lines.${at}.${Object.keys(fields)[0]!}`);
  }

  function addSection(): void {
    const first = sections.fields.length === 0 ? [ONLY] : [];
    const no = Math.max(...blocks.map((block) => Number(block.no))) + 1;
    const row = { ...emptyRow(shape.fields), section_no: String(no) };
    flushSync(() => sections.append([...first, row], { shouldFocus: false }));
    focus(`sections.${sections.fields.length + first.length}.section_name`);
  }

  function takeLine(at: number): void {
    lines.remove(at);
    check();
  }

  /** Its lines go with it, which is asked. */
  async function takeSection(place: number): Promise<void> {
    const { at, name, lines: own } = blocks[place]!;
    const what = own.length === 1 ? 'Its line goes' : `Its ${own.length} lines go`;
    const question = {
      title: `Remove section ${name || place + 1}?`,
      text: `${what} with it.`,
      confirmLabel: 'Remove',
    };
    if (own.length > 0 && !(await askToConfirm({ ...question, danger: true }))) return;
    lines.remove(own.map((line) => line.at));
    sections.remove(at!);
    check();
  }

  return { blocks, lineShape, addLine, addSection, takeLine, takeSection };
}

type Keyed = FormRow & { readonly rowKey: string };

/** Sections in their order, each with the places of its lines in the list and the numbers that these have over all. */
function blocksOf(sections: readonly Keyed[], lines: readonly Keyed[]) {
  const named: readonly Keyed[] = sections.length === 0 ? [{ ...ONLY, rowKey: 'only' }] : sections;
  const ordered = named
    .map((section, at) => ({ section, at: sections.length === 0 ? null : at }))
    .toSorted((one, other) => Number(one.section['section_no']) - Number(other.section['section_no']));
  const placesIn = (section: FormRow) =>
    lines.flatMap((line, at) => (String(line['section_no']) === String(section['section_no']) ? [at] : []));
  const counted = ordered.flatMap(({ section }) => placesIn(section));
  return ordered.map(({ section, at }) => ({
    key: section.rowKey,
    at,
    no: String(section['section_no']),
    name: String(section['section_name']),
    lines: placesIn(section).map((place) => {
      const { rowKey, id } = lines[place]!;
      return { key: rowKey, at: place, number: counted.indexOf(place) + 1, isNew: id === undefined };
    }),
  }));
}
