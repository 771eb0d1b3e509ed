import type { FastifyInstance } from 'fastify';
import { anyResource } from '@talaan/contract/resource/define-resource';
import { regularRoutes, type SectionBody } from '@talaan/contract/resources/books/regular-transaction.contract';
import { regularTransaction } from '@talaan/contract/resources/books/regular-transaction.resource';
import { conflict, notFound, Problem, renamed } from '../../platform/http/problem.ts';
import { registerRoute, type RouteServices } from '../../platform/http/register-route.ts';
import { missingRecord } from '../records/deleted-records.ts';
import { serveResource } from '../overrides/serve-resource.ts';
import { findRecord } from '../records/read-records.ts';
import type { StoredRecord, WriteContext } from '../records/resource-override.ts';
import { updateRecord } from '../writing/write-records.ts';

type Row = Readonly<Record<string, unknown>>;
interface Section {
  readonly id?: number;
  readonly section_no: number;
  readonly section_name: string;
}
type Line = Row & { readonly section_no: number };

const resource = serveResource(anyResource(regularTransaction));
const sectionsOf = (template: StoredRecord) => template['sections'] as (Section & { readonly id: number })[];
const linesOf = (template: StoredRecord) => template['lines'] as Line[];

/** Serves the sections of a regular transaction one by one; a section is saved as a change of its template (spec 1 §7). */
export function registerSectionRoutes(server: FastifyInstance, services: RouteServices): void {
  registerRoute(server, services, regularRoutes.section, async ({ db, params }) => {
    const template = await readTemplate({ db }, params.id);
    return { data: viewOf(template, sectionOf(template, params.section_id).section_no) };
  });

  registerRoute(server, services, regularRoutes.addSection, async ({ db, user, params, body }) => {
    const template = await readTemplate({ db }, params.id, { lock: true });
    const taken = sectionsOf(template).map(({ section_no }) => section_no);
    const section_no = body.section_no ?? Math.max(0, ...taken) + 1;
    const section = { section_no, section_name: body.section_name };
    return { data: await saveSection({ db, user }, template, section, { body }) };
  });

  registerRoute(server, services, regularRoutes.changeSection, async ({ db, user, params, body }) => {
    const template = await readTemplate({ db }, params.id, { lock: true });
    const stored = sectionOf(template, params.section_id);
    const section = { ...stored, section_name: body.section_name, section_no: body.section_no ?? stored.section_no };
    return { data: await saveSection({ db, user }, template, section, { body, stored }) };
  });

  registerRoute(server, services, regularRoutes.removeSection, async ({ db, user, params }) => {
    const template = await readTemplate({ db }, params.id, { lock: true });
    const { id, section_no } = sectionOf(template, params.section_id);
    const sections = sectionsOf(template).filter((section) => section.id !== id);
    if (sections.length === 0) throw conflict('last_section', 'A regular transaction has at least one section.');
    const lines = linesOf(template).filter((line) => line.section_no !== section_no);
    await updateRecord({ db, user }, resource, template.id, { sections, lines });
    return { data: { id } };
  });
}

async function readTemplate(
  { db }: Pick<WriteContext, 'db'>,
  id: number,
  { lock = false } = {},
): Promise<StoredRecord> {
  const template = await findRecord(db, resource, id, { lock });
  if (!template) throw await missingRecord(db, resource.definition, id);
  return template;
}

function sectionOf(template: StoredRecord, id: number) {
  const section = sectionsOf(template).find((one) => one.id === id);
  if (!section) throw notFound();
  return section;
}

function viewOf(template: StoredRecord, section_no: number) {
  const { id, section_name } = sectionsOf(template).find((section) => section.section_no === section_no)!;
  const lines = linesOf(template).filter((line) => line.section_no === section_no);
  return { id, section_no, section_name, lines, row_version: template.row_version };
}

/**
 * Puts a section and its lines in the place of the stored one, or beside the others. A line that stands is known by its Record
 * ID; what is wrong with a line is told by its place in the section.
 */
async function saveSection(
  context: WriteContext,
  template: StoredRecord,
  section: Section,
  { body, stored }: { readonly body: SectionBody & { row_version?: number }; readonly stored?: Section },
) {
  const others = linesOf(template).filter(({ section_no }) => section_no !== stored?.section_no);
  const own = body.lines.map((line) => ({ ...line, section_no: section.section_no }));
  const change = {
    sections: [...sectionsOf(template).filter(({ id }) => id !== section.id), section],
    lines: [...others, ...own],
    ...(body.row_version === undefined ? {} : { row_version: body.row_version }),
  };
  try {
    return viewOf(await updateRecord(context, resource, template.id, change), section.section_no);
  } catch (error) {
    throw error instanceof Problem ? inSection(error, others.length, change.sections.length - 1) : error;
  }
}

function inSection(problem: Problem, linesBefore: number, sectionsBefore: number): Problem {
  const { errors } = problem.details;
  if (errors === undefined) return problem;
  const named = Object.entries(errors).map(([field, messages]) => {
    const [list, place, ...rest] = field.split('.');
    const at = Number.parseInt(place ?? '', 10);
    if (list === 'lines' && at >= linesBefore) return [['lines', at - linesBefore, ...rest].join('.'), messages];
    if (list === 'sections' && at === sectionsBefore) return [rest.join('.') || 'section_no', messages];
    return [field, messages];
  });
  return renamed(problem, Object.fromEntries(named) as Record<string, string[]>);
}
