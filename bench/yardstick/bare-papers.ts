/**
 * Pages of texts and lines written with nothing around them: `node --import tsx bench/yardstick/bare-papers.ts pages.json`, a list of
 * pages with what stands where. Tells the milliseconds to its parent process, of the clock and of the processor: from the first text
 * to the last byte, which goes nowhere.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Pdf from 'pdfkit';
import type { BarePage } from '../benches/files/papers.ts';

const require = createRequire(import.meta.url);
const pages = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as BarePage[];
const began = performance.now();
const used = process.cpuUsage();
const document = new Pdf({ size: 'A4', margin: 0, autoFirstPage: false });
document.registerFont('plain', require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'));
document.registerFont('bold', require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansCondensed-Bold.ttf'));
const read = readAll();
for (const { texts, rules, frames } of pages) {
  document.addPage();
  for (const { from, to, y, weight } of rules) document.moveTo(from, y).lineTo(to, y).lineWidth(weight).stroke();
  for (const { x, y, width, height, weight } of frames) document.rect(x, y, width, height).lineWidth(weight).stroke();
  for (const { text, x, y, size, bold } of texts)
    document
      .font(bold ? 'bold' : 'plain')
      .fontSize(size)
      .text(text, x, y, { lineBreak: false });
}
document.end();
const bytes = await read;
if (bytes === 0) throw new Error('Nothing was written.');
const { user, system } = process.cpuUsage(used);
process.send!({ ms: performance.now() - began, processor_ms: (user + system) / 1000 });

async function readAll(): Promise<number> {
  let size = 0;
  for await (const chunk of document) size += (chunk as Uint8Array).length;
  return size;
}
