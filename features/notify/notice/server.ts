import { fail } from '../../../contract/errors.ts'
import type { Operation } from '../../frame/operation.ts'
import { type RoomServer, serve, type WideCall } from '../../frame/serve.ts'
import {
  addNotice,
  deleteNotice,
  editNotice,
  type NoticeId,
  noticeDetail,
  publishNotice,
  queryNotices,
  withdrawNotice,
} from './contract.ts'
import { type NoticeAct, noticeCan, stateOf } from './rules.ts'
import {
  type Database,
  insertNotice,
  inTransaction,
  loadNotice,
  loadNotices,
  lockNotice,
  type NoticeWords,
  removeNotice,
  sightIn,
  updateNotice,
} from './store.ts'

const wordsOf = ({ title, titleEn, body, bodyEn }: NoticeWords): NoticeWords => ({ title, titleEn, body, bodyEn })

const record = (
  call: WideCall,
  db: Database,
  act: Operation['act'],
  { id, title, ...told }: { id: NoticeId; title: string; before?: object; after?: object },
) => call.record({ act, object: { type: 'notice', id, name: title }, ...told }, sightIn(db, call.user.orgId))

const reasons = { en: 'the state of the announcement has changed', 'zh-cn': '公告状态已变化' } as const

/** Locks the announcement until the transaction ends. Throws notFound, badState. */
async function toChange(call: WideCall, db: Database, id: NoticeId, act: NoticeAct) {
  const notice = await lockNotice(db, id)
  if (!notice) throw fail('notFound', {}, { field: 'id' })
  if (!noticeCan(stateOf(notice, call.now()), act)) throw fail('badState', { reason: reasons[call.language] })
  return notice
}

export default [
  serve(queryNotices, { kind: 'operator' }, async (asked, { db, now }) => {
    const { total, rows } = await loadNotices(db, asked)
    return { total, rows: rows.map((row) => ({ ...row, state: stateOf(row, now()) })) }
  }),

  serve(addNotice, { kind: 'operator' }, (words, call) =>
    inTransaction(call.db, async (db) => {
      const id = await insertNotice(db, { ...words, author: call.user.loginname, createdAt: call.now() })
      await record(call, db, 'add', { id, title: words.title, after: words })
      return { id }
    }),
  ),

  serve(editNotice, { kind: 'operator' }, ({ id, ...words }, call) =>
    inTransaction(call.db, async (db) => {
      const before = wordsOf(await toChange(call, db, id, 'edit'))
      await updateNotice(db, id, words)
      await record(call, db, 'edit', { id, title: words.title, before, after: words })
      return null
    }),
  ),

  serve(publishNotice, { kind: 'operator' }, ({ id, at }, call) =>
    inTransaction(call.db, async (db) => {
      const notice = await toChange(call, db, id, 'publish')
      // A time in the past means immediately.
      const publishAt = Math.max(at ?? 0, call.now())
      await updateNotice(db, id, { publishAt })
      await record(call, db, 'publishNotice', { ...notice, before: {}, after: { publishAt } })
      return null
    }),
  ),

  serve(withdrawNotice, { kind: 'operator' }, ({ id }, call) =>
    inTransaction(call.db, async (db) => {
      const notice = await toChange(call, db, id, 'withdraw')
      await updateNotice(db, id, { withdrawnAt: call.now() })
      await record(call, db, 'withdrawNotice', { id, title: notice.title })
      return null
    }),
  ),

  serve(deleteNotice, { kind: 'operator' }, ({ id }, call) =>
    inTransaction(call.db, async (db) => {
      const notice = await toChange(call, db, id, 'delete')
      await removeNotice(db, id)
      await record(call, db, 'delete', { id, title: notice.title, before: wordsOf(notice) })
      return null
    }),
  ),

  serve(noticeDetail, { kind: 'public' }, async ({ id }, { db, now, language }) => {
    const notice = await loadNotice(db, id)
    if (!notice || !['telling', 'out'].includes(stateOf(notice, now()))) throw fail('notFound', {}, { field: 'id' })
    const isEnglish = language === 'en'
    return {
      id,
      title: isEnglish ? notice.titleEn : notice.title,
      body: isEnglish ? notice.bodyEn : notice.body,
      publishedAt: notice.publishAt ?? notice.createdAt,
    }
  }),
] satisfies RoomServer
