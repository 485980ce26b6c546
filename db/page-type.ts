// The type of a page, computed in the database because documents are large.
import { sql } from 'kysely'
import type { PageType } from '../contract/page-document.ts'

/** The type of a page in SQL: a start page is always a main page. */
export const pageType = sql<PageType>`case when page.content -> 'con' ->> 'type' = 'sub' and not page.startup
  then 'sub' else 'main' end`
