// Reads a page in the file of a template, like a page's own file; needs no database.
import type { Language } from '../../../contract/errors.ts'
import type { PageDocument } from '../../../contract/page-document.ts'
import { readDocument } from '../page/read-document.ts'

/** Parses the document of a file. Throws 10001 with the fault. */
export const readPage = (document: unknown, language: Language): PageDocument =>
  readDocument(JSON.stringify(document ?? null), {}, language)
