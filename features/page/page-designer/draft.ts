// Drafts of unsaved work on pages.
import { PageDocument } from '../../../contract/page-document.ts'
import { type Draft as DraftOf, draftsOf } from '../../../designer/draft.ts'

export type Draft = DraftOf<PageDocument>

const drafts = draftsOf<PageDocument>(
  'page',
  PageDocument,
  (kept, saved) => JSON.stringify([kept.con, kept.widgets]) === JSON.stringify([saved.con, saved.widgets]),
)

export const { keep: keepDraft, drop: dropDraft, read: readDraft } = drafts
