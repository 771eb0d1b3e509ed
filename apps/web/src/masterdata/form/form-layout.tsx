import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { fieldOf, type AnyResource, type FormSection } from '@talaan/contract/resource/define-resource';
import { RequiredLegend } from '../../ui/fields/field.tsx';
import { TabPanel, Tabs } from '../../ui/menus/tabs.tsx';
import { FormGrid, FormSection as TitledSection, Wide } from '../../ui/fields/form-grid.tsx';
import { FieldControl } from '../fields/field-control.tsx';
import { useFormSurroundings } from '../fields/form-context.ts';
import { showsRequired } from '../fields/is-required.ts';
import { isWide } from '../fields/is-wide.ts';
import type { FormFault } from './record-form.ts';
import styles from './form-layout.module.css';

const NARROW = '(max-width: 767px)';

export interface FormLayoutProps {
  faults: readonly FormFault[];
  /** Title of the tab in front; ignored by forms without tabs. */
  tab: string;
  onTab: (title: string) => void;
  /** Above the fields: the summary of faults. */
  top: ReactNode;
}

/** The fields of a record as the definition lays them out: plain, in titled sections, or on tabs (ux §4). */
export function FormLayout({ faults, tab, onTab, top }: FormLayoutProps) {
  const { parts, readOnly } = useFormSurroundings();
  const { form, name } = parts.definition;
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  if (form.layout === 'tabs') {
    return (
      <div className={styles.tabbed}>
        <div className={styles.tabs}>
          <Tabs
            label="Parts of the entry"
            orientation={narrow ? 'horizontal' : 'vertical'}
            tabs={form.sections.map((section) => ({
              id: tabId(name, section.title),
              label: section.title,
              errors: faultsIn(section, faults).length,
            }))}
            active={tabId(name, tab)}
            onChange={(id) => onTab(form.sections.find(({ title }) => tabId(name, title) === id)?.title ?? tab)}
          />
        </div>
        <div className={styles.panel}>
          {top}
          {form.sections.map((section, index) => (
            <TabPanel key={section.title} id={tabId(name, section.title)} active={section.title === tab}>
              <Section section={section} first={index === 0} />
            </TabPanel>
          ))}
          {readOnly ||
          !asksFor(
            parts.definition,
            form.sections.filter(({ title }) => title === tab),
          ) ? null : (
            <RequiredLegend />
          )}
        </div>
      </div>
    );
  }
  return (
    <div className={styles.stack}>
      {top}
      {form.sections.map((section, index) => {
        const fields = <Section key={section.title} section={section} first={index === 0} />;
        return form.layout === 'plain' || standsAlone(parts.definition, section) ? (
          fields
        ) : (
          <TitledSection key={section.title} title={section.title}>
            {fields}
          </TitledSection>
        );
      })}
      {readOnly || !asksFor(parts.definition, form.sections) ? null : <RequiredLegend />}
    </div>
  );
}

/** Whether a field of the sections carries the asterisk that the legend explains. */
function asksFor(definition: AnyResource, sections: readonly FormSection[]): boolean {
  return sections.some(({ fields }) => fields.some((name) => showsRequired(fieldOf(definition, name))));
}

/** The section of the form that shows a path. */
export function sectionOf(definition: AnyResource, path: string): FormSection | undefined {
  return definition.form.sections.find(({ fields }) => fields.includes(path.split('.')[0] ?? ''));
}

function Section({ section, first }: { section: FormSection; first: boolean }) {
  const { parts, record } = useFormSurroundings();
  const { definition, override } = parts;
  const Below = override.below?.[section.title];
  return (
    <FormGrid columns={definition.form.width === 480 ? 1 : 2}>
      {section.fields.map((name, index) => {
        const control = <FieldControl key={name} name={name} takesFocus={first && index === 0} />;
        return isWide(fieldOf(definition, name)) ? <Wide key={name}>{control}</Wide> : control;
      })}
      {Below === undefined ? null : (
        <Wide>
          <Below record={record} />
        </Wide>
      )}
    </FormGrid>
  );
}

function faultsIn(section: FormSection, faults: readonly FormFault[]): FormFault[] {
  return faults.filter(({ path }) => section.fields.includes(path.split('.')[0] ?? ''));
}

/** Inner rows bring their own heading. */
function standsAlone(definition: AnyResource, { fields }: FormSection): boolean {
  return fields.length === 1 && fieldOf(definition, fields[0]!).kind === 'children';
}

function tabId(resource: string, title: string): string {
  return `${resource}-${title.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`;
}
