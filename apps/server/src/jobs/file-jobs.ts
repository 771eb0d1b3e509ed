import { makeFiles, type FileWork } from '../reports/files/make-files.ts';
import type { Job } from './job-worker.ts';

/** What makes the files of reports that people asked for. */
export function fileJobs(work: FileWork): Job[] {
  return [{ name: 'make_report_files', every: { seconds: 2 }, run: () => makeFiles(work) }];
}
