// Announcements of the platform's staff. [S2 system/msg]
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { formatNumber, formatTime, nothingShown } from '../../../ui/format.ts'
import { useLanguage } from '../../../ui/language.ts'
import { useList } from '../../../ui/list.ts'
import { useZone } from '../../../ui/me.ts'
import { useText } from '../../../ui/words.ts'
import { ListRoom } from '../../frame/list-room.tsx'
import { useConfirmed } from '../../frame/use-confirmed.ts'
import { deleteNotice, type Notice, queryNotices, withdrawNotice } from './contract.ts'
import { NoticeForm } from './notice-form.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { noticeCan } from './rules.ts'
import { noticeText } from './text.ts'

const refreshMs = 10_000
const stateWords = {
  draft: 'stateDraft',
  due: 'stateDue',
  telling: 'stateTelling',
  out: 'stateOut',
  withdrawn: 'stateWithdrawn',
} as const

export default function NoticesPage() {
  const t = useText(noticeText)
  const zone = useZone()
  const list = useList()
  const { pageNo, pageSize } = list
  const query = useQuery({
    ...queryOf(queryNotices, { pageNo, pageSize }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  })
  const [published, setPublished] = useState<Notice>()
  const actsOf = useActs(setPublished)
  return (
    <>
      <ListRoom<Notice>
        title={t('title')}
        may="notice:edit"
        add={{ label: t('add'), sends: true }}
        empty={{ icon: 'message', about: `${t('none')} ${t('about')}`, hasAct: false }}
        columns={useColumns(zone)}
        query={query}
        list={list}
        acts={actsOf}
        form={(notice, onClose) => <NoticeForm {...{ notice, onClose }} />}
      />
      {published && <PublishDialog notice={published} zone={zone} onClose={() => setPublished(undefined)} />}
    </>
  )
}

function useColumns(zone: string): Column<Notice>[] {
  const t = useText(noticeText)
  const isEnglish = useLanguage() === 'en'
  return [
    { key: 'title', title: t('name'), cell: (row) => (isEnglish ? row.titleEn : row.title) },
    { key: 'state', title: t('state'), width: 120, phone: 'end', cell: ({ state }) => t(stateWords[state]) },
    {
      key: 'publishAt',
      zone,
      title: t('publishedAt'),
      width: 180,
      cell: ({ publishAt }) => (publishAt === null ? nothingShown : formatTime(publishAt, zone)),
    },
    {
      key: 'told',
      title: t('told'),
      width: 120,
      phone: 'hide',
      align: 'right',
      cell: ({ told }) => formatNumber(told),
    },
    { key: 'author', title: t('author'), width: 140, phone: 'hide' },
  ]
}

/**
 * Buttons for the actions that the state allows. Others are hidden, because an announcement never returns to an earlier
 * state.
 */
function useActs(onPublish: (notice: Notice) => void) {
  const t = useText(noticeText)
  const isEnglish = useLanguage() === 'en'
  const withdraw = useConfirmed(withdrawNotice)
  const remove = useConfirmed(deleteNotice)
  return (notice: Notice, edit: () => void) => {
    const { id, state } = notice
    const target = isEnglish ? notice.titleEn : notice.title
    const askWithdraw = () => {
      const question = { title: t('withdrawTitle'), act: t('withdraw'), target, note: t('withdrawNote') }
      return withdraw({ id }, { ...question, done: t('withdrawn') })
    }
    const acts = {
      publish: () => onPublish(notice),
      edit,
      withdraw: () => void askWithdraw(),
      delete: () => void remove({ id }, { title: t('deleteTitle'), act: t('delete'), target }),
    }
    return (['publish', 'edit', 'withdraw', 'delete'] as const).map(
      (act) => noticeCan(state, act) && { label: t(act), sends: true, onClick: acts[act] },
    )
  }
}
