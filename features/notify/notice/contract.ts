// Announcements of the platform's staff to all accounts. [S2 system/msg] [S7 /lfscada/notice/detail]
import { z } from 'zod'
import { done, post } from '../../../contract/endpoint.ts'
import { Instant, idOf, pageOf, paging, text } from '../../../contract/fields.ts'
import { limits } from '../../../contract/limits.ts'

declare module '../../../contract/fields.ts' {
  interface IdKinds {
    NoticeId: true
  }
}

export const NoticeId = idOf('NoticeId')
export type NoticeId = z.output<typeof NoticeId>

/**
 * State of a notice. `due`: scheduled for later; `telling`: being sent to the accounts in batches; `out`: sent to all.
 */
export const noticeStates = ['draft', 'due', 'telling', 'out', 'withdrawn'] as const
export type NoticeState = (typeof noticeStates)[number]

const words = {
  title: text(limits.noticeTitleLength),
  titleEn: text(limits.noticeTitleLength),
  body: text(limits.noticeBodyLength),
  bodyEn: text(limits.noticeBodyLength),
}

export const Notice = z.object({
  id: NoticeId,
  title: z.string(),
  titleEn: z.string(),
  body: z.string(),
  bodyEn: z.string(),
  state: z.enum(noticeStates),
  /** Login name of the author. */
  author: z.string(),
  createdAt: Instant,
  publishAt: Instant.nullable(),
  withdrawnAt: Instant.nullable(),
  /** Number of accounts that have received the announcement so far. */
  told: z.number(),
})
export type Notice = z.output<typeof Notice>

export const queryNotices = post('/lfscada/notice/query', {
  may: 'notice:view',
  about: 'The announcements to all accounts, newest first.',
  input: z.object({ ...paging }),
  output: pageOf(Notice),
})

export const addNotice = post('/lfscada/notice/add', {
  may: 'notice:edit',
  about: 'Saves an announcement in both languages as a draft; it is not sent until it is published.',
  input: z.object(words),
  output: z.object({ id: NoticeId }),
})

export const editNotice = post('/lfscada/notice/edit', {
  may: 'notice:edit',
  about: 'Changes an announcement that is not published yet.',
  input: z.object({ id: NoticeId, ...words }),
  output: done,
})

export const publishNotice = post('/lfscada/notice/publish', {
  may: 'notice:edit',
  about: 'Publishes an announcement to all accounts, now or at a later time; a scheduled one is rescheduled.',
  input: z.object({
    id: NoticeId,
    /** When to publish the notice; null: immediately. */
    at: Instant.nullable().default(null),
  }),
  output: done,
})

export const withdrawNotice = post('/lfscada/notice/withdraw', {
  may: 'notice:edit',
  about: 'Withdraws an announcement: it is sent to no more accounts, and removed from those that received it.',
  input: z.object({ id: NoticeId }),
  output: done,
})

export const deleteNotice = post('/lfscada/notice/delete', {
  may: 'notice:edit',
  about: 'Deletes a draft.',
  input: z.object({ id: NoticeId }),
  output: done,
})

export const noticeDetail = post('/lfscada/notice/detail', {
  may: 'public',
  about: 'Returns a published announcement in the language of the caller.',
  input: z.object({ id: NoticeId }),
  output: z.object({ id: NoticeId, title: z.string(), body: z.string(), publishedAt: Instant }),
})
