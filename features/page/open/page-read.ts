// A page in the file of a template, read as the file of a page is; needs no database.
import type { Language } from '../../../contract/errors.ts'
import type { PageDocument } from '../../../contract/page-document.ts'
import { readDocument } from '../page/read-document.ts'

/** A document of a file, or 10001 with what is wrong. */
export const readPage = (document: unknown, language: Language): PageDocument =>
  readDocument(JSON.stringify(document ?? null), {}, language)
