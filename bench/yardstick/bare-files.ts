/**
 * Rows of SQL written as a file with nothing around it: `node --import tsx bench/yardstick/bare-files.ts xlsx 200000`. Tells the
 * milliseconds to its parent process: from the statement to the last byte, which goes nowhere.
 */
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import Pdf from 'pdfkit';
import pg from 'pg';
import ZipStream from 'zip-stream';

/** Texts stand before it. */
const FIRST_FIGURE = 10;
const [format, count] = [process.argv[2]!, Number(process.argv[3])];
const client = new pg.Client({ connectionString: process.env['BENCH_DATABASE_URL'] });
await client.connect();
const began = performance.now();
await client.query('begin read only');
await client.query({ text: `declare rows no scroll cursor for ${rowsOf(count)}` });
const stream = { xlsx: workbook, csv, pdf }[format]!();
let bytes = 0;
let written = 0;
for await (const chunk of stream) bytes += (chunk as Uint8Array).length;
if (written < count || bytes === 0) throw new Error(`Of ${count} rows ${written} were written.`);
process.send!({ ms: performance.now() - began });
await client.end();

/** As many columns of postings as the subsidiary has. */
function rowsOf(rows: number): string {
  return `select a.acct_code, a.acct_desc, e.entry_date::text, e.document_type, e.id::text, b.brnc_code, payee.payee_code, payee.payee_desc,
      e.remarks, p.remarks, p.fc_debit::text, p.fc_credit::text, e.rate::text, p.debit::text, p.credit::text
    from posting p join journal_entry e on e.id = p.entry_id join account a on a.id = p.account_id join branch b on b.id = p.branch_id
    left join payee on payee.id = coalesce(p.payee_id, e.payee_id)
    order by p.entry_date, p.entry_id, p.line_no limit ${rows}`;
}

async function* read(): AsyncGenerator<(string | null)[]> {
  for (;;) {
    const { rows } = await client.query({ text: 'fetch 1000 from rows', rowMode: 'array' });
    if (rows.length === 0) return;
    written += rows.length;
    yield* rows as (string | null)[][];
  }
}

function csv(): Readable {
  return Readable.from(
    (async function* lines() {
      let text = '';
      for await (const row of read()) {
        text += `${row.map((cell) => (cell === null ? '' : `"${cell.replaceAll('"', '""')}"`)).join(',')}\r\n`;
        if (text.length < 65_536) continue;
        yield Buffer.from(text);
        text = '';
      }
      yield Buffer.from(text);
    })(),
  );
}

function workbook(): Readable {
  const zip = new ZipStream({ level: 3 });
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const sheet = Readable.from(
    (async function* rows() {
      let text = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
      for await (const row of read()) {
        text += `<row>${row
          .map((cell, at) =>
            at >= FIRST_FIGURE
              ? `<c><v>${cell ?? ''}</v></c>`
              : `<c t="inlineStr"><is><t>${escaped(cell ?? '')}</t></is></c>`,
          )
          .join('')}</row>`;
        if (text.length < 65_536) continue;
        yield text;
        text = '';
      }
      yield `${text}</sheetData></worksheet>`;
    })(),
    { objectMode: false },
  );
  zip.entry(sheet, { name: 'xl/worksheets/sheet1.xml' }, (error) => (error ? zip.destroy(error) : zip.finalize()));
  return zip;
}

function pdf(): Readable {
  const require = createRequire(import.meta.url);
  const document = new Pdf({ size: 'A4', layout: 'landscape', margin: 0, autoFirstPage: false });
  document.registerFont('plain', require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'));
  const draw = async () => {
    let y = Infinity;
    for await (const row of read()) {
      if (y > 550) {
        document.addPage().font('plain').fontSize(7);
        y = 80;
      }
      for (const [at, cell] of row.entries())
        if (cell) document.text(cell.slice(0, 24), 28 + at * 52, y, { lineBreak: false });
      y += 12;
    }
    document.end();
  };
  void draw();
  return document;
}
